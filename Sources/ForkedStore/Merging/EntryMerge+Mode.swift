import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

extension EntryMerge {
  /// The mode that one side changed. Where both made the file, each with a mode of its own, the later one's stands, or
  /// the one that can be run where no history is known; never in silence, and never for a person to decide.
  func mode(
    of diverged: TreeMerge.Diverged, base: FileMode?, ours: FileMode, theirs: FileMode
  ) throws -> (FileMode, [MergeDecision]) {
    if ours == theirs || theirs == base { return (ours, []) }
    if ours == base { return (theirs, []) }
    let contest = Contest(diverged, in: self)
    let (side, recency) = try sideOfMode(contest, hasOursExecutable: ours == .executable)
    let decision = MergeDecision(
      document: contest.path.description,
      outcome: .gaveWay(
        kept: SideValue(side: side, recency), dropped: SideValue(side: side.other, recency)),
      reason: .executable(side))
    return (side == .ours ? ours : theirs, [decision])
  }

  private func sideOfMode(
    _ contest: Contest, hasOursExecutable: Bool
  ) throws -> (MergeSide, Recency?) {
    let runnable: MergeSide = hasOursExecutable ? .ours : .theirs
    switch (contest.choice, contest.policy) {
    case (.ours, _), (nil, .prefer(.ours)): return (.ours, nil)
    case (.theirs, _), (nil, .prefer(.theirs)): return (.theirs, nil)
    case (_, .base): return (runnable, nil)
    default:
      let recency = try contest.recency(.file)
      return (recency?.later ?? runnable, recency)
    }
  }
}
