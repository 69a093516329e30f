import Forked

extension ThreeWayScript {
  /// What stands at a place where something was inserted: `first`'s before the other's, common ends once.
  func items(
    of insertion: Insertion, first: (MeetingRuns) -> MergeSide
  ) -> [SequenceItem] {
    let ours = ourInsertions[insertion.ours].flatMap(\.new)
    let theirs = theirInsertions[insertion.theirs].flatMap(\.new)
    guard !theirs.isEmpty else { return ours.map { .insertedByOurs($0) } }
    guard !ours.isEmpty else { return theirs.map { .insertedByTheirs($0) } }
    let (prefix, suffix) = commonEnds(ours, theirs)
    let both = zip(ours, theirs).prefix(prefix)
    let bothAtEnd = zip(ours.suffix(suffix), theirs.suffix(suffix))
    let runs = MeetingRuns(
      ours: Array(ours[prefix..<ours.count - suffix]),
      theirs: Array(theirs[prefix..<theirs.count - suffix]),
      isAtEnd: insertion.gap == alignment.base.count)
    let our = runs.ours.map { SequenceItem.insertedByOurs($0) }
    let their = runs.theirs.map { SequenceItem.insertedByTheirs($0) }
    return both.map { .insertedByBoth(ours: $0, theirs: $1) }
      + (first(runs) == .ours ? our + their : their + our)
      + bothAtEnd.map { .insertedByBoth(ours: $0, theirs: $1) }
  }

  private func commonEnds(_ ours: [Int], _ theirs: [Int]) -> (prefix: Int, suffix: Int) {
    func areEqual(_ our: Int, _ their: Int) -> Bool {
      alignment.ours[our] == alignment.theirs[their]
    }
    let shorter = min(ours.count, theirs.count)
    var prefix = 0
    while prefix < shorter, areEqual(ours[prefix], theirs[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      areEqual(ours[ours.count - 1 - suffix], theirs[theirs.count - 1 - suffix])
    {
      suffix += 1
    }
    return (prefix, suffix)
  }
}
