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
