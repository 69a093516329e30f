import ForkedJSON
import ForkedMerge

extension MergeStrategy {
  /// The greater value.
  public static let maxMerge = keeping(.greatest, "maxMerge", words: "the greater value stands")

  /// The smaller value.
  public static let minMerge = keeping(.least, "minMerge", words: "the smaller value stands")

  /// Creates the strategy that keeps one of two numbers by their values, or of two strings by their Unicode scalars; the
  /// user decides if they can't be compared.
  private static func keeping(_ extreme: Extreme, _ name: String, words: String) -> MergeStrategy {
    MergeStrategy(
      name, types: [.number, .string],
      merging: .side { _, ours, theirs in
        if let one = ours.number, let other = theirs.number {
          return .side(extreme.side(one, other))
        }
        guard let one = ours.string, let other = theirs.string else { return .incomparable }
        return .side(extreme.side(one, other))
      } audit: { _, ours, theirs in
        guard let isLess = ours.isLess(than: theirs) else { return .incomparable }
        return .side(isLess == (extreme == .greatest) ? .theirs : .ours)
      },
      words: words)
  }
}

extension JSONNode {
  /// True if it is less than another value of its kind; nil for a number whose exponent has more than 17 digits.
  fileprivate func isLess(than other: JSONNode) -> Bool? {
    if let mine = number, let its = other.number { return mine < its }
    if let mine = string, let its = other.string { return mine < its }
    return nil
  }
}
