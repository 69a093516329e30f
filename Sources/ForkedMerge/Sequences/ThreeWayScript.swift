/// An alignment with every insertion placed: what chunks, items and texts are read from.
struct ThreeWayScript {
  let alignment: ThreeWayAlignment
  let ourInsertions: [Hunk]
  let theirInsertions: [Hunk]
  let insertions: [Insertion]
  /// Where ours has each element of base; -1 where it deleted it.
  let ourPlaces: [Int32]
  /// Where theirs has each element of base; -1 where it deleted it.
  let theirPlaces: [Int32]

  init(_ alignment: ThreeWayAlignment) {
    self.init(
      alignment, ourInsertions: InsertionPlacement.inserting(alignment.ourHunks),
      theirInsertions: InsertionPlacement.inserting(alignment.theirHunks))
  }

  /// A script of which only the given inserting hunks count.
  init(_ alignment: ThreeWayAlignment, ourInsertions: [Hunk], theirInsertions: [Hunk]) {
    self.alignment = alignment
    self.ourInsertions = ourInsertions
    self.theirInsertions = theirInsertions
    var placement = InsertionPlacement(
      ours: alignment.ours, ourHunks: ourInsertions,
      theirs: alignment.theirs, theirHunks: theirInsertions)
    insertions = placement.insertions()
    ourPlaces = ThreeWayAlignment.places(of: alignment.base.count, after: alignment.ourHunks)
    theirPlaces = ThreeWayAlignment.places(of: alignment.base.count, after: alignment.theirHunks)
  }

  /// Whether both sides kept an element of base.
  func isKept(_ element: Int) -> Bool { ourPlaces[element] >= 0 && theirPlaces[element] >= 0 }

  /// What both replaced at one place, with what either side has there.
  func region(of insertion: Insertion) -> TouchedRegion {
    let base = insertion.gap..<insertion.end
    return TouchedRegion(
      base: base,
      ours: Self.range(of: ourInsertions[insertion.ours], and: ourPlaces[base]),
      theirs: Self.range(of: theirInsertions[insertion.theirs], and: theirPlaces[base]))
  }

  private static func range(of hunks: ArraySlice<Hunk>, and places: ArraySlice<Int32>) -> Range<Int>
  {
    guard let first = hunks.first, let last = hunks.last else { return 0..<0 }
    let before = places.first { $0 >= 0 }.map { Int($0) } ?? first.new.lowerBound
    let after = places.last { $0 >= 0 }.map { Int($0) } ?? last.new.upperBound - 1
    return min(before, first.new.lowerBound)..<max(after + 1, last.new.upperBound)
  }
}
