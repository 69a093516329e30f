public import Forked

/// Three-way merge of sequences whose elements are tokens: equal integers for equal elements.
///
/// Both functions depend on base and the two sides only, and swapping the sides (with `first`) swaps their
/// names in the result and nothing else.
public enum SequenceMerge {
  /// What each side did where, as chunks in the order of base.
  ///
  /// The chunks cover all three sequences. Neighbouring chunks are of different kinds, but for `contested`.
  /// - Complexity: that of `SequenceDiff.commonRuns`, twice, plus O(n).
  public static func chunks(base: [Int], ours: [Int], theirs: [Int]) -> [SequenceChunk] {
    chunks(of: ThreeWayAlignment(base: base, ours: ours, theirs: theirs))
  }

  /// The whole merge, as elements of the inputs in merged order.
  ///
  /// An element of base is there if both kept it. What a side inserted stands in its gap of base, whole and in
  /// its order; where both inserted at one place, `first`'s stands before the other's, and a common prefix and
  /// suffix of the two (all, if they are equal) appear once. `chunks` says which insertions are at one
  /// place: at one gap, or where both replaced overlapping elements.
  ///
  /// - Parameters:
  ///   - first: whose insertions come first where both inserted at one place.
  ///   - firstOf: whose come first at one such place; nil there: those of `first`.
  /// - Complexity: that of `SequenceDiff.commonRuns`, twice, plus O(n).
  public static func items(
    base: [Int], ours: [Int], theirs: [Int], first: MergeSide,
    firstOf: (MeetingRuns) -> MergeSide? = { _ in nil }
  ) -> [SequenceItem] {
    items(of: ThreeWayAlignment(base: base, ours: ours, theirs: theirs)) {
      firstOf($0) ?? first
    }
  }
}
