/// Both edits of one text, by lines, then words.
///
/// Nothing that either side inserted is lost, what either deleted is gone unless the other changed it, and where both
/// inserted at one place the dominant one's stands first (``TextMerge``). Texts are told apart by their bytes.
public struct TextMerger: Merger {
  /// A merger of texts.
  public init() {}

  /// Both edits in one text. Throws nothing; O(n + d²) for d edits, bounded (``TextMerge``).
  public func merge(
    _ value: String, withSubordinate other: String, commonAncestor: String
  ) throws -> String {
    if let only = versionOfOnlyChange(value, other, since: commonAncestor) { return only }
    return TextMerge.merge(base: commonAncestor, ours: value, theirs: other, first: .ours).text
  }

  /// `textMerge`.
  public var rule: MergeRule { MergeRule(.textMerge) }
}
