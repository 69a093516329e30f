import Forked

/// An alignment with a place for every insertion, from which items and texts are made.
struct ThreeWayScript {
  let alignment: ThreeWayAlignment
  let ourInsertions: [Hunk]
  let theirInsertions: [Hunk]
  let insertions: [Insertion]
  /// The index in ours of each element of base; -1 if ours deleted it.
  let ourPlaces: [Int32]
  /// The index in theirs of each element of base; -1 if theirs deleted it.
  let theirPlaces: [Int32]

  /// Creates a script of which only the given inserting hunks count.
  /// - Parameter mayJoin: true if a replacement and an insertion of the same run within it or at its edge are one.
  init(
    _ alignment: ThreeWayAlignment, ourInsertions: [Hunk], theirInsertions: [Hunk], mayJoin: Bool
  ) {
    self.alignment = alignment
    self.ourInsertions = ourInsertions
    self.theirInsertions = theirInsertions
    var placement = InsertionPlacement(
      ours: alignment.ours, ourHunks: ourInsertions,
      theirs: alignment.theirs, theirHunks: theirInsertions, mayJoin: mayJoin)
    insertions = placement.insertions()
    ourPlaces = ThreeWayAlignment.places(of: alignment.base.count, after: alignment.ourHunks)
    theirPlaces = ThreeWayAlignment.places(of: alignment.base.count, after: alignment.theirHunks)
  }

  /// Returns true if both sides kept an element of base.
  func isKept(_ element: Int) -> Bool { ourPlaces[element] >= 0 && theirPlaces[element] >= 0 }
}

extension ThreeWayScript {
  /// Calls `write` with the items of an insertion: `first`'s before the other's, common ends once.
  /// - Parameter commonEnds: returns how many of the elements that both inserted are one at either end.
  func writeItems(
    of insertion: Insertion, commonEnds: ([Int], [Int]) -> (prefix: Int, suffix: Int),
    first: (MeetingRuns) throws -> MergeSide, _ write: (SequenceItem) -> Void
  ) rethrows {
    let (ourHunks, theirHunks) = (ourInsertions[insertion.ours], theirInsertions[insertion.theirs])
    if theirHunks.isEmpty {
      for hunk in ourHunks { for place in hunk.new { write(.insertedByOurs(place)) } }
    } else if ourHunks.isEmpty {
      for hunk in theirHunks { for place in hunk.new { write(.insertedByTheirs(place)) } }
    } else {
      let (ours, theirs) = (ourHunks.flatMap(\.new), theirHunks.flatMap(\.new))
      try writeItems(
        meetingAt: insertion.gap, ours, theirs, commonEnds(ours, theirs), first: first, write)
    }
  }

  private func writeItems(
    meetingAt gap: Int, _ ours: [Int], _ theirs: [Int], _ ends: (prefix: Int, suffix: Int),
    first: (MeetingRuns) throws -> MergeSide, _ write: (SequenceItem) -> Void
  ) rethrows {
    let (prefix, suffix) = ends
    let runs = MeetingRuns(
      ours: Array(ours[prefix..<ours.count - suffix]),
      theirs: Array(theirs[prefix..<theirs.count - suffix]), isAtEnd: gap == alignment.base.count)
    func writeBoth(_ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>) {
      for (our, their) in zip(ours, theirs) { write(.insertedByBoth(ours: our, theirs: their)) }
    }
    func writeOurs() { for place in runs.ours { write(.insertedByOurs(place)) } }
    func writeTheirs() { for place in runs.theirs { write(.insertedByTheirs(place)) } }
    writeBoth(ours[..<prefix], theirs[..<prefix])
    if try first(runs) == .ours {
      writeOurs()
      writeTheirs()
    } else {
      writeTheirs()
      writeOurs()
    }
    writeBoth(ours.suffix(suffix), theirs.suffix(suffix))
  }
}

/// An insertion at one gap of base, by either side or both.
///
/// A gap is named by the index of the element after it. Elements that the insertion replaces come after the gap.
struct Insertion: Sendable, Hashable {
  var gap: Int
  /// The end of the elements that both replaced; equal to `gap` unless both replaced overlapping elements differently.
  var end: Int
  /// Inserting hunks of ours, as indices into the list that the placement was created with.
  var ours: Range<Int>
  /// Inserting hunks of theirs.
  var theirs: Range<Int>

  var isByBoth: Bool { !ours.isEmpty && !theirs.isEmpty }
}
