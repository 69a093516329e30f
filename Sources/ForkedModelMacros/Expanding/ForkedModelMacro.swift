import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@ForkedModel` macro. It makes a conformance that visits each property with its merger.
enum ForkedModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var check = ModelCheck()
    let members = ModelMember.all(in: declaration.memberBlock.members)
    if check.requireStruct(declaration) {
      for variable in declaration.memberBlock.members.variables { check.check(variable) }
      for property in members.flatMap(\.properties) { check.check(property) }
    }
    check.diagnostics.forEach(context.diagnose)
    guard check.diagnostics.isEmpty else { return [] }

    let version = node.modelVersion
    let visits = VisitList(
      members, names: CodingNames(declaration.memberBlock.members), isVersioned: version != nil)
    let isMissing = { (name: String) in protocols.contains { $0.trimmedDescription == name } }
    let equatable = isMissing("Equatable") ? "Swift.Equatable, " : ""
    let versioned = version == nil ? "" : ", ForkedModel.VersionedModel"
    let access = declaration.accessLevel(in: context)
    let source: DeclSyntax = """
      extension \(type.trimmed): \(raw: equatable)ForkedModel.MergeableModel\(raw: versioned) {
        \(raw: access)static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          \(visits.statements)
        }
      }
      """
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension ForkedModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let version = node.modelVersion, declaration.is(StructDeclSyntax.self)
    else { return [] }
    let access = declaration.accessLevel(in: context)
    return [
      "\(raw: access)static let currentModelVersion: Int = \(version.trimmed)",
      "\(raw: access)var modelVersion: Int? = Self.currentModelVersion",
    ]
  }
}

extension AttributeSyntax {
  /// The version of the model; nil if it has none, or `nil`.
  fileprivate var modelVersion: ExprSyntax? {
    argument("version").flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0 }
  }
}

extension DeclGroupSyntax {
  /// The access level for members that others see: that of the type, or of an enclosing type.
  fileprivate func accessLevel(in context: some MacroExpansionContext) -> String {
    let outer = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    if isPrivate || outer.contains(where: \.isPrivate) { return "fileprivate " }
    let levels: [TokenKind] = [.keyword(.public), .keyword(.package)]
    return modifiers.first { levels.contains($0.name.tokenKind) }.map { "\($0.name.text) " } ?? ""
  }

  fileprivate var isPrivate: Bool {
    modifiers.contains {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The variables that are declared here, in all branches of `#if`.
  fileprivate var variables: [VariableDeclSyntax] {
    flatMap { member -> [VariableDeclSyntax] in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return [variable] }
      let clauses = member.decl.as(IfConfigDeclSyntax.self)?.clauses
      return clauses?.flatMap { $0.elements?.as(Self.self)?.variables ?? [] } ?? []
    }
  }
}

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
    return "try visitor.visit(\(name), \(path), \(mergerName(strategy))(\(path)))"
  }

  private static func mergerName(_ attribute: MergeAttribute?) -> String {
    switch attribute?.kind {
    case nil: return PropertyMerge.mostRecent.merger
    case .backed: return PropertyMerge.mergeableProtocol.merger
    case .ordered: return PropertyMerge.orderedMerge.merger
    case .merged:
      return (attribute?.argument("using").flatMap(PropertyMerge.init) ?? .automatic).merger
    }
  }

  private static func literal(_ name: String?) -> String {
    name.map { StringLiteralExprSyntax(content: $0).description } ?? "nil"
  }
}

/// The `@Merged` macro, a mark that `@ForkedModel` reads. By itself, it only diagnoses uses without a meaning.
enum MergedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isInModel = context.lexicalContext.first.map(Self.isModel) ?? false
    if !isInModel || !declaration.is(VariableDeclSyntax.self) {
      let misuse = Misuse(
        message: "@Merged belongs on a property of a struct that has @ForkedModel", name: "place")
      context.diagnose(misuse.at(node))
    }
    return []
  }

  private static func isModel(_ context: Syntax) -> Bool {
    guard let type = context.asProtocol((any WithAttributesSyntax).self) else { return false }
    return type.attributes.contains { $0.as(AttributeSyntax.self)?.plainName == "ForkedModel" }
  }
}
