/// The longest strictly increasing subsequence of distinct integers.
enum LongestIncreasing {
  /// The indices of `values` that make up a longest increasing subsequence, in order.
  ///
  /// Of several, the one whose values end lowest, so that the choice depends on `values` only.
  /// O(n log n); patience sorting (Fredman 1975).
  static func indices(of values: [Int]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for index in values.indices {
      let pile = firstPile(in: tails, values: values, notBelow: values[index])
      if pile > 0 { previous[index] = tails[pile - 1] }
      if pile == tails.count { tails.append(index) } else { tails[pile] = index }
    }
    var result = [Int](repeating: 0, count: tails.count)
    var index = tails.last ?? -1
    var position = tails.count - 1
    while index >= 0 {
      result[position] = index
      index = previous[index]
      position -= 1
    }
    return result
  }

  private static func firstPile(in tails: [Int], values: [Int], notBelow value: Int) -> Int {
    // Most sequences are nearly sorted: the common answer is a new pile.
    guard let last = tails.last, values[last] >= value else { return tails.count }
    var low = 0
    var high = tails.count - 1
    while low < high {
      let middle = (low + high) / 2
      if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
