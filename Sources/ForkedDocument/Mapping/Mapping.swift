import Forked
import ForkedJSON
import ForkedSchema

/// The assignment of the nodes of three versions of a document to things.
///
/// It is computed once, before anything is merged, and everything that asks which is which reads it. A node is an
/// object, an array or a scalar of one version; a row is one thing. Each node is in exactly one row.
struct Mapping {
  /// The versions that a mapping knows.
  enum Version: Int, CaseIterable, Sendable {
    case base, ours, theirs
  }

  /// One thing: its node in each version.
  struct Row: Sendable, Hashable {
    fileprivate var nodes: SIMD3<Int32>

    /// The ordinal of its node in a version; nil if it is missing there.
    subscript(version: Version) -> Int? {
      nodes[version.rawValue] < 0 ? nil : Int(nodes[version.rawValue])
    }
  }

  /// A node that a row may have in a version, though nothing singles it out.
  struct Candidate: Hashable, Sendable {
    var version: Version
    var row: Int
  }

  /// The rows: those of base's nodes in their order, then those of ours that are not in base, then theirs.
  private(set) var rows: [Row] = []
  private var rowNumbers: [[Int32]] = [[], [], []]
  let tables: [NodeTable?]
  private var openRows: [Int: Set<Int>] = [:]
  let pairs: [VersionPair?]
}

extension Mapping {
  /// Maps three versions of a document, or of one value of it; without a base, both sides added it.
  /// - Complexity: O(bytes + n log n) in expectation, for n nodes.
  init(base: JSONNode?, ours: JSONNode, theirs: JSONNode, plan: FieldPlan = .none) {
    var numbers = SubtreeNumbers()
    let old = base.map { numbers.table(of: $0) }
    let (our, their) = (numbers.table(of: ours), numbers.table(of: theirs))
    tables = [old, our, their]
    pairs = [
      old.map { VersionPair($0, our, plan: plan) }, old.map { VersionPair($0, their, plan: plan) },
      VersionPair(our, their, plan: plan),
    ]
    compose()
  }

  /// Maps two versions, as base and ours, by usual ids where nothing speaks against them.
  init(old: JSONNode, new: JSONNode, plan: FieldPlan = .none) {
    var numbers = SubtreeNumbers()
    let (base, ours) = (numbers.table(of: old), numbers.table(of: new))
    tables = [base, ours, nil]
    pairs = [VersionPair(base, ours, plan: plan, trustsUsualIDs: true), nil, nil]
    compose()
  }

  /// Returns the row of a node.
  func row(of ordinal: Int, in version: Version) -> Int {
    Int(rowNumbers[version.rawValue][ordinal])
  }

  /// Returns the row of a node of a version.
  func row(of node: JSONNode, in version: Version) -> Int {
    row(of: tables[version.rawValue]?.ordinal(of: node) ?? 0, in: version)
  }

  /// Returns true if these nodes, one of each version, are one thing.
  func hasRow(of nodes: [JSONNode?]) -> Bool {
    guard zip(nodes, tables).allSatisfy({ $0 != nil && $0?.document === $1?.document }) else {
      return false
    }
    return Set(
      zip(nodes, Version.allCases).compactMap { node, version in
        node.map { row(of: $0, in: version) }
      }
    ).count == 1
  }

  /// Returns the row of the object or array that a row's node stands in; nil for the root, and where it is missing.
  func container(of row: Int, in version: Version) -> Int? {
    guard let node = rows[row][version], node > 0, let table = tables[version.rawValue] else {
      return nil
    }
    return self.row(of: table.parent(node), in: version)
  }

  /// Returns a row's node in a version.
  func node(_ row: Int, in version: Version) -> JSONNode? {
    rows[row][version].flatMap { tables[version.rawValue]?.node($0) }
  }

  /// The rows that may be the same thing as an open row; empty for a row that is not open.
  func candidates(of row: Int) -> [Int] { openRows[row].map { $0.sorted() } ?? [] }

  /// True if a node of a version may be this thing, though nothing singles it out.
  func isOpen(_ row: Int) -> Bool { openRows[row] != nil }

  private mutating func compose() {
    var composition = Composition(tables: tables, pairs: pairs)
    composition.run()
    for (version, table) in tables.enumerated() {
      rowNumbers[version] = Array(repeating: -1, count: table?.count ?? 0)
    }
    for nodes in composition.rows {
      for version in 0..<3 where nodes[version] >= 0 {
        rowNumbers[version][Int(nodes[version])] = Int32(truncatingIfNeeded: rows.count)
      }
      rows.append(Row(nodes: nodes))
    }
    for (one, other) in composition.open {
      let (row, candidate) = (
        Int(rowNumbers[one.version][one.node]), Int(rowNumbers[other.version][other.node])
      )
      guard row != candidate else { continue }
      openRows[row, default: []].insert(candidate)
      openRows[candidate, default: []].insert(row)
    }
  }
}
