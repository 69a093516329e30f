/// The range of numbers for positions, and the rule by which new ones are chosen.
///
/// The position of an element that is appended or prepended is chosen from a bounded window beyond the end of the list.
/// The window is a share of the free range, which becomes smaller as the list becomes longer: so a short list gets wide
/// gaps, and a long one does not use up the range. An insertion into a gap as wide as the one before it goes near the
/// first quarter. After a much narrower gap, which a sequence of insertions leaves, it goes nearer to the left
/// neighbour. In a narrow gap it goes to the middle.
public struct PositionRange: Hashable, Sendable {
  /// The numbers that a position may have.
  public let limits: ClosedRange<Int>

  /// The whole range of `Int`.
  public static let all = PositionRange(.min ... .max)

  /// The integers that JavaScript and jq keep exact, for documents.
  public static let documents = PositionRange(-9_007_199_254_740_991...9_007_199_254_740_991)

  /// Creates a range of these numbers.
  public init(_ limits: ClosedRange<Int>) {
    self.limits = limits
  }

  private var span: UInt { distance(limits.lowerBound, limits.upperBound) }

  /// Returns the greatest distance from the end of a list for an element that is appended or prepended.
  ///
  /// With the cube of the free share, n such elements leave 1/√n of the range free, however few elements a queue has at
  /// a time.
  func window(in width: UInt, among count: Int?) -> UInt {
    let share = 2 * Double(width) / Double(span)
    let bounded = max(share < 1 ? UInt(Double(width) * share * share) : width, span >> 32)
    return max(1, min(bounded, width / (UInt(count?.magnitude ?? 0) + 4)))
  }

  /// Returns a position between two neighbours; nil if none is free. A nil neighbour means an end of the list.
  ///
  /// - Parameters:
  ///   - left: the position on the left; less than `right`.
  ///   - right: the position on the right.
  ///   - previous: the position on the left of `left`; nil if that is the first, or if it is not known.
  ///   - count: the number of elements of the list, if it is known.
  ///   - generator: the source of randomness.
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
      let width = distance(left, limits.upperBound)
      guard width > 0 else { return nil }
      let window = window(in: width, among: count)
      return draw(max(1, window / 2)...window, above: left, using: &generator)
    case (nil, let right?):
      let width = distance(limits.lowerBound, right)
      guard width > 0 else { return nil }
      let window = window(in: width, among: count)
      return below(right, by: offset(in: max(1, window / 2)...window, using: &generator))
    case (let left?, let right?):
      let before = distance(previous ?? limits.lowerBound, left)
      return position(
        inside: distance(left, right), after: before, above: left, using: &generator)
    }
  }

  /// Returns a position at a quarter of the geometric mean of the gap and the one before it, give or take a quarter.
  ///
  /// So a sequence of insertions leaves gaps of similar width on its left, and insertions at random places halve large
  /// gaps rather than small ones.
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

  /// Returns an offset from exactly one number of the generator.
  ///
  /// So a constant generator terminates too, and the same numbers give the same result with every version of the
  /// standard library.
  func offset(
    in offsets: ClosedRange<UInt>, using generator: inout some RandomNumberGenerator
  ) -> UInt {
    let width = UInt64(offsets.upperBound - offsets.lowerBound) + 1
    return offsets.lowerBound + UInt(generator.next().multipliedFullWidth(by: width).high)
  }

  /// Returns the distance between two numbers in order, which may be too large for an `Int`.
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
  /// The number of positions.
  var count: Int { get }
  /// The position at an index; positions ascend.
  subscript(index: Int) -> Int { get set }
}

extension Array: PositionList where Element == Int {}

extension PositionRange {
  /// Makes positions free in a gap by renumbering the fewest neighbours that are needed, all on one side.
  ///
  /// From the gap outwards, it searches the first `k` elements with more than `8(k + 2)²` numbers (in a full range
  /// `(k + 2)²`). It spreads these elements over the half that is away from the gap, and the gap gets the other half.
  /// So there are then as many free positions as the renumbering cost, and over many insertions each renumbers O(log n)
  /// elements, wherever they are.
  /// Source: P. Dietz and D. Sleator, "Two algorithms for maintaining order in a list", 1987.
  ///
  /// - Parameter index: the index of the element on the right of the gap; `count` for the end.
  /// - Returns: the indices of the renumbered elements; nil if the whole range is too small for the list.
  public func renumber(at index: Int, in list: inout some PositionList) -> Range<Int>? {
    let stretch =
      stretch(beside: index, in: list, times: 8) ?? stretch(beside: index, in: list, times: 1)
    guard let stretch else { return nil }
    let (start, end) = (number(before: index, in: list), number(at: index, in: list))
    switch stretch {
    case .right(let count, let width):
      spread(
        index..<index + count, over: width - width / 2, from: above(start, by: width / 2), &list)
      return index..<index + count
    case .left(let count, let width):
      let step = (width - width / 2) / UInt(count + 1)
      spread(
        index - count..<index, over: width - width / 2, from: below(end, by: width - step), &list)
      return index - count..<index
    }
  }

  /// A run of elements beside a gap, with the size of its range.
  private enum Stretch {
    case left(count: Int, width: UInt)
    case right(count: Int, width: UInt)
  }

  /// Returns the shortest run with enough free numbers, on either side.
  private func stretch(
    beside index: Int, in list: some PositionList, times factor: UInt
  ) -> Stretch? {
    let (start, end) = (number(before: index, in: list), number(at: index, in: list))
    for count in 0...max(index, list.count - index) {
      if count <= list.count - index {
        let width = distance(start, number(at: index + count, in: list))
        if isEnough(width / factor, for: count) { return .right(count: count, width: width) }
      }
      if count <= index {
        let width = distance(number(before: index - count, in: list), end)
        if isEnough(width / factor, for: count) { return .left(count: count, width: width) }
      }
    }
    return nil
  }

  /// Returns true if the numbers are enough for that many elements and a new one.
  private func isEnough(_ width: UInt, for count: Int) -> Bool {
    let side = UInt(count + 2)
    return width > side * side
  }

  /// Spreads elements evenly, the first at `start`.
  private func spread(
    _ indices: Range<Int>, over width: UInt, from start: Int, _ list: inout some PositionList
  ) {
    let step = width / UInt(indices.count + 1)
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

/// A position in an ordered list: a number of its own, chosen at random between those of its neighbours.
///
/// So an insertion or a move changes one element, and two users who insert at one place cause no conflict. It is
/// encoded as the number alone.
public struct Position: Hashable, Comparable, Sendable {
  /// The number, within the range of `Int`.
  public var value: Int

  /// Creates a position with that number.
  public init(_ value: Int) {
    self.value = value
  }

  /// Returns true if one position is before the other.
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
