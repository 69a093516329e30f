import ForkedJSON

/// The evidence by which two nodes are one thing, for people.
struct MappingEvidence: CustomStringConvertible, Sendable {
  var reason: MatchReason
  /// The paths of equal parts that nothing beside the two nodes has, sorted.
  var telling: [String]
  /// The number of equal parts, without regard to their weights.
  var equal: Int
  /// The number of parts that either has: one that was changed counts twice.
  var all: Int

  static let place = "matched by its place"

  /// A phrase such as "matched by /sku, and 5 of 6 other parts".
  var description: String {
    switch reason {
    case .root: return "the whole document"
    case .equal: return "equal"
    case .key: return "matched by its key" + rest(of: equal, all)
    case .identity: return "matched by its declared id" + rest(of: equal, all)
    case .place: return Self.place + rest(of: equal, all)
    case .likeness, .elsewhere:
      let start = reason == .elsewhere ? "moved, matched by " : "matched by "
      guard let first = telling.first else { return start + "\(equal) of \(all) parts" }
      return start + first + rest(of: equal - 1, all - 1)
    }
  }

  private func rest(of equal: Int, _ all: Int) -> String {
    all > 0 ? ", and \(equal) of \(all) \(all == 1 ? "other part" : "other parts")" : ""
  }
}

extension Mapping {
  /// Returns the evidence for which a row has its nodes in two versions; nil if it is missing in one.
  /// - Complexity: O(bytes of the row's nodes), and O(bytes of their containers) for each container once.
  func evidence(
    of row: Int, _ one: Version, _ other: Version, _ siblings: SiblingParts = SiblingParts()
  ) -> MappingEvidence? {
    guard let node = rows[row][one], let partner = rows[row][other],
      let table = tables[one.rawValue], let otherTable = tables[other.rawValue]
    else { return nil }
    let (parts, others) = (table.parts(of: node), otherTable.parts(of: partner))
    let equal = parts.intersection(others)
    let telling = equal.filter {
      siblings.count($0, beside: node, table) <= 1
        && siblings.count($0, beside: partner, otherTable) <= 1
    }
    return MappingEvidence(
      reason: reason(node, one, other),
      telling: telling.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      equal: equal.count, all: parts.union(others).count)
  }

  private func reason(_ node: Int, _ one: Version, _ other: Version) -> MatchReason {
    let pair = one == .base ? pairs[other.rawValue - 1] : pairs[2]
    guard let pair, pair.new(of: node) >= 0 else { return .elsewhere }
    return pair.reasons[node]
  }
}

/// The number of children of each container that hold a part, counted when it is asked for.
final class SiblingParts {
  private struct Container: Hashable {
    var document: ObjectIdentifier
    var node: Int
  }

  private var counts: [Container: [NodeTable.Part: Int]] = [:]

  /// Returns how many of a node and its siblings hold a part.
  fileprivate func count(_ part: NodeTable.Part, beside node: Int, _ table: NodeTable) -> Int {
    guard node > 0 else { return 1 }
    let container = Container(
      document: ObjectIdentifier(table.document), node: table.parent(node))
    if let known = counts[container] { return known[part] ?? 0 }
    var found: [NodeTable.Part: Int] = [:]
    for child in table.children(container.node) {
      for part in table.parts(of: child) { found[part, default: 0] += 1 }
    }
    counts[container] = found
    return found[part] ?? 0
  }
}

extension NodeTable {
  /// A value with its path, in which `*` stands for the elements of a list.
  fileprivate struct Part: Hashable {
    var path: String
    var number: Int
  }

  fileprivate func parts(of node: Int) -> Set<Part> {
    var parts: Set<Part> = []
    collect(node, "", &parts)
    return parts
  }

  private func collect(_ node: Int, _ path: String, _ parts: inout Set<Part>) {
    guard kinds[node].isContainer else {
      parts.insert(Part(path: path, number: number(node)))
      return
    }
    for child in children(node) {
      let key = isMember(child) ? self.node(child - 1).string?.description ?? "" : "*"
      collect(child, "\(path)/\(key)", &parts)
    }
  }
}
