/// The longest strictly increasing subsequence of integers: the values that stay in place when they are sorted.
public enum LongestIncreasing {
  /// Returns the indices of `values` that form a longest increasing subsequence, in order.
  ///
  /// Of several, it is the one whose values end lowest, so the choice depends on `values` only.
  /// - Complexity: O(n log n). Source: patience sorting (Fredman 1975).
  public static func indices(of values: [Int]) -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    var greatest = Int.min
    for (index, value) in values.enumerated() {
      // Most sequences are nearly sorted, so the usual answer is a new pile.
      let isNew = tails.isEmpty || greatest < value
      let pile = isNew ? tails.count : tails.partitionPoint { values[$0] < value }
      if pile >= tails.count - 1 { greatest = value }
      if pile > 0 { previous[index] = tails[pile - 1] }
      if pile == tails.count { tails.append(index) } else { tails[pile] = index }
    }
    return chain(to: tails.last ?? -1, by: previous)
  }

  /// Returns the same for a permutation of `0..<n`; of several, one with the most preferred indices.
  ///
  /// - Complexity: O(n log n), by a tree of the best chains that end below a value (Fenwick 1994).
  static func indices(of ranks: [Int], preferring isPreferred: [Bool]) -> [Int] {
    let one = ranks.count + 1
    var best = [Int](repeating: -1, count: ranks.count + 1)
    var totals = [Int](repeating: 0, count: ranks.count)
    var previous = [Int](repeating: -1, count: ranks.count)
    func isBetter(_ index: Int, than other: Int) -> Bool {
      other < 0 || (index >= 0 && totals[index] > totals[other])
    }
    for index in ranks.indices {
      var below = ranks[index]
      while below > 0 {
        if isBetter(best[below], than: previous[index]) { previous[index] = best[below] }
        below &= below - 1
      }
      let weight = isPreferred[index] ? one + 1 : one
      totals[index] = weight + (previous[index] < 0 ? 0 : totals[previous[index]])
      var above = ranks[index] + 1
      while above <= ranks.count {
        if isBetter(index, than: best[above]) { best[above] = index }
        above += above & -above
      }
    }
    let end = ranks.indices.reduce(-1) { isBetter($1, than: $0) ? $1 : $0 }
    return chain(to: end, by: previous)
  }

  private static func chain(to end: Int, by previous: [Int]) -> [Int] {
    var result: [Int] = []
    var index = end
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    return result.reversed()
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
