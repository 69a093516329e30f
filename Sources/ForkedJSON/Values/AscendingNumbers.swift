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
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] < range.upperBound
  }
}
