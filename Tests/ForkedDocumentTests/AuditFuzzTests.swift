import Forked
import Foundation
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Random documents, edited by both sides and merged: the audit finds nothing wrong in what the engine makes of
/// them, and something wrong in nearly all of what was changed afterwards.
struct AuditFuzzTests {
  /// More by `FORK_FUZZ_ROUNDS`.
  static let rounds = UInt64(
    LawSeeds.number("FORK_FUZZ_ROUNDS") ?? (LawSeeds.isOptimized ? 300 : 30))

  @Test(arguments: [false, true])
  func mergesHaveNoDefects(declared: Bool) throws {
    for seed in 0..<Self.rounds {
      let merge = try RandomMerge(seed: seed, declared: declared)
      let result = try merge.merge.run()
      #expect(result.defects.isEmpty, "seed \(seed), declared \(declared)\n\(merge.trail)")
    }
  }

  @Test(
    .enabled(if: LawSeeds.isOptimized, "the package Laws has it: fewer merges say little"),
    arguments: [false, true])
  func changesOfTheResultAreCaught(declared: Bool) throws {
    try measure(declared: declared, changedByBoth: false) { $0.leastCaught }
  }

  /// If both sides changed one property, there is more than one good result.
  @Test(
    .enabled(if: LawSeeds.isOptimized, "the package Laws has it: fewer merges say little"),
    arguments: [false, true])
  func damageOfValuesThatBothChangedIsMostlyCaught(declared: Bool) throws {
    try measure(declared: declared, changedByBoth: true) { $0.leastCaughtOfChangesByBoth }
  }

  private func measure(
    declared: Bool, changedByBoth: Bool, least: (Damage) -> Int
  ) throws {
    var caught: [Damage: (caught: Int, all: Int)] = [:]
    for seed in 0..<Self.rounds {
      let merge = try RandomMerge(seed: seed, declared: declared)
      let result = try merge.merge.run()
      guard result.isClean else { continue }
      let merged = try JSONDocument(parsing: result.bytes)
      var damages = DamageMaker(
        seed: seed, merged, sides: [merge.base, merge.merge.ours, merge.merge.theirs])
      for damage in Damage.allCases {
        guard let damaged = damages.damaged(by: damage, changedByBoth: changedByBoth) else {
          continue
        }
        let defects = merge.merge.audit(damaged, decisions: result.decisions, conflicts: [])
        caught[damage, default: (0, 0)].all += 1
        caught[damage, default: (0, 0)].caught += defects.isEmpty ? 0 : 1
      }
    }
    for (damage, count) in caught.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let place =
        "\(declared ? "declared" : "inferred"), \(changedByBoth ? "in conflict" : "without conflict")"
      print("\(place), \(damage): caught \(count.caught) of \(count.all)")
      #expect(count.caught * 100 >= count.all * least(damage), "\(place), \(damage)")
    }
  }
}

/// Three versions of a random document.
struct RandomMerge {
  let base: JSONDocument
  let merge: DocumentMerge
  let trail: String

  init(seed: UInt64, declared: Bool) throws {
    var generator = AuditGenerator(seed: seed)
    let draft = generator.document()
    let most = generator.random.pick([3, 6, 20])
    let focus = generator.random.pick(AuditGenerator.fields)
    let ours = generator.edited(draft, times: generator.random.below(most), focus: focus)
    let theirs = generator.edited(draft, times: generator.random.below(most), focus: focus)
    let indent = generator.random.pick([nil, 2, 4])
    let theirIndent = generator.random.oneIn(5) ? nil : indent
    let texts = [
      draft.text(indent: indent), ours.text(indent: indent), theirs.text(indent: theirIndent),
    ]
    base = try parse(texts[0])
    let later: MergeSide = generator.random.oneIn(2) ? .ours : .theirs
    let knowsHistory = !generator.random.oneIn(4)
    merge = DocumentMerge(
      base: generator.random.oneIn(12) ? nil : base, ours: try parse(texts[1]),
      theirs: try parse(texts[2]), plan: declared ? try Self.plan() : .none,
      policy: generator.random.pick([nil, nil, .mostRecent, .manual, .prefer(.theirs)]),
      recency: { _ in knowsHistory ? Recency(later: later) : nil })
    trail = texts.joined(separator: "\n")
  }

  private static func plan() throws -> FieldPlan {
    try SchemaSet(root: Array(AuditGenerator.schema.utf8), load: { _ in nil })
      .plan(forDocument: "a.json")
  }
}
