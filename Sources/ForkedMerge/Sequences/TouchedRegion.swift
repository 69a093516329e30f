/// Elements of base that both sides changed, with the elements that either side has instead; in texts, their bytes.
///
/// If one side inserted elements into, or in place of, those that the other changed, a merge by finer pieces may find
/// more in common. Deletions by both need none.
struct TouchedRegion: Sendable {
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
  /// The changes of ours in the region.
  var ourHunks: ArraySlice<Hunk>
  /// The changes of theirs in the region.
  var theirHunks: ArraySlice<Hunk>

  /// Returns all regions in order, and the inserting hunks that are in none.
  /// - Complexity: O(hunks).
  static func find(
    in alignment: ThreeWayAlignment
  ) -> (regions: [TouchedRegion], ourRest: [Hunk], theirRest: [Hunk]) {
    var regions: [TouchedRegion] = []
    var (ourRest, theirRest): ([Hunk], [Hunk]) = ([], [])
    var (ours, theirs) = (alignment.ourHunks[...], alignment.theirHunks[...])
    while let start = earlier(ours.first, theirs.first) {
      var end = start.upperBound
      var taken = Hunk.overlapping(ours, theirs, &end)
      if taken == (0, 0) { taken = ours.first?.old == start ? (1, 0) : (0, 1) }
      let (our, their) = (ours.prefix(taken.ours), theirs.prefix(taken.theirs))
      if !our.isEmpty, !their.isEmpty, (our + their).contains(where: { !$0.isDeletion }) {
        regions.append(TouchedRegion(base: start.lowerBound..<end, ours: our, theirs: their))
      } else {
        ourRest += our.filter { !$0.isDeletion }
        theirRest += their.filter { !$0.isDeletion }
      }
      ours.removeFirst(taken.ours)
      theirs.removeFirst(taken.theirs)
    }
    return (regions, ourRest, theirRest)
  }
}

extension TouchedRegion {
  private init(base: Range<Int>, ours: ArraySlice<Hunk>, theirs: ArraySlice<Hunk>) {
    self.init(
      base: base, ours: Self.side(of: base, changedBy: ours),
      theirs: Self.side(of: base, changedBy: theirs), ourHunks: ours, theirHunks: theirs)
  }

  /// Returns the range of a side that corresponds to `base`, in which it changed something.
  private static func side(of base: Range<Int>, changedBy hunks: ArraySlice<Hunk>) -> Range<Int> {
    guard let first = hunks.first, let last = hunks.last else { return 0..<0 }
    let start = first.new.lowerBound - (first.old.lowerBound - base.lowerBound)
    return start..<last.new.upperBound + (base.upperBound - last.old.upperBound)
  }

  /// Returns the range of the hunk that comes first in base.
  private static func earlier(_ one: Hunk?, _ other: Hunk?) -> Range<Int>? {
    guard let one, let other else { return one?.old ?? other?.old }
    return other.precedes(one) ? other.old : one.old
  }
}

extension Hunk {
  /// Returns true if this hunk comes first in base; of hunks that start at one gap, the pure insertion does.
  func precedes(_ other: Hunk) -> Bool {
    (old.lowerBound, old.isEmpty ? 0 : 1) < (other.old.lowerBound, other.old.isEmpty ? 0 : 1)
  }
}
