import ForkedJSON
import ForkedMerge

extension StrategyDefinition {
  /// Texts, with the edits of both sides (``TextMerge``).
  static let textMerge = StrategyDefinition(
    types: .string, merging: .text(TextMerge.merge(base:ours:theirs:first:)), needsBase: true,
    words: "both edits of the text are combined")

  /// Numbers that both sides count with: ours + theirs - base, exactly; none if the sum would have too many digits.
  static let counterMerge = StrategyDefinition(
    types: .number,
    merging: .number { base, ours, theirs in
      guard let base = base?.number, let ours = ours.number, let theirs = theirs.number else {
        return nil
      }
      return ours.adding(theirs)?.subtracting(base)
    } audit: { base, ours, theirs in
      let sum = theirs.number.flatMap { ours.number?.adding($0) }
      return base?.number.flatMap { sum?.subtracting($0) }
    },
    needsBase: true, addsUp: true, words: "both differences are added up")
}
