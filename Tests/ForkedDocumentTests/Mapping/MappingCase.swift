import ForkedJSON
import ForkedSchema

@testable import ForkedDocument

/// A small triple of versions, and what its mapping says.
struct MappingCase: Sendable, CustomStringConvertible {
  let description: String
  /// Base, ours and theirs; an empty text is a version that is missing.
  let texts: [String]
  /// Rows that the mapping has, as pointers in the three versions: `/a | /b | -`; the root is `/`.
  let rows: [String]
  /// Rows that are open.
  var open: [String] = []

  init(
    _ name: String, _ base: String, _ ours: String, _ theirs: String, rows: [String],
    open: [String] = []
  ) {
    (description, texts, self.rows, self.open) = (name, [base, ours, theirs], rows, open)
  }

  func mapping(plan: FieldPlan = .none) throws -> Mapping {
    let documents = try texts.map { text in
      text.isEmpty ? nil : try JSONDocument(parsing: Array(text.utf8))
    }
    guard let ours = documents[1] else { throw MissingVersion() }
    guard let theirs = documents[2] else {
      guard let base = documents[0] else { throw MissingVersion() }
      return Mapping(old: base.root, new: ours.root, plan: plan)
    }
    return Mapping(
      base: documents[0]?.root, ours: ours.root, theirs: theirs.root, plan: plan)
  }

  struct MissingVersion: Error {}
}

extension Mapping {
  /// The rows as pointers in the three versions.
  var table: [String] { rows.indices.map(text) }

  var openTable: [String] { rows.indices.filter(isOpen).map(text) }

  private func text(_ row: Int) -> String {
    Version.allCases.map { version in
      rows[row][version].flatMap { tables[version.rawValue]?.pointer(to: $0) } ?? "-"
    }.joined(separator: " | ")
  }
}

extension NodeTable {
  fileprivate func pointer(to node: Int) -> String {
    guard node > 0 else { return "/" }
    let container = parent(node)
    let token =
      isMember(node)
      ? document.node(at: node - 1).string?.description ?? ""
      : "\(children(container).firstIndex(of: node) ?? -1)"
    return (container > 0 ? pointer(to: container) : "") + "/" + token
  }
}
