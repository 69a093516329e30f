import Testing

@testable import ForkedMerge

/// A conflict holds all of each change that it meets, and nothing of any other.
@Suite struct SequenceConflictTests {
  @Test func everyChangeLiesWithinOneOrOutsideOfAll() {
    forAll(Versions.sequences) { v, trail in
      let merge = v.merge
      let sides = [
        (merge.alignment.ourHunks, \SequenceRegion.ours),
        (merge.alignment.theirHunks, \SequenceRegion.theirs),
      ]
      for conflict in merge.conflicts() {
        for (hunks, range) in sides {
          #expect(
            conflict.holdsWholly(hunks, at: conflict[keyPath: range]),
            trail)
        }
      }
    }
  }

  @Test func theyAreApartAndBothSidesSayOtherwiseThere() {
    forAll(Versions.sequences) { v, trail in
      let conflicts = v.merge.conflicts()
      for (one, next) in zip(conflicts, conflicts.dropFirst()) {
        #expect(one.base.upperBound <= next.base.lowerBound, trail)
      }
      for conflict in conflicts {
        let (base, ours, theirs) = (
          v.base[conflict.base], v.ours[conflict.ours], v.theirs[conflict.theirs]
        )
        #expect(ours != base && theirs != base && ours != theirs, trail)
      }
    }
  }

  @Test func anInsertionAtTheEdgeLiesOutside() {
    let conflicts = SequenceMerge(base: [1, 2, 3, 4], ours: [1, 9, 3, 8, 4], theirs: [1, 7, 4])
      .conflicts()
    #expect(conflicts == [SequenceRegion(base: 1..<3, ours: 1..<3, theirs: 1..<2)])
  }
}

extension SequenceRegion {
  /// True if `place` is where a side that made these changes has what stands here, whole changes only.
  fileprivate func holdsWholly(_ hunks: [Hunk], at place: Range<Int>) -> Bool {
    let inside = hunks.filter { hunk in
      hunk.old.isEmpty ? place.contains(hunk.new) : hunk.old.overlaps(base)
    }
    let growth = inside.reduce(0) { $0 + $1.new.count - $1.old.count }
    return place.count == base.count + growth
      && hunks.allSatisfy { hunk in
        let isApart =
          hunk.new.upperBound <= place.lowerBound || place.upperBound <= hunk.new.lowerBound
        guard inside.contains(hunk) else { return isApart }
        let isBetween =
          base.lowerBound <= hunk.old.lowerBound && hunk.old.upperBound <= base.upperBound
        return isBetween && place.contains(hunk.new)
      }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
