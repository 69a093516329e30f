import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// The merger, broken on purpose: the audit stops it, whatever the three versions are.
struct BrokenMergerTests {
  @Test(
    .enabled(if: LawSeeds.isOptimized, "the package Laws has it: fewer merges say little"),
    arguments: Sabotage.allCases, [false, true])
  func isStopped(by sabotage: Sabotage, declared: Bool) throws {
    var (tried, caught) = (0, 0)
    for seed in 0..<AuditFuzzTests.rounds / 3 {
      let random = try RandomMerge(seed: seed, declared: declared)
      let word = try MergersWord(of: random.merge)
      guard let spoiled = try sabotage.spoiling(word, of: random.merge) else { continue }
      tried += 1
      let defects = random.merge.audit(
        spoiled.merged, decisions: spoiled.decisions, conflicts: spoiled.conflicts)
      caught += defects.isEmpty ? 0 : 1
      if defects.isEmpty { print("\(sabotage) is not seen: seed \(seed), declared \(declared)") }
    }
    print("\(sabotage), \(declared ? "declared" : "inferred"): caught \(caught) of \(tried)")
    #expect(caught * 100 >= tried * sabotage.leastCaught)
    #expect(tried >= 5, "the sabotage met too few merges to show anything")
  }

  /// The way on which every merge goes out.
  @Test func comesOutAsDefectiveAndNeverAsClean() throws {
    let merge = try DocumentMerge([#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#])
    var outcome = try merge.merged()
    #expect(try merge.audited(outcome).isClean)
    outcome.value = .value(.keep(merge.ours.root))
    let stopped = try merge.audited(outcome)
    #expect(!stopped.isClean)
    #expect(stopped.defects.map(\.pointer.description) == ["/b"])
  }

  /// An edit that a merger put on another record, which it says is the same.
  @Test func wrongPairsAreCaught() throws {
    let (a, b) = (#"{"t":"a","u":"b","m":0}"#, #"{"t":"c","u":"d","m":0}"#)
    let (edited, other) = (#"{"t":"a","u":"b","m":1}"#, #"{"t":"c","u":"d","m":1}"#)
    let merge = try DocumentMerge([
      "[\(a), \(b)]", "[\(edited), \(b)]", #"[\#(a), \#(b), {"t":"x"}]"#,
    ])
    func defects(_ merged: String, theirPlaces: [Int]) throws -> [AuditDefect] {
      let versions = [merge.base, merge.ours, merge.theirs].map { document in
        document.map { Array($0.root.elements) } ?? []
      }
      let pairs = theirPlaces.enumerated().map { index, their in
        MergeDecision(
          pointer: JSONPointer().appending(index: index), path: PropertyPath([.index(index)]),
          strategy: .object, origin: .inferred,
          outcome: .paired(
            base: versions[0][index], ours: versions[1][index], theirs: versions[2][their],
            evidence: ""))
      }
      return merge.audit(try parse(merged), decisions: pairs, conflicts: [])
    }
    let right = #"[\#(edited), \#(b), {"t":"x"}]"#
    let wrong = #"[\#(other), \#(a), {"t":"x"}]"#
    #expect(try defects(right, theirPlaces: [0, 1]).isEmpty)
    #expect(try !defects(wrong, theirPlaces: [1, 0]).isEmpty)
  }
}
