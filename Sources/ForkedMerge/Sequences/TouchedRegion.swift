/// Elements of base that both sides changed, with the elements that either side has instead.
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
    var ours = HunkCursor(alignment.ourHunks)
    var theirs = HunkCursor(alignment.theirHunks)
    while let start = earlier(ours.next, theirs.next) {
      var end = start.upperBound
      repeat {
        while ours.take(before: &end) {}
      } while theirs.take(before: &end)
      if ours.taken.isEmpty, theirs.taken.isEmpty {
        if ours.next?.old == start { ours.skip() } else { theirs.skip() }
      } else if !ours.taken.isEmpty, !theirs.taken.isEmpty,
        (ours.taken + theirs.taken).contains(where: { !$0.isDeletion })
      {
        regions.append(
          TouchedRegion(base: start.lowerBound..<end, ours: ours.taken, theirs: theirs.taken))
        ours.claim()
        theirs.claim()
      } else {
        ours.release()
        theirs.release()
      }
    }
    return (regions, ours.rest, theirs.rest)
  }

  private init(base: Range<Int>, ours: ArraySlice<Hunk>, theirs: ArraySlice<Hunk>) {
    self.base = base
    self.ours = Self.side(of: base, changedBy: ours)
    self.theirs = Self.side(of: base, changedBy: theirs)
    (ourHunks, theirHunks) = (ours, theirs)
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

/// The hunks of one side, taken in order.
private struct HunkCursor {
  private let hunks: [Hunk]
  private var start = 0
  private var end = 0
  /// The inserting hunks that are in no region.
  private(set) var rest: [Hunk] = []

  init(_ hunks: [Hunk]) { self.hunks = hunks }

  var next: Hunk? { end < hunks.count ? hunks[end] : nil }
  var taken: ArraySlice<Hunk> { hunks[start..<end] }

  /// Takes the next hunk if it shares an element with the range that ends at `end`, or inserts within it.
  mutating func take(before end: inout Int) -> Bool {
    guard let hunk = next, hunk.old.lowerBound < end else { return false }
    end = max(end, hunk.old.upperBound)
    self.end += 1
    return true
  }

  mutating func skip() {
    end += 1
    release()
  }

  mutating func release() {
    rest += taken.filter { !$0.isDeletion }
    start = end
  }

  mutating func claim() { start = end }
}
