/// Returns the number of elements of a longest common subsequence.
/// - Complexity: O(n · m).
public func commonCount<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
  commonCounts(one, other)[one.count][other.count]
}

/// Returns the numbers of elements of the longest common subsequences of the first elements of both, by the textbook's
/// table: `counts[n][m]` of the first `n` and `m`.
/// - Complexity: O(n · m).
public func commonCounts<Element: Equatable>(_ one: [Element], _ other: [Element]) -> [[Int]] {
  var counts = [Array(repeating: 0, count: other.count + 1)]
  for (index, element) in one.enumerated() {
    let above = counts[index]
    var row = [0]
    for (place, otherElement) in other.enumerated() {
      row.append(
        element == otherElement ? above[place] + 1 : max(above[place + 1], row[place]))
    }
    counts.append(row)
  }
  return counts
}
