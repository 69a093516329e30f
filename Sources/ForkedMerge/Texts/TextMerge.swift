public import Forked

/// Three-way merge of texts.
///
/// Lines are merged first, words where both sides touched the same lines, grapheme clusters where both touched the
/// same words. Two texts are equal where their UTF-8 bytes are.
public enum TextMerge {
  /// A merged text, and where both sides wanted something else.
  public struct Result: Sendable, Hashable {
    /// The merged text.
    public var text: String
    /// Whether both sides replaced the same characters, differently: both readings are in `text`.
    public var contested: Bool { !contestedPlaces.isEmpty }
    /// Each such place, in order.
    public var contestedPlaces: [Place]
  }

  /// A place in the three texts, as ranges of UTF-8 offsets.
  public struct Place: Sendable, Hashable {
    /// What both sides replaced.
    public var base: Range<Int>
    /// What stands there in ours.
    public var ours: Range<Int>
    /// What stands there in theirs.
    public var theirs: Range<Int>

    /// A place at the given UTF-8 offsets.
    public init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// Both edits of one text.
  ///
  /// What either side deleted is gone, and nothing that either inserted is lost; where both inserted at one place,
  /// `first`'s stands before the other's, and what is equal at either end of the two appears once. No grapheme
  /// cluster of the inputs is split. A last line without a line ending is compared as if it had one; whether the
  /// result ends with one is decided like any other change.
  ///
  /// - Parameter first: whose insertions come first where both inserted at one place.
  /// - Complexity: O(n + d²) for d edits, bounded like `SequenceDiff.commonRuns`.
  public static func merge(
    base: String, ours: String, theirs: String, first: MergeSide
  ) -> Result {
    let endings = FinalLineEnding(base: base, ours: ours, theirs: theirs)
    var weaver = TextWeaver(
      base: endings.completed(base), ours: endings.completed(ours),
      theirs: endings.completed(theirs), first: first)
    weaver.weave()
    let limits = (base.utf8.count, ours.utf8.count, theirs.utf8.count)
    return Result(
      text: String(decoding: endings.restored(weaver.merged), as: UTF8.self),
      contestedPlaces: weaver.contestedPlaces.map {
        Place(
          base: $0.base.clamped(to: 0..<limits.0), ours: $0.ours.clamped(to: 0..<limits.1),
          theirs: $0.theirs.clamped(to: 0..<limits.2))
      })
  }
}
