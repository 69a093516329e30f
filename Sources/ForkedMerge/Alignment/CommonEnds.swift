extension RandomAccessCollection where Index == Int {
  /// Returns the numbers of elements that this sequence and another one have in common at their beginnings and at their
  /// ends. No element counts as part of both.
  /// - Complexity: O(common elements).
  @inline(__always)
  func commonEnds<Other: RandomAccessCollection<Element>>(
    with other: Other, by areEqual: (Element, Element) -> Bool
  ) -> (prefix: Int, suffix: Int) where Other.Index == Int {
    let shorter = Swift.min(count, other.count)
    var (prefix, suffix) = (0, 0)
    while prefix < shorter, areEqual(self[startIndex + prefix], other[other.startIndex + prefix]) {
      prefix += 1
    }
    while suffix < shorter - prefix,
      areEqual(self[endIndex - 1 - suffix], other[other.endIndex - 1 - suffix])
    {
      suffix += 1
    }
    return (prefix, suffix)
  }
}
