import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Conflicts in lists of values, repeated ones too: the audit stops nearly every merger that hides one.
///
/// A result that is a clean merge by some shortest scripts holds the changes of both sides (``ListVerdict``).
///
/// `FORK_LAW_CASES` sets how many lists there are, 2,000 at least, as a share of fewer says little, and `FORK_LAW_SEED` the
/// first seed.
struct ListSabotageTests {
  private static let count = max(LawSeeds.count(usually: 2000), 2000)

  /// The greatest number of unseen conflicts to a hundred hidden ones that are caught. They are in lists in which
  /// values that repeat were deleted or values moved, so that no run is certain. Each value stands as often in the
  /// result as a merge may have it: only the place of a value can be lost.
  private static let mostUnseen = 7

  @Test(
    .enabled(if: LawSeeds.isOptimized, "the package Laws has it: fewer lists say little"),
    arguments: [ListKind.strings, .words])
  func hiddenConflictsAreStopped(kind: ListKind) throws {
    var (conflicts, caught, right, refused) = (0, 0, 0, 0)
    var unseen: [String] = []
    for index in 0..<UInt64(Self.count) {
      let lists = ListCase(seed: LawSeeds.first + index, kind: kind, isApart: false)
      let merge = try lists.merge()
      let word = try MergersWord(of: merge)
      let defects = merge.audit(
        word.merged, decisions: word.decisions, conflicts: word.conflicts)
      if !defects.isEmpty { refused += 1 }
      guard !word.conflicts.isEmpty else { continue }
      conflicts += 1
      for merged in [word.merged, merge.ours, merge.theirs] {
        if !merge.audit(merged, decisions: word.decisions, conflicts: []).isEmpty {
          caught += 1
        } else if case .wrong = lists.verdict(of: try lists.list(of: merged.bytes)) {
          unseen.append("\(lists.trail)\nmerged \(merged.root)")
        } else {
          right += 1
        }
      }
    }
    print(
      "lists of \(kind): \(conflicts) conflicts, hidden and caught \(caught), "
        + "right after all \(right), unseen \(unseen.count)")
    #expect(refused * 50 <= Self.count, "\(refused) refused as they are")
    #expect(conflicts * 20 > Self.count, "too few conflicts to show anything")
    let holds = unseen.count * 100 <= caught * Self.mostUnseen
    #expect(holds, "\(unseen.prefix(20).joined(separator: "\n"))")
  }
}
