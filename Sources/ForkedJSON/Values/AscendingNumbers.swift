/// Numbers in ascending order, among which ranges are searched.
public struct AscendingNumbers: Sendable {
  private let numbers: [Int]

  /// Creates the numbers from some in any order.
  /// - Complexity: O(n log n).
  public init(_ numbers: some Sequence<Int>) { self.numbers = numbers.sorted() }

  /// True if there are none.
  public var isEmpty: Bool { numbers.isEmpty }

  /// Returns true if one of them is in the range.
  /// - Complexity: O(log n).
  public func areIn(_ range: Range<Int>) -> Bool {
    let first = numbers.partitionPoint { $0 < range.lowerBound }
    return first < numbers.count && numbers[first] < range.upperBound
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which `isBefore` is false; all for which it is true must precede it.
  /// - Complexity: O(log n).
  @inline(__always)
  func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
