import SwiftSyntax
import SwiftSyntaxBuilder

/// The statements that visit each property with its merger.
struct VisitList {
  let statements: CodeBlockItemListSyntax

  init(_ members: [ModelMember], names: CodingNames, isVersioned: Bool) {
    var lines = members.flatMap { Self.lines($0, names) }
    if isVersioned {
      let name = Self.literal(names.name(of: "modelVersion"))
      lines.insert(
        "try visitor.visitVersion(\(name), \\Self.modelVersion, current: Self.currentModelVersion)",
        at: 0)
    }
    statements = CodeBlockItemListSyntax(stringLiteral: lines.joined(separator: "\n"))
  }

  private static func lines(_ member: ModelMember, _ names: CodingNames) -> [String] {
    switch member {
    case .property(let property): return [line(property, names)]
    case .conditional(let clauses):
      return clauses.flatMap { clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        return ["\(clause.keyword.text)\(condition)"]
          + clause.members.flatMap { lines($0, names) }
      } + ["#endif"]
    }
  }

  private static func line(_ property: StoredProperty, _ names: CodingNames) -> String {
    let strategy = property.strategies.first
    let stored = strategy?.kind == .backed ? BackedMacro.storage(of: property.plainName) : nil
    let name = literal(names.name(of: stored ?? property.plainName))
    let path = "\\Self.\(stored ?? property.name.text)"
    if property.isConstant { return "try visitor.visitConstant(\(name))" }
    let merger = "PropertyMergers.\(mergerName(strategy))(\(path))"
    return "try visitor.visit(\(name), \(path), \(merger))"
  }

  private static func mergerName(_ attribute: MergeAttribute?) -> String {
    switch attribute?.kind {
    case nil: return Strategy.mostRecent.rawValue
    case .backed: return Strategy.mergeableProtocol.rawValue
    case .ordered: return Strategy.orderedMerge.rawValue
    case .merged:
      let strategy = attribute?.argument("using").flatMap(Strategy.init) ?? .automatic
      return strategy.rawValue
    }
  }

  private static func literal(_ name: String?) -> String {
    name.map { StringLiteralExprSyntax(content: $0).description } ?? "nil"
  }
}
