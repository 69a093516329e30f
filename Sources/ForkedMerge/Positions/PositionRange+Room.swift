/// A list of positions that can be read and changed in place.
public protocol PositionList {
  /// How many there are.
  var count: Int { get }
  /// The number at an index; ascending.
  subscript(index: Int) -> Int { get set }
}

extension Array: PositionList where Element == Int {}

extension PositionRange {
  /// Makes room in a gap by moving the fewest of its neighbours that it takes, all to one side.
  ///
  /// From the gap outwards, it looks for the first stretch of `k` elements that has more than `(k + 1)²` numbers, and
  /// spreads these out in it. So a stretch has room for as many insertions as it cost, and over many insertions each moves
  /// O(log n) elements, wherever they go.
  /// Source: P. Dietz and D. Sleator, "Two algorithms for maintaining order in a list", 1987.
  ///
  /// - Parameter index: of the element on the right of the gap; `count` for the end.
  /// - Returns: the indices of the elements that moved; nil where the whole range is too small for the list.
  public func makeRoom(at index: Int, in list: inout some PositionList) -> Range<Int>? {
    let right = roomOnRight(of: index, in: list)
    let left = roomOnLeft(of: index, in: list)
    if let right, right.count <= left?.count ?? .max {
      spread(
        index..<index + right.count, over: right.room, from: number(before: index, in: list), &list)
      return index..<index + right.count
    }
    guard let left else { return nil }
    let start = index - left.count
    let lower = below(number(at: index, in: list), by: left.room)
    spread(start..<index, over: left.room, from: lower, &list, isGapFirst: false)
    return start..<index
  }

  private func roomOnRight(
    of index: Int, in list: some PositionList
  ) -> (count: Int, room: UInt)? {
    let start = number(before: index, in: list)
    for count in 0...list.count - index {
      let room = distance(start, number(at: index + count, in: list))
      if isEnough(room, for: count) { return (count, room) }
    }
    return nil
  }

  private func roomOnLeft(of index: Int, in list: some PositionList) -> (count: Int, room: UInt)? {
    let end = number(at: index, in: list)
    for count in 0...index {
      let room = distance(number(before: index - count, in: list), end)
      if isEnough(room, for: count) { return (count, room) }
    }
    return nil
  }

  /// Whether that many elements and a new one have room to spare.
  private func isEnough(_ room: UInt, for count: Int) -> Bool {
    let side = UInt(count + 2)
    return room > side * side
  }

  /// Spreads elements evenly, with the gap before the first or behind the last of them.
  private func spread(
    _ indices: Range<Int>, over room: UInt, from start: Int, _ list: inout some PositionList,
    isGapFirst: Bool = true
  ) {
    let step = room / UInt(indices.count + 2)
    for (place, index) in indices.enumerated() {
      list[index] = above(start, by: step * UInt(place + (isGapFirst ? 2 : 1)))
    }
  }

  private func number(before index: Int, in list: some PositionList) -> Int {
    index > 0 ? list[index - 1] : limits.lowerBound
  }

  private func number(at index: Int, in list: some PositionList) -> Int {
    index < list.count ? list[index] : limits.upperBound
  }
}
