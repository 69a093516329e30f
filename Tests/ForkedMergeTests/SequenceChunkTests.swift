import Forked
import ForkedMerge
import Testing

/// Examples of changes that are independent, and of changes in conflict.
@Suite struct SequenceChunkTests {
  @Test func changesOfNeighboursDoNotMeet() {
    expectChunks(
      [1, 2, 3, 4], [1, 9, 3, 4], [1, 2, 8, 4],
      [
        .unchanged(base: 0..<1, ours: 0..<1, theirs: 0..<1),
        .changedByOurs(base: 1..<2, ours: 1..<2, theirs: 1..<2),
        .changedByTheirs(base: 2..<3, ours: 2..<3, theirs: 2..<3),
        .unchanged(base: 3..<4, ours: 3..<4, theirs: 3..<4),
      ])
  }

  @Test(arguments: [MergeSide.ours, .theirs])
  func anInsertionStaysOnItsSideOfAReplacement(first: MergeSide) {
    expectMerged([1, 2, 3, 4], [1, 9, 4], [1, 2, 3, 8, 4], first, [1, 9, 8, 4])
    expectMerged([1, 2, 3, 4], [1, 9, 4], [1, 8, 2, 3, 4], first, [1, 8, 9, 4])
    expectChunks(
      [1, 2, 3, 4], [1, 9, 4], [1, 2, 3, 8, 4],
      [
        .unchanged(base: 0..<1, ours: 0..<1, theirs: 0..<1),
        .changedByOurs(base: 1..<3, ours: 1..<2, theirs: 1..<3),
        .changedByTheirs(base: 3..<3, ours: 2..<2, theirs: 3..<4),
        .unchanged(base: 3..<4, ours: 2..<3, theirs: 4..<5),
      ])
  }

  @Test func insertionsOfBothAtOneIndexConflictOnAnEmptyBase() {
    expectChunks(
      [1, 2], [1, 8, 2], [1, 9, 2],
      [
        .unchanged(base: 0..<1, ours: 0..<1, theirs: 0..<1),
        .conflict(base: 1..<1, ours: 1..<2, theirs: 1..<2),
        .unchanged(base: 1..<2, ours: 2..<3, theirs: 2..<3),
      ])
    expectMerged([1, 2], [1, 8, 2], [1, 9, 2], .ours, [1, 8, 9, 2])
    expectMerged([1, 2], [1, 8, 2], [1, 9, 2], .theirs, [1, 9, 8, 2])
  }

  @Test func replacementsThatShareAnElementConflict() {
    expectChunks(
      [1, 2, 3, 4, 5], [1, 8, 4, 5], [1, 2, 9, 5],
      [
        .unchanged(base: 0..<1, ours: 0..<1, theirs: 0..<1),
        .conflict(base: 1..<4, ours: 1..<3, theirs: 1..<3),
        .unchanged(base: 4..<5, ours: 3..<4, theirs: 3..<4),
      ])
    expectMerged([1, 2, 3, 4, 5], [1, 8, 4, 5], [1, 2, 9, 5], .theirs, [1, 9, 8, 5])
  }

  @Test func deletionsNeverConflict() {
    let conflict = { (chunk: SequenceChunk) in if case .conflict = chunk { true } else { false } }
    #expect(!chunks([1, 2, 3], [1, 3], [1, 9, 3]).contains(where: conflict))
    expectMerged([1, 2, 3], [1, 3], [1, 9, 3], .ours, [1, 9, 3])
    #expect(!chunks([1, 2, 3, 4], [1, 4], [1, 2, 9, 3, 4]).contains(where: conflict))
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

  /// Two replacements stay in conflict, even if one of them is also inserted beside the other.
  @Test func replacementsThatMeetConflictInAnyContext() {
    let (base, ours, theirs) = ([1, 2, 3, 4], [9, 4], [9, 1, 8, 3, 4])
    let conflict = chunks(base, ours, theirs).filter {
      if case .conflict = $0 { true } else { false }
    }
    #expect(conflict == [.conflict(base: 0..<3, ours: 0..<1, theirs: 1..<4)])
    expectMerged(base, ours, theirs, .ours, [9, 9, 8, 4])
  }

  private func chunks(_ base: [Int], _ ours: [Int], _ theirs: [Int]) -> [SequenceChunk] {
    SequenceMerge(base: base, ours: ours, theirs: theirs).chunks
  }

  private func expectChunks(
    _ base: [Int], _ ours: [Int], _ theirs: [Int], _ expected: [SequenceChunk],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(chunks(base, ours, theirs) == expected, sourceLocation: location)
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
