import ForkedTestSupport
import Testing

@testable import ForkedMerge

@Suite struct SequenceDiffTests {
  @Test func isAShortestScriptWithinTheLimit() {
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let alphabet = 1 + random.below(6)
      let old = (0..<random.below(40)).map { _ in random.below(alphabet) - 1 }
      let new = (0..<random.below(40)).map { _ in random.below(alphabet) - 1 }
      let runs = SequenceDiff.commonRuns(old: old, new: new)
      expectValid(runs, old, new, "seed \(seed)")
      #expect(
        runs.reduce(0) { $0 + $1.count } == commonCount(old, new),
        "seed \(seed): \(old) -> \(new): \(runs)")
    }
  }

  @Test func staysCorrectBeyondTheLimit() {
    for seed in 0..<4 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let alphabet = [2, 30, 1000, 100_000][Int(seed)]
      let old = (0..<6000).map { _ in random.below(alphabet) }
      let new = (0..<5000).map { _ in random.below(alphabet) }
      expectValid(SequenceDiff.commonRuns(old: old, new: new), old, new, "seed \(seed)")
    }
  }

  @Test func manyEditsOfOneDocumentAreAllFound() {
    var random = SeededGenerator(seed: 1)
    let old = (0..<40_000).map { $0 }
    var new = old
    for index in old.indices where random.below(10) == 0 { new[index] = -1 - index % 7 }
    let runs = SequenceDiff.commonRuns(old: old, new: new)
    #expect(runs.reduce(0) { $0 + $1.count } == new.count { $0 >= 0 })
  }

  @Test func insertionsAndDeletionsStandAsLateAsTheyCan() {
    #expect(
      SequenceDiff.commonRuns(old: [1, 2, 3], new: [1, 2, 2, 3])
        == [CommonRun(old: 0, new: 0, count: 2), CommonRun(old: 2, new: 3, count: 1)])
    #expect(
      SequenceDiff.commonRuns(old: [1, 2, 1, 2, 9], new: [1, 2, 9])
        == [CommonRun(old: 0, new: 0, count: 2), CommonRun(old: 4, new: 2, count: 1)])
  }

  @Test func extremeTokensAreTokensLikeOthers() {
    let old = [Int.min, 5, Int.max]
    #expect(
      SequenceDiff.commonRuns(old: old, new: [5, Int.max, Int.min])
        == [CommonRun(old: 1, new: 0, count: 2)])
  }

  private func expectValid(_ runs: [CommonRun], _ old: [Int], _ new: [Int], _ trail: Comment) {
    var (oldEnd, newEnd) = (0, 0)
    for (index, run) in runs.enumerated() {
      let touches = index > 0 && run.old == oldEnd && run.new == newEnd
      #expect(run.count > 0 && run.old >= oldEnd && run.new >= newEnd && !touches, trail)
      (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
      #expect(oldEnd <= old.count && newEnd <= new.count, trail)
      #expect(old[run.old..<oldEnd] == new[run.new..<newEnd], trail)
    }
  }
}
