import ForkedJSON
import ForkedMerge

extension MergeStrategy {
  /// Texts, with the edits of both sides (`TextMerge`).
  public static let textMerge = MergeStrategy(
    "textMerge", types: .string, merging: .text(TextMerge.merge(base:ours:theirs:first:)),
    needsBase: true, words: "both edits of the text are combined")

  /// Numbers that both sides count with: ours + theirs - base, exactly; none if the sum would have too many digits.
  public static let counterMerge = MergeStrategy(
    "counterMerge", types: .number,
    merging: .number { base, ours, theirs in
      CounterMerger.sum(Total(ours), Total(theirs), since: Total(base))?.number
    } audit: { base, ours, theirs in
      let sum = theirs.number.flatMap { ours.number?.adding($0) }
      return base?.number.flatMap { sum?.subtracting($0) }
    },
    needsBase: true, addsUp: true, words: "both differences are added up")
}

/// An exact number to count with; none where a sum has too many digits.
private struct Total: AdditiveArithmetic {
  static let zero = Total(ExactDecimal(0))
  let number: ExactDecimal?

  init(_ number: ExactDecimal?) { self.number = number }
  init(_ node: JSONNode?) { number = node?.number }

  static func + (one: Total, other: Total) -> Total {
    Total(one.number.flatMap { sum in other.number.flatMap { sum.adding($0) } })
  }

  static func - (one: Total, other: Total) -> Total {
    Total(one.number.flatMap { sum in other.number.flatMap { sum.subtracting($0) } })
  }
}
