/// The numbers that positions are drawn from, and how they are drawn.
///
/// An append or prepend draws from a bounded window beyond the end: of the room that is left there, a share that becomes
/// smaller as the list becomes longer, so that a short list gets wide gaps and a long one does not use up the range. An
/// insertion draws near its left neighbour, because runs are typed left to right; in a narrow gap the middle is taken.
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

  /// How far beyond the end of a list an append or prepend may go: with a share of 1/(n + c) for the nth of them, the room
  /// that is left falls no faster than 1/√n.
  func window(in room: UInt, among count: Int?) -> UInt {
    guard let count else { return max(1, min(room, span >> 22)) }
    return max(1, room / (UInt(count.magnitude) + 4))
  }

  /// A position between two neighbours, nil standing for an end of the list; nil where there is no room.
  ///
  /// - Parameters:
  ///   - left: the number on the left; below `right`.
  ///   - right: the number on the right.
  ///   - count: how many elements the list has, as far as that is known.
  ///   - generator: where randomness comes from.
  public func position(
    between left: Int?, and right: Int?, among count: Int? = nil,
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
      return position(inside: distance(left, right), above: left, using: &generator)
    }
  }

  /// Between 3/32 and 5/32 of the gap: less takes more room from those who insert before the run, more from the run.
  private func position(
    inside gap: UInt, above left: Int, using generator: inout some RandomNumberGenerator
  ) -> Int? {
    guard gap > 1 else { return nil }
    guard gap > Self.narrowGap else {
      let margin = gap / 4
      return draw(max(1, margin)...min(gap - 1, gap - margin), above: left, using: &generator)
    }
    let eighth = gap / 8
    return draw(eighth - eighth / 4...eighth + eighth / 4, above: left, using: &generator)
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
