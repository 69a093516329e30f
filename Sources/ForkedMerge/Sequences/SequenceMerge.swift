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
  /// The deletions and replacements of either side.
  let ourChanges: [Hunk]
  let theirChanges: [Hunk]
  private let fixed: Set<Int>

  /// Aligns base with either side.
  /// - Complexity: that of `SequenceDiff.commonRuns`, twice.
  public init(base: [Int], ours: [Int], theirs: [Int]) {
    self.init(
      ThreeWayAlignment(base: base, ours: ours, theirs: theirs), fixed: [], areMatched: false)
  }

  /// Aligns base with either side by known runs.
  ///
  /// - Parameters:
  ///   - ourRuns: the runs of elements with equal tokens that ours kept, in order.
  ///   - theirRuns: the same for theirs.
  ///   - fixed: the tokens of elements that are too much alike to be matched after a move.
  /// - Complexity: O(n).
  public init(
    base: [Int], ours: [Int], theirs: [Int], ourRuns: [CommonRun], theirRuns: [CommonRun],
    fixed: Set<Int>
  ) {
    self.init(
      ThreeWayAlignment(
        base: base, ours: ours, theirs: theirs,
        ourHunks: Hunk.between(ourRuns, oldCount: base.count, newCount: ours.count),
        theirHunks: Hunk.between(theirRuns, oldCount: base.count, newCount: theirs.count)),
      fixed: fixed, areMatched: true)
  }

  private init(_ alignment: ThreeWayAlignment, fixed: Set<Int>, areMatched: Bool) {
    let (base, ours, theirs) = (alignment.base, alignment.ours, alignment.theirs)
    let alignment = ThreeWayAlignment(
      base: base, ours: ours, theirs: theirs,
      ourHunks: Hunk.splitAtRepetitions(alignment.ourHunks, old: base),
      theirHunks: Hunk.splitAtRepetitions(alignment.theirHunks, old: base))
    ourMoves = SequenceMoves(base: base, side: ours, hunks: alignment.ourHunks, fixed: fixed)
    theirMoves = SequenceMoves(base: base, side: theirs, hunks: alignment.theirHunks, fixed: fixed)
    self.fixed = fixed
    ourChanges = ourMoves.changes(alignment.ourHunks, areMatched: areMatched)
    theirChanges = theirMoves.changes(alignment.theirHunks, areMatched: areMatched)
    self.alignment = ThreeWayAlignment(
      base: base, ours: ours, theirs: theirs, ourHunks: ourMoves.apart(alignment.ourHunks),
      theirHunks: theirMoves.apart(alignment.theirHunks))
  }

  /// True if a side moved an element.
  public var hasMoves: Bool { !ourMoves.places.isEmpty || !theirMoves.places.isEmpty }

  /// True if both sides moved one element; then `first` may decide its place.
  /// - Complexity: O(moves) in expectation.
  public var hasElementsMovedByBoth: Bool {
    ourMoves.places.keys.contains { theirMoves.places[$0] != nil }
  }

  /// True if it is not known what became of a fixed element.
  ///
  /// So it is if one side seems to have moved it, and the other has moved it too, or has another number of such
  /// elements than base.
  /// - Complexity: O(n) in expectation; constant if nothing is fixed.
  public var hasUncertainMoves: Bool {
    guard !fixed.isEmpty else { return false }
    let (base, ours, theirs) = (alignment.base, alignment.ours, alignment.theirs)
    let moved = [(ours, alignment.ourHunks), (theirs, alignment.theirHunks)].map { side, hunks in
      Set(
        SequenceMoves(base: base, side: side, hunks: hunks).places.keys.map { base[$0] }
      ).intersection(fixed)
    }
    if !moved[0].isDisjoint(with: moved[1]) { return true }
    func counts(_ tokens: [Int]) -> [Int: Int] {
      tokens.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let inBase = counts(base)
    return [(moved[0], counts(theirs)), (moved[1], counts(ours))].contains { moved, other in
      moved.contains { inBase[$0] != other[$0] }
    }
  }

  /// Returns the whole merge.
  ///
  /// - An element of base is in the result if neither side deleted it.
  /// - An element that one side moved goes where that side put it; moved by both to different places, where `first` put
  ///   it. A move doesn't beat a deletion.
  /// - Elements that a side inserted go to their gap of base, together and in their order.
  /// - If both inserted at one place, `first`'s elements come before the other's. A common prefix and suffix of the two
  ///   (all of them, if they are equal) appear once. `chunks` shows which insertions are at one place: those at one
  ///   gap, and those that replaced overlapping elements.
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

  /// The changes of each side as chunks in the order of base.
  ///
  /// The chunks cover all three sequences. Neighbouring chunks are of different kinds, except for `conflict`. A moved
  /// element is a deletion at one place and an insertion at the other.
  /// - Complexity: O(n).
  public var chunks: [SequenceChunk] { Self.chunks(of: alignment) }
}

/// A part of a three-way alignment; chunks follow each other without gaps in all three sequences.
public enum SequenceChunk: Sendable, Hashable {
  /// Neither side changed it.
  case unchanged(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only ours changed it; the range of theirs holds base's elements.
  case changedByOurs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only theirs changed it; the range of ours holds base's elements.
  case changedByTheirs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both sides changed it equally.
  case changedAlike(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both sides inserted different elements here.
  ///
  /// If `base` is empty, both inserted at one place between two elements of base. Otherwise both *replaced* elements of
  /// it: each deleted some and inserted others, both deleted at least one common element, and the inserted elements
  /// differ. Deletions alone are never in conflict. An insertion within elements that the other side deleted or
  /// replaced is a chunk of its own, and changes that only touch are separate chunks.
  case conflict(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
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

extension SequenceMerge {
  static func chunks(of alignment: ThreeWayAlignment) -> [SequenceChunk] {
    let script = ThreeWayScript(alignment)
    var list = ChunkList()
    var element = 0
    for insertion in script.insertions {
      list.append(elements: element..<insertion.gap, of: script)
      list.append(insertion, of: script)
      element = insertion.end
    }
    list.append(elements: element..<alignment.base.count, of: script)
    return list.chunks
  }
}

/// Collects chunks, each of which starts where the last one ended.
private struct ChunkList {
  enum Kind { case unchanged, byOurs, byTheirs, alike, conflict }

  private(set) var chunks: [SequenceChunk] = []
  private var last: Kind?
  private var base = 0..<0
  private var ours = 0..<0
  private var theirs = 0..<0

  mutating func append(elements: Range<Int>, of script: ThreeWayScript) {
    for element in elements {
      let (our, their) = (script.ourPlaces[element] >= 0, script.theirPlaces[element] >= 0)
      let kind: Kind = our ? (their ? .unchanged : .byTheirs) : (their ? .byOurs : .alike)
      append(kind, base: 1, ours: our ? 1 : 0, theirs: their ? 1 : 0)
    }
  }

  mutating func append(_ insertion: Insertion, of script: ThreeWayScript) {
    let region = script.region(of: insertion)
    let (our, their) = (region.ours.count, region.theirs.count)
    append(
      kind(of: insertion, ours: our, theirs: their, in: script.alignment),
      base: region.base.count, ours: our, theirs: their)
  }

  private func kind(
    of insertion: Insertion, ours our: Int, theirs their: Int, in alignment: ThreeWayAlignment
  ) -> Kind {
    guard insertion.isByBoth else { return insertion.theirs.isEmpty ? .byOurs : .byTheirs }
    guard our == their else { return .conflict }
    let ourStart = ours.upperBound
    let theirStart = theirs.upperBound
    let alike =
      alignment.ours[ourStart..<ourStart + our] == alignment.theirs[theirStart..<theirStart + their]
    return alike ? .alike : .conflict
  }

  private mutating func append(_ kind: Kind, base: Int, ours: Int, theirs: Int) {
    let joins = kind == last && kind != .conflict
    self.base = Self.next(after: self.base, count: base, joins: joins)
    self.ours = Self.next(after: self.ours, count: ours, joins: joins)
    self.theirs = Self.next(after: self.theirs, count: theirs, joins: joins)
    if joins { chunks.removeLast() }
    last = kind
    chunks.append(chunk(kind))
  }

  private static func next(after range: Range<Int>, count: Int, joins: Bool) -> Range<Int> {
    (joins ? range.lowerBound : range.upperBound)..<range.upperBound + count
  }

  private func chunk(_ kind: Kind) -> SequenceChunk {
    switch kind {
    case .unchanged: .unchanged(base: base, ours: ours, theirs: theirs)
    case .byOurs: .changedByOurs(base: base, ours: ours, theirs: theirs)
    case .byTheirs: .changedByTheirs(base: base, ours: ours, theirs: theirs)
    case .alike: .changedAlike(base: base, ours: ours, theirs: theirs)
    case .conflict: .conflict(base: base, ours: ours, theirs: theirs)
    }
  }
}
