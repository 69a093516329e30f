/// Elements that occur once in each of two ranges, in an order that both share (patience diff, B. Cohen).
struct UniqueAnchors {
  private var oldCounts: [UInt8]
  private var newCounts: [UInt8]
  private var newPlaces: [Int32]

  /// For tokens in `0..<bound`.
  init(bound: Int) {
    oldCounts = [UInt8](repeating: 0, count: bound)
    newCounts = oldCounts
    newPlaces = [Int32](repeating: 0, count: bound)
  }

  /// The anchors as pairs of indices, ascending in both. O(n log n) in the lengths of the ranges.
  mutating func pairs(
    old: [Int32], _ oldRange: Range<Int>, new: [Int32], _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    for token in old[oldRange] { oldCounts[Int(token)] = min(2, oldCounts[Int(token)] + 1) }
    for index in newRange {
      let token = Int(new[index])
      newCounts[token] = min(2, newCounts[token] + 1)
      newPlaces[token] = Int32(truncatingIfNeeded: index)
    }
    let unique = oldRange.filter { oldCounts[Int(old[$0])] == 1 && newCounts[Int(old[$0])] == 1 }
    let places = unique.map { Int(newPlaces[Int(old[$0])]) }
    for token in old[oldRange] { oldCounts[Int(token)] = 0 }
    for token in new[newRange] { newCounts[Int(token)] = 0 }
    return LongestIncreasing.indices(of: places).map { (unique[$0], places[$0]) }
  }
}
