public import Forked

/// Three-way merge of sequences whose elements are tokens: equal integers for equal elements.
///
/// It depends on base and the two sides only, and swapping the sides (with `first`) swaps their names in the result and
/// nothing else.
public struct SequenceMerge: Sendable {
  /// A merged sequence, and what could not be as both sides wanted it.
  public struct Result: Sendable, Hashable {
    /// The elements in merged order.
    public var items: [SequenceItem]
    /// The elements of base that both sides moved, to different places: the place of `first` was taken.
    public var movedByBoth: [Int] = []
    /// The elements of base that one side moved and the other deleted: they are gone.
    public var movedAndDeleted: [Int] = []
  }

  let alignment: ThreeWayAlignment
  let ourMoves: SequenceMoves
  let theirMoves: SequenceMoves
  private let fixed: Set<Int>

  /// Aligns base with either side.
  /// - Complexity: that of `SequenceDiff.commonRuns`, twice.
  public init(base: [Int], ours: [Int], theirs: [Int]) {
    self.init(ThreeWayAlignment(base: base, ours: ours, theirs: theirs), fixed: [])
  }

  /// Aligns base with either side by runs that are known.
  ///
  /// - Parameters:
  ///   - ourRuns: the runs of elements that ours kept, in order; of equal tokens.
  ///   - theirRuns: the same for theirs.
  ///   - fixed: tokens of elements that are too much alike to say that one was moved.
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
      fixed: fixed)
  }

  private init(_ alignment: ThreeWayAlignment, fixed: Set<Int>) {
    let (base, ours, theirs) = (alignment.base, alignment.ours, alignment.theirs)
    let alignment = ThreeWayAlignment(
      base: base, ours: ours, theirs: theirs,
      ourHunks: Hunk.splitAtRepetitions(alignment.ourHunks, old: base),
      theirHunks: Hunk.splitAtRepetitions(alignment.theirHunks, old: base))
    ourMoves = SequenceMoves(base: base, side: ours, hunks: alignment.ourHunks, fixed: fixed)
    theirMoves = SequenceMoves(base: base, side: theirs, hunks: alignment.theirHunks, fixed: fixed)
    self.fixed = fixed
    self.alignment = ThreeWayAlignment(
      base: base, ours: ours, theirs: theirs, ourHunks: ourMoves.apart(alignment.ourHunks),
      theirHunks: theirMoves.apart(alignment.theirHunks))
  }

  /// True if one side has a fixed element in another place, as far as its value tells, and the other side has it more or
  /// less often than base or in another place, too: then it is not known what became of it.
  /// - Complexity: O(n) in expectation; constant where nothing is fixed.
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

  /// The whole merge.
  ///
  /// An element of base is there if neither side deleted it. One that a side moved stands where that side put it; moved
  /// by both to different places, where `first` put it; a move doesn't beat a deletion. What a side inserted stands in
  /// its gap of base, whole and in its order; where both inserted at one place, `first`'s stands before the other's,
  /// and a common prefix and suffix of the two (all, if they are equal) appear once. `chunks` says which insertions are
  /// at one place: at one gap, or where both replaced overlapping elements.
  ///
  /// - Parameters:
  ///   - disputes: regions of ``disputes`` that stand in the result as one item each.
  ///   - first: the side whose insertions come first where both inserted at one place.
  ///   - firstOf: the side whose insertions come first at one such place; nil there: `first`.
  /// - Complexity: O(n).
  public func merged(
    around disputes: [SequenceRegion] = [], first: MergeSide,
    firstOf: (MeetingRuns) -> MergeSide? = { _ in nil }
  ) -> Result {
    var writer = SequenceWriter(self, disputes: disputes, first: first)
    return writer.write { firstOf($0) ?? first }
  }

  /// The changes of each side by their places, as chunks in the order of base.
  ///
  /// The chunks cover all three sequences. Neighbouring chunks are of different kinds, but for `contested`. A moved
  /// element is a deletion here and an insertion there.
  /// - Complexity: O(n).
  public var chunks: [SequenceChunk] { Self.chunks(of: alignment) }
}

/// A piece of a three-way alignment: chunks follow each other without gaps in all three sequences.
public enum SequenceChunk: Sendable, Hashable {
  /// Nobody changed it.
  case unchanged(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only ours changed it; the range of theirs holds base's elements.
  case changedByOurs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only theirs changed it; the range of ours holds base's elements.
  case changedByTheirs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both changed it to the same.
  case changedAlike(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both inserted something here, and not the same.
  ///
  /// Where `base` is empty, both inserted at one place between two elements of base. Where it is not, both
  /// *replaced* elements of it: each deleted some and inserted something, at least one element was deleted by both,
  /// and what they inserted differs. Nothing else is contested: deletions never are, an insertion within what
  /// the other side deleted or replaced is a chunk of its own, and changes that only touch are separate chunks.
  case contested(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
}

/// One element of a merged sequence, by its place in the inputs.
public enum SequenceItem: Sendable, Hashable {
  /// An element of base that both sides kept; where a side moved it, it stands there.
  case kept(base: Int, ours: Int, theirs: Int)
  /// An element that only ours inserted.
  case insertedByOurs(Int)
  /// An element that only theirs inserted.
  case insertedByTheirs(Int)
  /// An element that both inserted at one place, and that appears once.
  case insertedByBoth(ours: Int, theirs: Int)
  /// Elements of base that both sides replaced, or one replaced and the other deleted, with what stands there on either
  /// side: left to whoever asked for the merge.
  case disputed(base: Range<Int>, ours: [Int], theirs: [Int])
  /// An element that ours moved here from where a dispute is: it stands if ours does there.
  case movedByOurs(Int)
  /// An element that theirs moved here from where a dispute is: it stands if theirs does there.
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

/// Chunks as they are found, each starting where the last one ended.
private struct ChunkList {
  enum Kind { case unchanged, byOurs, byTheirs, alike, contested }

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
    guard our == their else { return .contested }
    let ourStart = ours.upperBound
    let theirStart = theirs.upperBound
    let alike =
      alignment.ours[ourStart..<ourStart + our] == alignment.theirs[theirStart..<theirStart + their]
    return alike ? .alike : .contested
  }

  private mutating func append(_ kind: Kind, base: Int, ours: Int, theirs: Int) {
    let joins = kind == last && kind != .contested
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
    case .contested: .contested(base: base, ours: ours, theirs: theirs)
    }
  }
}
