import Forked
import ForkedMerge
import Testing

/// Examples of changes that are independent, and of changes that meet.
@Suite struct MeetingChangesTests {
  @Test(arguments: [MergeSide.ours, .theirs])
  func anInsertionStaysOnItsSideOfAReplacement(first: MergeSide) {
    expectMerged([1, 2, 3, 4], [1, 9, 4], [1, 2, 3, 8, 4], first, [1, 9, 8, 4])
    expectMerged([1, 2, 3, 4], [1, 9, 4], [1, 8, 2, 3, 4], first, [1, 8, 9, 4])
  }

  @Test func insertionsOfBothAtOnePlaceAreInTheOrderOfTheSides() {
    expectMerged([1, 2], [1, 8, 2], [1, 9, 2], .ours, [1, 8, 9, 2])
    expectMerged([1, 2], [1, 8, 2], [1, 9, 2], .theirs, [1, 9, 8, 2])
  }

  @Test func replacementsThatShareAnElementAreInTheOrderOfTheSides() {
    expectMerged([1, 2, 3, 4, 5], [1, 8, 4, 5], [1, 2, 9, 5], .theirs, [1, 9, 8, 5])
    expectMerged([1, 2, 3, 4], [9, 4], [9, 1, 8, 3, 4], .ours, [9, 9, 8, 4])
  }

  @Test func anInsertionStaysAmongDeletedElements() {
    expectMerged([1, 2, 3], [1, 3], [1, 9, 3], .ours, [1, 9, 3])
    expectMerged([1, 2, 3, 4], [1, 4], [1, 2, 9, 3, 4], .ours, [1, 9, 4])
  }

  @Test func commonEndsOfBothInsertionsAppearOnce() {
    expectMerged([1, 2], [1, 7, 8, 9, 2], [1, 7, 6, 9, 2], .ours, [1, 7, 8, 6, 9, 2])
    expectMerged([1, 2], [1, 7, 7, 2], [1, 7, 7, 7, 2], .ours, [1, 7, 7, 7, 2])
  }

  @Test func aReplacementAndAnInsertionOfTheSameRunAreTwoChanges() {
    expectMerged([1, 2], [1, 9], [1, 9, 2], .ours, [1, 9, 9])
    expectMerged([1, 2], [1, 9], [1, 2, 9], .theirs, [1, 9, 9])
    expectMerged([1, 2, 3], [9, 3], [9, 1, 2, 8], .ours, [9, 9, 8])
  }

  @Test func theSameRunAppearsOnceInPlaceOfElementsThatMeet() {
    expectMerged([1, 2, 3, 4], [1, 9, 4], [1, 9, 3, 4], .ours, [1, 9, 4])
  }

  @Test func anInsertionBeforeReplacementsThatMeetStaysBeforeThem() {
    expectMerged([1, 2, 3], [7, 3], [8, 1, 9], .ours, [8, 7, 9])
  }

  private func expectMerged(
    _ base: [Int], _ ours: [Int], _ theirs: [Int], _ first: MergeSide, _ expected: [Int],
    at location: SourceLocation = #_sourceLocation
  ) {
    let merged = SequenceMerge(base: base, ours: ours, theirs: theirs).merged(first: first).items
      .tokens(ours: ours, theirs: theirs)
    #expect(merged == expected, sourceLocation: location)
  }
}
