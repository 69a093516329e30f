public import Forked

/// Three-way merge of texts.
///
/// Lines are merged first, and words where both sides replaced the same lines. A word is what stands between blanks, or one
/// character of a script that has none. Two texts are equal where their UTF-8 bytes are.
public enum TextMerge {
  /// A merged text, and where both sides wanted something else.
  public struct Result: Sendable, Hashable {
    /// The merged text.
    public var text: String
    /// True if both sides changed the same lines or words, differently.
    public var contested: Bool { !contestedPlaces.isEmpty }
    /// Each such place, in the order of base.
    public var contestedPlaces: [Place]
  }

  /// A place in the three texts, as ranges of UTF-8 offsets.
  public struct Place: Sendable, Hashable {
    /// The range that both sides changed.
    public var base: Range<Int>
    /// The range that stands for it in ours, there or where ours moved it; empty: nothing.
    public var ours: Range<Int>
    /// The range that stands for it in theirs, there or where theirs moved it; empty: nothing.
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
  /// Nothing that either side inserted is lost, each word whole, and what either deleted is gone, but where the result is
  /// contested:
  /// - Where one side deleted a line that the other changed, the line stands as the other has it.
  /// - Where one side deleted words of a line among which the other replaced or inserted some, they stand as the other has
  ///   them.
  /// - Where both replaced the same words, the words of both stand in the order of what they replaced, else `first`'s
  ///   before the other's.
  /// - Where both replaced one word by one that keeps at least half of its grapheme clusters, and not the same ones, the
  ///   result is one word with both changes.
  /// - A word that one side moved and the other deleted or moved stands where it was moved to.
  /// - A word that one side kept alone, in another line than before, counts as replaced by it.
  ///
  /// At one place where both inserted, and which is not contested, `first`'s stands before the other's, and the words or lines
  /// that are equal at either end of the two appear once. No grapheme cluster of the inputs is split. A last line without a
  /// line ending is compared as if it had one; whether the result ends with one is decided like any other change.
  ///
  /// - Parameter first: whose insertions come first where both inserted at one place.
  /// - Complexity: O(n + d²) for d edits, bounded like `SequenceDiff.commonRuns`.
  public static func merge(
    base: String, ours: String, theirs: String, first: MergeSide
  ) -> Result {
    let endings = FinalLineEnding(base: base, ours: ours, theirs: theirs)
    let texts = [base, ours, theirs].map { LineStarts(endings.completed($0)) }
    var weaver = TextWeaver(
      base: texts[0].bytes, ours: texts[1].bytes, theirs: texts[2].bytes, first: first)
    weaver.weave()
    let text = endings.restored(LineStarts.removed(from: weaver.merged))
    return Result(
      text: String(decoding: text, as: UTF8.self),
      contestedPlaces: places(weaver.contestedPlaces, of: texts, within: [base, ours, theirs]))
  }

  /// The places in the texts that were given.
  private static func places(
    _ places: [Place], of texts: [LineStarts], within given: [String]
  ) -> [Place] {
    guard !places.isEmpty else { return [] }
    let ranges = [places.map(\.base), places.map(\.ours), places.map(\.theirs)]
    let found = given.indices.map { index in
      texts[index].places(ranges[index]).map { $0.clamped(to: 0..<given[index].utf8.count) }
    }
    return places.indices.map {
      Place(base: found[0][$0], ours: found[1][$0], theirs: found[2][$0])
    }
  }
}
