import Forked
import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// One side gave keys of an object to other content, and the other side changed that content: no change reaches another
/// record without a report.
///
/// Each record has an identity that its text does not show, so the true merge is known. The audit refuses a merge by keys
/// that is not the true one, and no other. `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct GivenKeyLawTests {
  @Test(arguments: KeyTrouble.allCases)
  fileprivate func changesStayOnTheirRecords(with trouble: KeyTrouble) throws {
    var counts = Counts()
    var shown: [String] = []
    for seed in DocumentLawTests.seeds {
      let keyCase = KeyCase(seed: seed, trouble)
      for isSwapped in [false, true] {
        try Self.judge(keyCase, isSwapped: isSwapped, &counts, &shown)
      }
    }
    let (wrong, alarm) = ("silently wrong", "right and refused")
    let row = counts.text("right", wrong, "wrong and refused", alarm, "conflict")
    print("keys, \(trouble): \(row)")
    #expect(counts[wrong] + counts[alarm] == 0, "\(shown.joined(separator: "\n"))")
    if trouble == .none {
      #expect(counts["wrong and refused"] + counts["conflict"] * 10 <= counts["right"])
    }
  }

  private static func judge(
    _ keyCase: KeyCase, isSwapped: Bool, _ counts: inout Counts, _ shown: inout [String]
  ) throws {
    let result = try keyCase.merge(isSwapped: isSwapped).run()
    guard result.conflicts.isEmpty else { return counts.add("conflict") }
    let isTrue = try keyCase.isTrue(result.bytes)
    switch (isTrue, result.defects.isEmpty) {
    case (true, true): return counts.add("right")
    case (false, false): return counts.add("wrong and refused")
    case (true, false): counts.add("right and refused")
    case (false, true): counts.add("silently wrong")
    }
    guard shown.count < 3 else { return }
    shown.append(
      """
      seed \(keyCase.seed), swapped \(isSwapped), defects \(result.defects.map(\.message))
      \(keyCase.texts.joined())\(result.text)
      """)
  }
}

/// What one side did with the keys.
private enum KeyTrouble: CaseIterable {
  case none, renamed, swapped, rotated, chained
  /// A record moved, and a new one took its key.
  case takenOver
  /// A record was deleted, and another one took its key.
  case inherited
}

/// Three versions of an object of records.
private struct KeyCase {
  private enum Change {
    case set(String, LawTree)
    case remove(String)
  }

  private typealias Entry = (key: String, identity: Int)

  let seed: UInt64
  /// The fields of each record before any change, by its identity.
  private var records: [[LawTree.Member]] = []
  private var base: [Entry] = []
  private var ours: [Entry] = []
  private var added: [Entry] = []
  private var changes: [(identity: Int, isOurs: Bool, change: Change)] = []
  private let isWrapped: Bool
  private let style: LawStyle

  init(seed: UInt64, _ trouble: KeyTrouble) {
    self.seed = seed
    var random = SeededGenerator(drawnFrom: seed)
    isWrapped = random.oneIn(2)
    style = LawStyle(unit: random.oneIn(4) ? nil : "  ")
    let shape = (hasID: random.oneIn(2), hasSource: random.oneIn(2), isDeep: random.oneIn(3))
    let count = 3 + random.below(4)
    for identity in 0..<count + 2 {
      records.append(Self.record(identity, shape.hasID, shape.hasSource, shape.isDeep, &random))
    }
    base = (0..<count).map { (key: "k\($0)", identity: $0) }
    if random.oneIn(2) { base.shuffle(using: &random) }
    ours = base
    giveKeys(trouble, new: count, &random)
    if random.oneIn(4) { added = [(key: "more", identity: count + 1)] }
    for _ in 0...random.below(3) { change(base.map(\.identity), isOurs: false, &random) }
    if random.oneIn(3) || trouble == .none {
      change(ours.map(\.identity).filter { $0 < count }, isOurs: true, &random)
    }
  }

  private static func record(
    _ identity: Int, _ hasID: Bool, _ hasSource: Bool, _ isDeep: Bool,
    _ random: inout SeededGenerator
  ) -> [LawTree.Member] {
    let mark = "\(identity)\(random.below(900) + 100)"
    var fields: [LawTree.Member] = [
      .init(key: "title", value: .scalar("\"title \(mark)\"")),
      .init(key: "kind", value: .scalar(random.pick(["\"circle\"", "\"square\""]))),
      .init(key: "on", value: .scalar(random.pick(["true", "false"]))),
      .init(key: "w", value: .scalar("\(random.below(4))")),
      .init(key: "state", value: .scalar("\"usual\"")),
    ]
    if hasID { fields.insert(.init(key: "id", value: .scalar("\(identity + 1)")), at: 0) }
    if hasSource { fields.append(.init(key: "src", value: .scalar("\"\(mark).png\""))) }
    if isDeep {
      let place = ["x", "y"].map {
        LawTree.Member(key: $0, value: .scalar("\(random.below(1000))"))
      }
      fields.append(.init(key: "pos", value: .object(place)))
    }
    return fields
  }

  /// Our keys.
  private mutating func giveKeys(
    _ trouble: KeyTrouble, new: Int, _ random: inout SeededGenerator
  ) {
    let places = ours.indices.shuffled(using: &random)
    let (one, other, third) = (places[0], places[1], places[2])
    let keys = [one, other, third].map { ours[$0].key }
    switch trouble {
    case .none: break
    case .renamed: ours[one].key = "new"
    case .swapped: (ours[one].key, ours[other].key) = (keys[1], keys[0])
    case .rotated:
      (ours[one].key, ours[other].key, ours[third].key) = (keys[1], keys[2], keys[0])
    case .chained: (ours[one].key, ours[other].key) = (keys[1], "new")
    case .takenOver:
      ours[one].key = "new"
      ours.append((key: keys[0], identity: new))
    case .inherited:
      ours[other].key = keys[0]
      ours.remove(at: one)
    }
    if random.oneIn(2) { ours.sort { $0.key < $1.key } }
  }

  /// Changes one record; both sides never change the same field.
  private mutating func change(
    _ identities: [Int], isOurs: Bool, _ random: inout SeededGenerator
  ) {
    let identity = random.pick(identities)
    let mark = "\(isOurs ? "ours" : "theirs") \(random.below(1000))"
    let change: Change =
      isOurs
      ? random.pick([.set("kind", .scalar("\"\(mark)\"")), .set("note", .scalar("\"\(mark)\""))])
      : random.pick([
        .set("on", .scalar("null")), .set("w", .scalar("17")), .remove("w"), .remove("state"),
        .set("more", .scalar("\"\(mark)\"")), .set("title", .scalar("\"\(mark)\"")),
        .set("state", .scalar("\"\(mark)\"")),
      ])
    changes.append((identity, isOurs, change))
  }

  private func tree(
    _ entries: [Entry], by isMade: ((identity: Int, isOurs: Bool, change: Change)) -> Bool
  ) -> LawTree {
    let members = entries.map { entry in
      var fields = records[entry.identity]
      for made in changes where made.identity == entry.identity && isMade(made) {
        switch made.change {
        case .set(let key, let value):
          if let place = fields.firstIndex(where: { $0.key == key }) {
            fields[place].value = value
          } else {
            fields.append(.init(key: key, value: value))
          }
        case .remove(let key): fields.removeAll { $0.key == key }
        }
      }
      return LawTree.Member(key: entry.key, value: .object(fields))
    }
    return isWrapped
      ? .object([
        .init(key: "version", value: .scalar("1")), .init(key: "items", value: .object(members)),
      ]) : .object(members)
  }

  /// Base, ours and theirs.
  var texts: [String] {
    [
      tree(base) { _ in false }, tree(ours) { $0.isOurs }, tree(base + added) { !$0.isOurs },
    ].map(style.document)
  }

  /// True if it has the records of both sides with the changes of both.
  ///
  /// What one side deleted and the other changed has no true merge.
  func isTrue(_ bytes: [UInt8]) throws -> Bool {
    let kept = Set(ours.map(\.identity))
    let isOpen = changes.contains { !$0.isOurs && !kept.contains($0.identity) }
    let truth = style.document(tree(ours + added) { _ in true })
    return try !isOpen && JSONDocument(parsing: bytes).root == json(truth)
  }

  func merge(isSwapped: Bool) throws -> DocumentMerge {
    let texts = texts
    return try DocumentMerge(isSwapped ? [texts[0], texts[2], texts[1]] : texts)
  }
}
