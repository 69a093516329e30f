/// Elements that occur once in each of two ranges, in an order that both share (patience diff, B. Cohen).
struct UniqueAnchors {
  private var oldCounts: [UInt8]
  private var newCounts: [UInt8]
  private var newPlaces: [Int]

  /// For tokens in `0..<bound`.
  init(bound: Int) {
    oldCounts = [UInt8](repeating: 0, count: bound)
    newCounts = oldCounts
    newPlaces = [Int](repeating: 0, count: bound)
  }

  /// The anchors as pairs of indices, ascending in both. O(n log n) in the lengths of the ranges.
  mutating func pairs(
    old: [Int], _ oldRange: Range<Int>, new: [Int], _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    for index in oldRange { oldCounts[old[index]] = min(2, oldCounts[old[index]] + 1) }
    for index in newRange {
      newCounts[new[index]] = min(2, newCounts[new[index]] + 1)
      newPlaces[new[index]] = index
    }
    let unique = oldRange.filter { oldCounts[old[$0]] == 1 && newCounts[old[$0]] == 1 }
    let places = unique.map { newPlaces[old[$0]] }
    for index in oldRange { oldCounts[old[index]] = 0 }
    for index in newRange { newCounts[new[index]] = 0 }
    return LongestIncreasing.indices(of: places).map { (unique[$0], places[$0]) }
  }
}
