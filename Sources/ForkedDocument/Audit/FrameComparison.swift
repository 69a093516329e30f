import ForkedJSON

/// Compares the bytes between the parts of two containers, wherever two parts are neighbours in both.
struct FrameComparison {
  private let ours: JSONNode
  private let merged: JSONNode
  private var isKept = true
  /// Where in ours the last part stands; nil for one that ours doesn't have.
  private var lastPlace: Int? = -1
  private var oursEnd: Int
  private var mergedEnd: Int

  init(_ ours: JSONNode, _ merged: JSONNode) {
    self.ours = ours
    self.merged = merged
    oursEnd = ours.range.lowerBound
    mergedEnd = merged.range.lowerBound
  }

  /// The next part of the merged container, which ours has at `place`.
  mutating func pass(_ place: Int, _ oursRange: Range<Int>, _ mergedRange: Range<Int>) {
    if lastPlace == place - 1 { compare(oursRange.lowerBound, mergedRange.lowerBound) }
    lastPlace = place
    oursEnd = oursRange.upperBound
    mergedEnd = mergedRange.upperBound
  }

  /// The value that belongs to a key just passed.
  mutating func passInside(_ oursRange: Range<Int>, _ mergedRange: Range<Int>) {
    compare(oursRange.lowerBound, mergedRange.lowerBound)
    oursEnd = oursRange.upperBound
    mergedEnd = mergedRange.upperBound
  }

  /// The next part of the merged container, which ours doesn't have.
  mutating func passNew(_ mergedRange: Range<Int>) {
    lastPlace = nil
    mergedEnd = mergedRange.upperBound
  }

  /// Whether all those bytes are the same, behind the last part too.
  /// - Parameter count: how many parts ours has.
  mutating func isKept(count: Int) -> Bool {
    if lastPlace == count - 1 { compare(ours.range.upperBound, merged.range.upperBound) }
    return isKept
  }

  private mutating func compare(_ oursStart: Int, _ mergedStart: Int) {
    isKept =
      isKept
      && ours.document.bytes[oursEnd..<oursStart] == merged.document.bytes[mergedEnd..<mergedStart]
  }
}

extension JSONNode {
  /// Whether both have the same bytes but for white space between values.
  func isSpelled(as other: JSONNode) -> Bool {
    guard kind == other.kind, count == other.count else { return false }
    switch kind {
    case .array:
      return zip(elements, other.elements).allSatisfy { $0.isSpelled(as: $1) }
    case .object:
      return zip(members, other.members).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value.isSpelled(as: $1.value)
      }
    default: return hasSameBytes(as: other)
    }
  }
}
