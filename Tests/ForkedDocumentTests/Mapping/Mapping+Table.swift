import ForkedJSON
import ForkedSchema

@testable import ForkedDocument

extension Mapping {
  /// The mapping of the texts of base, ours and theirs; of base and ours without theirs.
  init(_ texts: [String?]) throws {
    let roots = try texts.map { try $0.map(json) }
    self =
      if let theirs = roots[2] {
        Mapping(base: roots[0], ours: roots[1] ?? theirs, theirs: theirs, plan: .none)
      } else if let old = roots[0] {
        Mapping(old: old, new: roots[1] ?? old, plan: .none)
      } else {
        throw MissingVersion()
      }
  }

  struct MissingVersion: Error {}

  /// The rows as pointers in the three versions: `/a | /b | -`; the root is `/`.
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
