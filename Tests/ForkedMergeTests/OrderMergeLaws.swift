import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

@Suite struct OrderMergeLaws {
  @Test func oneSideUnchangedOrBothAlike() {
    forAll(Versions.orders) { v, trail in
      for first in [MergeSide.ours, .theirs] {
        for (ours, theirs) in [(v.ours, v.base), (v.base, v.ours), (v.ours, v.ours)] {
          let result = OrderMerge.merge(
            base: v.base, ours: ours, theirs: theirs, first: first,
            survives: Set(v.ours).contains)
          #expect(result.order == v.ours, trail)
          #expect(result.movedByBoth.isEmpty, trail)
        }
      }
    }
  }

  @Test func swappingSidesAndFirstChangesNothing() {
    forAll(Versions.orders) { v, trail in
      let survivors = survivors(of: v)
      let one = OrderMerge.merge(
        base: v.base, ours: v.ours, theirs: v.theirs, first: .ours, survives: survivors.contains)
      let other = OrderMerge.merge(
        base: v.base, ours: v.theirs, theirs: v.ours, first: .theirs, survives: survivors.contains)
      #expect(one == other, trail)
    }
  }

  @Test func independentOrdersAreTheSameForBoth() {
    var independent = 0
    forAll(Versions.orders) { v, trail in
      let survivors = survivors(of: v)
      let results = [MergeSide.ours, .theirs].map { first in
        OrderMerge.merge(
          base: v.base, ours: v.ours, theirs: v.theirs, first: first, survives: survivors.contains)
      }
      #expect(results[0].dependsOnFirst == results[1].dependsOnFirst, trail)
      if results[0].dependsOnFirst { return }
      independent += 1
      #expect(results[0] == results[1], trail)
    }
    #expect(independent > 0)
  }

  @Test func survivorsAppearOnceAndTheUnmovedKeepTheirOrder() {
    forAll(Versions.orders) { v, trail in
      let survivors = survivors(of: v)
      let result = OrderMerge.merge(
        base: v.base, ours: v.ours, theirs: v.theirs, first: .theirs, survives: survivors.contains)
      #expect(Set(result.order) == survivors, trail)
      #expect(result.order.count == survivors.count, trail)
      let moved = Set(
        OrderMerge.moved(base: v.base, order: v.ours)
          + OrderMerge.moved(base: v.base, order: v.theirs))
      let unmoved = Set(v.base).subtracting(moved).intersection(survivors)
      #expect(
        result.order.filter(unmoved.contains) == v.base.filter(unmoved.contains),
        trail)
    }
  }

  @Test func disjointMovesCombine() {
    #expect(
      merged([1, 2, 3, 4, 5, 6], [2, 3, 1, 4, 5, 6], [1, 2, 3, 6, 4, 5]) == [2, 3, 1, 6, 4, 5])
  }

  @Test func aBlockMovesTogetherAndNewElementsFollowTheirNeighbour() {
    #expect(merged([1, 2, 3, 4, 5], [4, 5, 1, 2, 3], [1, 2, 9, 3, 4, 5]) == [4, 5, 1, 2, 9, 3])
    #expect(merged([1, 2], [1, 7, 8, 2], [1, 9, 2]) == [1, 7, 8, 9, 2])
  }

  @Test func movedByBothGoesWhereFirstPutIt() {
    let result = OrderMerge.merge(
      base: [1, 2, 3, 4, 5], ours: [5, 1, 2, 3, 4], theirs: [1, 2, 5, 3, 4], first: .theirs,
      survives: { _ in true })
    #expect(result.order == [1, 2, 5, 3, 4])
    #expect(result.movedByBoth == [5])
  }

  @Test func movedIntoOneGapInTwoOrdersIsMovedByBoth() {
    for first in [MergeSide.ours, .theirs] {
      let result = OrderMerge.merge(
        base: [1, 2, 3, 4, 5], ours: [4, 5, 1, 2, 3], theirs: [5, 4, 1, 2, 3], first: first,
        survives: { _ in true })
      #expect(result.order == (first == .ours ? [4, 5, 1, 2, 3] : [5, 4, 1, 2, 3]))
      #expect(result.movedByBoth.count == 1)
    }
  }

  @Test func survivorsOfADeletionStayInTheirPlace() {
    #expect(merged([1, 2, 3], [1, 3], [1, 2, 3]) == [1, 2, 3])
    #expect(merged([1, 2, 3], [2, 3], [2, 3, 1]) == [2, 3, 1])
  }

  @Test func insertedByBothAppearsOnce() {
    #expect(merged([1, 2], [1, 8, 9, 2], [1, 7, 8, 2]) == [1, 7, 8, 9, 2])
    #expect(merged([1, 2], [9, 1, 2], [1, 2, 9]) == [9, 1, 2])
  }

  private func survivors(of versions: Versions<[Int]>) -> Set<Int> {
    var random = SeededGenerator(seed: versions.seed &+ 77)
    return Set(versions.base + versions.ours + versions.theirs).filter { _ in random.below(5) > 0 }
  }

  private func merged(_ base: [Int], _ ours: [Int], _ theirs: [Int]) -> [Int] {
    OrderMerge.merge(base: base, ours: ours, theirs: theirs, first: .ours) { _ in true }.order
  }
}
