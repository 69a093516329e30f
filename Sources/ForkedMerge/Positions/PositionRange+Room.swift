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
  /// From the gap outwards, it looks for the first stretch of `k` elements that has more than `8(k + 2)²` numbers (in a
  /// full range `(k + 2)²`), and spreads these over one half of it, away from the gap, which gets the other half. So
  /// a stretch has room for as many insertions as it cost, and over many insertions each moves O(log n) elements, wherever
  /// they go.
  /// Source: P. Dietz and D. Sleator, "Two algorithms for maintaining order in a list", 1987.
  ///
  /// - Parameter index: of the element on the right of the gap; `count` for the end.
  /// - Returns: the indices of the elements that moved; nil where the whole range is too small for the list.
  public func makeRoom(at index: Int, in list: inout some PositionList) -> Range<Int>? {
    let stretch =
      stretch(beside: index, in: list, times: 8) ?? stretch(beside: index, in: list, times: 1)
    guard let stretch else { return nil }
    let (start, end) = (number(before: index, in: list), number(at: index, in: list))
    switch stretch {
    case .right(let count, let room):
      spread(index..<index + count, over: room - room / 2, from: above(start, by: room / 2), &list)
      return index..<index + count
    case .left(let count, let room):
      let step = (room - room / 2) / UInt(count + 1)
      spread(
        index - count..<index, over: room - room / 2, from: below(end, by: room - step), &list)
      return index - count..<index
    }
  }

  /// A stretch of elements beside a gap, and the numbers that it has.
  private enum Stretch {
    case left(count: Int, room: UInt)
    case right(count: Int, room: UInt)
  }

  /// The shortest stretch with room to spare, on either side.
  private func stretch(
    beside index: Int, in list: some PositionList, times factor: UInt
  ) -> Stretch? {
    let (start, end) = (number(before: index, in: list), number(at: index, in: list))
    for count in 0...max(index, list.count - index) {
      if count <= list.count - index {
        let room = distance(start, number(at: index + count, in: list))
        if isEnough(room / factor, for: count) { return .right(count: count, room: room) }
      }
      if count <= index {
        let room = distance(number(before: index - count, in: list), end)
        if isEnough(room / factor, for: count) { return .left(count: count, room: room) }
      }
    }
    return nil
  }

  /// Whether that many elements and a new one have room to spare.
  private func isEnough(_ room: UInt, for count: Int) -> Bool {
    let side = UInt(count + 2)
    return room > side * side
  }

  /// Spreads elements evenly, the first at `start`.
  private func spread(
    _ indices: Range<Int>, over room: UInt, from start: Int, _ list: inout some PositionList
  ) {
    let step = room / UInt(indices.count + 1)
    for (place, index) in indices.enumerated() {
      list[index] = above(start, by: step * UInt(place))
    }
  }

  private func number(before index: Int, in list: some PositionList) -> Int {
    index > 0 ? list[index - 1] : limits.lowerBound
  }

  private func number(at index: Int, in list: some PositionList) -> Int {
    index < list.count ? list[index] : limits.upperBound
  }
}
