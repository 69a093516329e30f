import ForkedTestSupport
import Testing

@testable import ForkedMerge

/// Positions that are equal and say different things.
@Suite struct PositionConflictTests {
  /// Both moved an element to one number, and one side renumbered its neighbours: so the number is in two gaps.
  @Test func oneNumberInTwoGapsIsDecidedAlikeForBothSides() {
    let lists = ListCase(
      base: PositionedList(tokens: [0, 1, 2, 3], positions: [0, 10, 20, 30]),
      ours: PositionedList(tokens: [1, 0, 2, 3], positions: [10, 15, 20, 30]),
      theirs: PositionedList(tokens: [1, 2, 0, 3], positions: [10, 12, 15, 30]))
    let merged = lists.merged()
    #expect(merged.list == lists.swapped.merged().list)
    #expect(merged.list.isSorted)
    #expect(merged.list.tokens.filter { $0 != 0 } == [1, 2, 3])
  }

  /// An element without a position does not drive out a neighbour by its former one.
  @Test func aFormerPositionThatIsTakenIsDrawnAnew() {
    var random = SeededGenerator(seed: 1)
    let missing = KnownPosition(nil, former: 10)
    for (elements, kept) in [
      ([missing, KnownPosition(10)], 1), ([KnownPosition(10), missing], 0),
    ] {
      let arranged = PositionRange.documents.arranged(
        elements, ties: { _, _ in false }, using: &random)
      #expect(arranged[kept] == 10)
      #expect(arranged[0] < arranged[1])
    }
  }
}
