/// The numbers that positions are drawn from, and how they are drawn.
///
/// An append or prepend draws from a bounded window beyond the end: of the room that is left there, a share that becomes
/// smaller as the list becomes longer, so that a short list gets wide gaps and a long one does not use up the range. An
/// insertion into a gap like the one before it draws near the quarter; after a gap that is much narrower, as the last
/// element of a run that is being typed leaves it, nearer to the left neighbour. In a narrow gap the middle is taken.
public struct PositionRange: Hashable, Sendable {
  /// All numbers that a position may have.
  public let limits: ClosedRange<Int>

  /// All of `Int`.
  public static let all = PositionRange(.min ... .max)

  /// The integers that survive JavaScript and jq, for documents.
  public static let documents = PositionRange(-9_007_199_254_740_991...9_007_199_254_740_991)

  /// Draws from these numbers.
  public init(_ limits: ClosedRange<Int>) {
    self.limits = limits
  }

  private var span: UInt { distance(limits.lowerBound, limits.upperBound) }

  /// How far beyond the end of a list an append or prepend may go. With the cube of the room that is left there, n of
  /// them leave 1/√n of it, however few elements a queue has at a time.
  func window(in room: UInt, among count: Int?) -> UInt {
    let share = 2 * Double(room) / Double(span)
    let bounded = max(share < 1 ? UInt(Double(room) * share * share) : room, span >> 32)
    return max(1, min(bounded, room / (UInt(count?.magnitude ?? 0) + 4)))
  }

  /// A position between two neighbours, nil standing for an end of the list; nil where there is no room.
  ///
  /// - Parameters:
  ///   - left: the number on the left; below `right`.
  ///   - right: the number on the right.
  ///   - previous: the number on the left of `left`; nil where it is the first, or that is not known.
  ///   - count: how many elements the list has, as far as that is known.
  ///   - generator: where randomness comes from.
  public func position(
    between left: Int?, and right: Int?, after previous: Int? = nil, among count: Int? = nil,
    using generator: inout some RandomNumberGenerator
  ) -> Int? {
    switch (left, right) {
    case (nil, nil):
      let middle = span / 2
      return draw(
        middle - span / 64...middle + span / 64, above: limits.lowerBound, using: &generator)
    case (let left?, nil):
      let room = distance(left, limits.upperBound)
      guard room > 0 else { return nil }
      let window = window(in: room, among: count)
      return draw(max(1, window / 2)...window, above: left, using: &generator)
    case (nil, let right?):
      let room = distance(limits.lowerBound, right)
      guard room > 0 else { return nil }
      let window = window(in: room, among: count)
      return below(right, by: offset(in: max(1, window / 2)...window, using: &generator))
    case (let left?, let right?):
      let before = distance(previous ?? limits.lowerBound, left)
      return position(
        inside: distance(left, right), after: before, above: left, using: &generator)
    }
  }

  /// A quarter of the geometric mean of the gap and the one before it, and a quarter of that more or less: a run leaves
  /// gaps on its left that are like each other, and an insertion at random halves large gaps rather than small ones.
  private func position(
    inside gap: UInt, after before: UInt, above left: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Int? {
    guard gap > 1 else { return nil }
    guard gap > Self.narrowGap else {
      let margin = gap / 4
      return draw(max(1, margin)...min(gap - 1, gap - margin), above: left, using: &generator)
    }
    let mean = UInt((Double(gap) * Double(before)).squareRoot() / 4)
    let step = min(max(mean, gap / 32), gap / 2)
    return draw(step - step / 4...step + step / 4, above: left, using: &generator)
  }

  private static let narrowGap: UInt = 32

  private func draw(
    _ offsets: ClosedRange<UInt>, above left: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    above(left, by: offset(in: offsets, using: &generator))
  }

  /// One number of the generator each, so that one that always gives the same ends, too, and the same numbers mean the
  /// same with every version of the standard library.
  func offset(
    in offsets: ClosedRange<UInt>, using generator: inout some RandomNumberGenerator
  ) -> UInt {
    let width = UInt64(offsets.upperBound - offsets.lowerBound) + 1
    return offsets.lowerBound + UInt(generator.next().multipliedFullWidth(by: width).high)
  }

  /// The distance between two numbers in order, of which all of `Int` has more than fit into an `Int`.
  func distance(_ left: Int, _ right: Int) -> UInt {
    right < left ? 0 : UInt(bitPattern: right) &- UInt(bitPattern: left)
  }

  func above(_ left: Int, by offset: UInt) -> Int {
    Int(bitPattern: UInt(bitPattern: left) &+ offset)
  }

  func below(_ right: Int, by offset: UInt) -> Int {
    Int(bitPattern: UInt(bitPattern: right) &- offset)
  }
}

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

  /// True if that many elements and a new one have room to spare.
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

/// A place in an ordered list: a number of its own, drawn at random between those of its neighbours.
///
/// So an insertion or a move changes one element, and two people who insert at one place need no decision.
/// Encoded as the number alone.
public struct Position: Hashable, Comparable, Sendable {
  /// The number, anywhere in `Int`.
  public var value: Int

  /// The place with that number.
  public init(_ value: Int) {
    self.value = value
  }

  /// True if one place is before the other.
  public static func < (left: Position, right: Position) -> Bool { left.value < right.value }
}

extension Position: Codable {
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
