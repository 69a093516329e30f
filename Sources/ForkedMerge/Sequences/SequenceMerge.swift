public import Forked

/// The three-way merge of sequences whose elements are tokens: equal integers for equal elements.
///
/// The result depends on base and the two sides only. Swapping the sides together with `first` swaps their names in the
/// result and changes nothing else.
public struct SequenceMerge: Sendable {
  /// A merged sequence, with the elements whose moves could not all be kept.
  public struct Result: Sendable, Hashable {
    /// The elements in merged order.
    public var items: [SequenceItem]
    /// The elements of base that both sides moved to different places: the place of `first` was taken.
    public var movedByBoth: [Int] = []
    /// The elements of base that one side moved and the other deleted: they are deleted.
    public var movedAndDeleted: [Int] = []
  }

  let alignment: ThreeWayAlignment
  let ourMoves: SequenceMoves
  let theirMoves: SequenceMoves
  /// The changes of either side, apart from moves; what is open is one change.
  let ourChanges: [SequenceChange]
  let theirChanges: [SequenceChange]
  /// True if only equal runs of both sides are one.
  let isStrict: Bool

  /// Aligns base with either side by shortest edit scripts.
  ///
  /// - Parameters:
  ///   - strictly: true if the caller leaves ``conflicts(once:)`` to the user, and equal values may be two things.
  ///     Then nothing needs to be joined or moved that may be two.
  /// - Complexity: O(n + c²) in expectation for scripts that cost c, bounded as `SequenceDiff.commonRuns`, twice.
  public init(
    base: [Int], ours: [Int], theirs: [Int], strictly: Bool = false
  ) {
    isStrict = strictly
    let sides = [ours, theirs]
    let scripts = [
      EditAlignment(old: base, new: ours),
      EditAlignment(old: base, new: theirs),
    ]
    let moves = zip(scripts, sides).map { script, side in
      SequenceMoves(
        base: base, side: side, hunks: script.hunks, isUnique: script.isUnique,
        thingsOnly: strictly)
    }
    let apart = zip(scripts, moves).map { $1.apart($0.hunks) }
    let inserted = zip(apart, moves).map { $1.insertions($0) }
    func divided(_ hunks: [Hunk], of side: Int) -> [Hunk] {
      Hunk.divided(hunks, of: sides[side], at: inserted[1 - side], of: sides[1 - side])
    }
    let hunks = [divided(apart[0], of: 0), divided(apart[1], of: 1)]
    let changes = (0...1).map { side in
      let changed = moves[side].changes(scripts[side].hunks)
      return SequenceChange.list(
        divided(changed, of: side).filter { !$0.isInsertion },
        insertions: moves[side].insertions(hunks[side]), open: scripts[side].open)
    }
    ourMoves = moves[0]
    theirMoves = moves[1]
    ourChanges = changes[0]
    theirChanges = changes[1]
    alignment = ThreeWayAlignment(
      base: base, ours: ours, theirs: theirs, ourHunks: hunks[0], theirHunks: hunks[1])
  }

  /// Returns what a side did to base: 2 for each inserted or deleted element, 3 for each replaced one.
  /// - Complexity: O(changes).
  public func cost(of side: MergeSide) -> Int {
    (side == .ours ? alignment.ourHunks : alignment.theirHunks).reduce(0) { cost, hunk in
      let replaced = min(hunk.old.count, hunk.new.count)
      return cost + 2 * (hunk.old.count + hunk.new.count) - replaced
    }
  }

  /// True if a side moved an element.
  public var hasMoves: Bool { !ourMoves.places.isEmpty || !theirMoves.places.isEmpty }

  /// True if both sides moved one element; then `first` may decide its place.
  /// - Complexity: O(moves) in expectation.
  public var hasElementsMovedByBoth: Bool {
    ourMoves.places.keys.contains { theirMoves.places[$0] != nil }
  }

  /// Returns the whole merge.
  ///
  /// - An element of base is in the result if neither side deleted it.
  /// - An element that one side moved goes where that side put it; moved by both to different places, where `first` put
  ///   it. A move doesn't beat a deletion.
  /// - Elements that a side inserted go to their gap of base, together and in their order.
  /// - If both inserted at one gap, or replaced overlapping elements, `first`'s elements come before the other's. A
  ///   common prefix and suffix of the two (all of them, if they are equal) appear once.
  /// - An insertion before elements that the other side replaced stands before what replaced them, and one behind them
  ///   behind that.
  ///
  /// - Parameters:
  ///   - conflicts: the regions of ``conflicts`` that are in the result as one item each.
  ///   - first: the side whose insertions come first if both inserted at one place.
  ///   - firstOf: returns the side whose insertions come first at one such place; nil: `first`.
  /// - Throws: what `firstOf` throws.
  /// - Complexity: O(n).
  public func merged(
    around conflicts: [SequenceRegion], first: MergeSide,
    firstOf: (MeetingRuns) throws -> MergeSide?
  ) rethrows -> Result {
    var writer = SequenceWriter(self, conflicts: conflicts, first: first)
    return try writer.write { try firstOf($0) ?? first }
  }

  /// Returns the whole merge, without conflicts.
  /// - Parameter first: the side whose insertions come first if both inserted at one place.
  /// - Complexity: O(n).
  public func merged(first: MergeSide) -> Result {
    merged(around: [], first: first) { _ in first }
  }
}

/// One element of a merged sequence, by its indices in the inputs.
public enum SequenceItem: Sendable, Hashable {
  /// An element of base that both sides kept; if a side moved it, it is in its new place.
  case kept(base: Int, ours: Int, theirs: Int)
  /// An element that only ours inserted.
  case insertedByOurs(Int)
  /// An element that only theirs inserted.
  case insertedByTheirs(Int)
  /// An element that both inserted at one place, and that appears once.
  case insertedByBoth(ours: Int, theirs: Int)
  /// Elements of base that both sides replaced, or one replaced and the other deleted, with the elements that each side
  /// has instead. The decision is left to the caller.
  case conflict(base: Range<Int>, ours: [Int], theirs: [Int])
  /// An element that ours moved here out of a conflict: it is kept only if ours is kept there.
  case movedByOurs(Int)
  /// An element that theirs moved here out of a conflict: it is kept only if theirs is kept there.
  case movedByTheirs(Int)
}
