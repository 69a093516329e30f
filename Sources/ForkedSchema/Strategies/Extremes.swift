import Forked
import ForkedJSON
import ForkedMerge

extension StrategyDefinition {
  /// The greater value.
  static let maxMerge = extreme(.ours, words: "the greater value stands")

  /// The smaller value.
  static let minMerge = extreme(.theirs, words: "the smaller value stands")

  /// Creates the strategy that keeps one of two numbers by their values, or of two strings by their Unicode scalars; the
  /// user decides if they can't be compared.
  /// - Parameter unlessLess: the side that is kept unless ours is less than theirs.
  private static func extreme(_ unlessLess: MergeSide, words: String) -> StrategyDefinition {
    StrategyDefinition(
      types: [.number, .string],
      merging: .side { _, ours, theirs in
        guard let isLess = ours.isLess(than: theirs) else { return .incomparable }
        return .side(isLess ? unlessLess.other : unlessLess)
      } audit: { _, ours, theirs in
        if let one = ours.number, let other = theirs.number {
          return .side(one < other ? unlessLess.other : unlessLess)
        }
        guard let one = ours.string, let other = theirs.string else { return .incomparable }
        return .side(one < other ? unlessLess.other : unlessLess)
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
