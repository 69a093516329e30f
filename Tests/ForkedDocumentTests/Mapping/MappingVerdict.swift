import ForkedJSON
import ForkedTestSupport

@testable import ForkedDocument

/// A mapping, compared with the identities of its nodes.
struct MappingVerdict {
  /// Joins of two things of other values, though the texts speak for other ones.
  private(set) var wrong: [String] = []
  /// Joins of two things of which the texts say that they are one: they have half of their leaves in common, and no
  /// less than what they truly are.
  private(set) var unclear: [String] = []
  private(set) var joined = 0
  private(set) var joinable = 0
  private(set) var opened = 0

  /// Of the wrong ones, those of what the sides added.
  private(set) var wrongAdditions = 0
  private let documents: [JSONDocument]
  private let texts: [HiddenText]
  private let mapping: Mapping

  init(_ versions: [HiddenThing], breaksLines: Bool = true) throws {
    texts = versions.map { HiddenText($0, breaksLines: breaksLines) }
    documents = try texts.map { try JSONDocument(parsing: Array($0.text.utf8)) }
    mapping = Mapping(
      base: documents[0].root, ours: documents[1].root, theirs: documents[2].root)
    judge()
  }

  private mutating func judge() {
    var seen: Set<[Int]> = []
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
      for (number, row) in mapping.rows.enumerated() {
        guard let first = row[.allCases[one]], let second = row[.allCases[other]] else { continue }
        let (id, otherID) = (texts[one].identities[first], texts[other].identities[second])
        guard id != otherID, id > 0, otherID > 0 else { continue }
        // Where base has it, one of the sides is joined wrongly with base.
        guard one == 0 || row[.base] == nil else { continue }
        let (node, partner) = (documents[one].node(at: first), documents[other].node(at: second))
        guard node != partner, seen.insert([id, otherID]).inserted, !isInWrong(number, one, other)
        else { continue }
        let text = "\(names[one]) \(node) = \(names[other]) \(partner)".filter { !$0.isWhitespace }
        if isUnclear(node, id, one, partner, otherID, other) {
          unclear.append(text)
        } else {
          wrong.append(text)
          if one == 1 { wrongAdditions += 1 }
        }
      }
    }
    for side in 1...2 { countRecall(side) }
  }

  private let names = ["base", "ours", "theirs"]

  /// Returns true if the row's containers are joined wrongly, too.
  private func isInWrong(_ row: Int, _ one: Int, _ other: Int) -> Bool {
    let containers = [one, other].map { version -> Int? in
      guard let node = mapping.rows[row][.allCases[version]] else { return nil }
      return parent(of: node, in: version)
    }
    guard let first = containers[0], let second = containers[1] else { return false }
    let rows = zip([one, other], [first, second]).map {
      mapping.row(of: $1, in: .allCases[$0])
    }
    return rows[0] == rows[1]
      && texts[one].identities[first] != texts[other].identities[second]
  }

  private func parent(of node: Int, in version: Int) -> Int? {
    (0..<node).last { documents[version].node(at: $0).ordinals.contains(node) && $0 != node }
  }

  private func isUnclear(
    _ node: JSONNode, _ id: Int, _ one: Int, _ partner: JSONNode, _ otherID: Int, _ other: Int
  ) -> Bool {
    let (leaves, others) = (Self.leaves(node), Self.leaves(partner))
    let truths = [(id, other, leaves), (otherID, one, others)].compactMap {
      id, version, leaves -> (shared: Int, most: Int)? in
      guard let place = texts[version].identities.firstIndex(of: id) else { return nil }
      let truth = Self.leaves(documents[version].node(at: place))
      return (truth.intersection(leaves).count, max(truth.count, leaves.count))
    }
    // Under one key all may have changed, if nothing else is half of what stood there.
    if key(of: node) != nil, key(of: node) == key(of: partner) {
      return truths.allSatisfy { $0.shared * 2 <= $0.most }
    }
    // Of equal twins, no text says which is which.
    let hasTwin = [(node, one), (partner, other)].contains { node, version in
      node.kind.isContainer
        && documents[version].root.ordinals.count { documents[version].node(at: $0) == node } > 1
    }
    let shared = leaves.intersection(others).count
    return hasTwin
      || shared * 2 >= max(leaves.count, others.count)
        && truths.allSatisfy { $0.shared <= shared }
  }

  private func key(of node: JSONNode) -> String? {
    guard node.ordinal > 0 else { return nil }
    let key = node.document.node(at: node.ordinal - 1)
    let container = (0..<node.ordinal).last {
      let other = node.document.node(at: $0)
      return other.kind.isContainer && other.ordinals.contains(node.ordinal)
    }
    guard let container, node.document.node(at: container).kind == .object else { return nil }
    return "\(key)"
  }

  private static func leaves(_ node: JSONNode, _ path: String = "") -> Set<String> {
    switch node.kind {
    case .object:
      node.members.reduce(into: []) { $0.formUnion(leaves($1.value, path + "/\($1.key)")) }
    // A list of numbers, such as a point, is one value.
    case .array where !path.isEmpty && node.elements.allSatisfy({ $0.kind == .number }):
      node.count == 0 ? [] : [path + "=\(node)".filter { !$0.isWhitespace }]
    case .array: node.elements.reduce(into: []) { $0.formUnion(leaves($1, path + "/*")) }
    default: [path + "=\(node)"]
    }
  }

  private mutating func countRecall(_ side: Int) {
    let places = Dictionary(
      texts[side].identities.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for (ordinal, id) in texts[0].identities.enumerated() where id > 0 {
      guard documents[0].node(at: ordinal).kind.isContainer, let partner = places[id] else {
        continue
      }
      joinable += 1
      let row = mapping.row(of: ordinal, in: .base)
      if row == mapping.row(of: partner, in: .allCases[side]) {
        joined += 1
      } else if mapping.isOpen(row) {
        opened += 1
      }
    }
  }

  var trail: String {
    zip(names, texts).map { "--- \($0)\n\($1.text)" }.joined()
      + "--- joined wrongly\n" + wrong.joined(separator: "\n")
      + "\n--- unclear\n" + unclear.joined(separator: "\n")
  }
}

/// The verdicts of one generator.
struct MappingTally {
  let name: String
  private(set) var counts = Counts()

  init(_ name: String) { self.name = name }

  mutating func add(_ verdict: MappingVerdict) {
    counts.add("cases")
    if !verdict.wrong.isEmpty { counts.add("wrong") }
    if verdict.wrongAdditions > 0 { counts.add("wrong additions") }
    if !verdict.unclear.isEmpty { counts.add("unclear") }
    counts["joined"] += verdict.joined
    counts["joinable"] += verdict.joinable
    counts["open"] += verdict.opened
  }

  var row: String {
    let cases = counts.text("cases", "wrong", "wrong additions", "unclear")
    return "mapping, \(name): \(cases), \(counts.text("joined", "open", "joinable"))"
  }
}
