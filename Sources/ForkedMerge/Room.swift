// CONTRACT (stub): the cores of merging that JSON merging and typed merging both stand on.
// Elements are tokens: equal integers for equal elements (callers intern).

/// The strategies, by the names that schema files, macros, reports and messages use.
public enum MergeStrategy: String, CaseIterable, Sendable, Hashable {
  case mostRecent, object, textMerge, arrayMerge, arrayOfIdentifiableMerge, setMerge, dictionaryMerge
  case counterMerge, maxMerge, minMerge, orderedMerge, manual
}

/// Which of the two versions an order, or a decision, prefers.
public enum MergeSide: String, Sendable, Hashable { case ours, theirs }

/// Runs that two sequences share, in order: a shortest edit script's complement (bounded, see docs).
public struct CommonRun: Sendable, Hashable {
  public var old: Int, new: Int, count: Int
}

/// A three-way alignment of sequences.
public enum SequenceChunk: Sendable, Hashable {
  /// Nobody changed it.
  case unchanged(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  case changedByOurs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  case changedByTheirs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both changed it to the same.
  case changedAlike(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both changed it, differently (common prefix and suffix of the two changes already split off as `changedAlike`
  /// only where that doesn't lose the pure-insertion rule).
  case contested(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
}

/// One element of a merged sequence, by its place in the inputs.
public enum SequenceItem: Sendable, Hashable {
  case kept(base: Int, ours: Int, theirs: Int)
  case insertedByOurs(Int)
  case insertedByTheirs(Int)
  case insertedByBoth(ours: Int, theirs: Int)
}

public enum SequenceMerge {
  public static func chunks(base: [Int], ours: [Int], theirs: [Int]) -> [SequenceChunk] { fatalError("stub") }
  /// The whole merge by the gap rule of merge.md: deletions of either are gone, insertions of both at one place
  /// stand `first`'s before the other's, equal runs / common prefixes / suffixes once, runs never interleaved.
  public static func items(base: [Int], ours: [Int], theirs: [Int], first: MergeSide) -> [SequenceItem] {
    fatalError("stub")
  }
}

/// The order of elements that each have an identity (tokens unique within each input).
public enum OrderMerge {
  public struct Result: Sendable {
    /// Tokens in merged order: exactly those for which `survives` holds among all of base, ours, theirs.
    public var order: [Int]
    /// Tokens that both sides moved to different places: `first`'s place was taken.
    public var movedByBoth: [Int]
  }
  public static func merge(
    base: [Int], ours: [Int], theirs: [Int], first: MergeSide, survives: (Int) -> Bool
  ) -> Result { fatalError("stub") }
}

public enum TextMerge {
  public struct Result: Sendable {
    public var text: String
    /// Whether both sides changed one place and one or both readings were combined there (for the report).
    public var contested: Bool
  }
  public static func merge(base: String, ours: String, theirs: String, first: MergeSide) -> Result {
    fatalError("stub")
  }
}
