import Forked
import ForkedJSON

extension StrategyDefinition {
  /// The greater value.
  static let maxMerge = extreme(.ours, words: "the greater value stands")

  /// The smaller value.
  static let minMerge = extreme(.theirs, words: "the smaller value stands")

  /// One of two numbers by their values, or of two strings by their Unicode scalars.
  /// - Parameter unlessLess: the side that is kept unless ours is less than theirs.
  private static func extreme(_ unlessLess: MergeSide, words: String) -> StrategyDefinition {
    StrategyDefinition(
      types: [.number, .string],
      merging: .side { _, ours, theirs in
        .side(ours.isLess(than: theirs) ? unlessLess.other : unlessLess)
      } audit: { _, ours, theirs in
        if let one = ours.number, let other = theirs.number {
          return .side(one < other ? unlessLess.other : unlessLess)
        }
        guard let one = ours.string, let other = theirs.string else { return nil }
        return .side(one < other ? unlessLess.other : unlessLess)
      },
      words: words)
  }
}

extension JSONNode {
  fileprivate func isLess(than other: JSONNode) -> Bool {
    if let mine = number, let its = other.number { return mine < its }
    if let mine = string, let its = other.string { return mine < its }
    // The exponents are beyond `Int`: any order will do if it is the same for both sides.
    if kind == .number, other.kind == .number {
      return bytes.lexicographicallyPrecedes(other.bytes)
    }
    return false
  }
}
