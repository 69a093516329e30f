/// The numbers that positions are drawn from, and how they are drawn.
///
/// An append or prepend draws from a bounded window beyond the end, so that the range outlasts a million of them. An
/// insertion draws near its left neighbour where the gap is wide, because runs are typed left to right, and
/// around the middle where it is not, so that a gap lasts as long as it can.
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
  /// How far beyond the end an append or prepend may go.
  var window: UInt { max(1, span >> 22) }
  /// The gaps above are wide.
  private var wideGap: UInt { span >> 32 }

  /// A position between two neighbours, nil standing for an end of the list; nil where there is no room.
  ///
  /// - Parameters:
  ///   - left: the number on the left; below `right`.
  ///   - right: the number on the right.
  ///   - generator: where randomness comes from.
  public func position(
    between left: Int?, and right: Int?, using generator: inout some RandomNumberGenerator
  ) -> Int? {
    switch (left, right) {
    case (nil, nil):
      return draw(span / 4...span - span / 4, above: limits.lowerBound, using: &generator)
    case (let left?, nil):
      let room = distance(left, limits.upperBound)
      return room == 0 ? nil : draw(1...min(window, room), above: left, using: &generator)
    case (nil, let right?):
      let room = distance(limits.lowerBound, right)
      guard room > 0 else { return nil }
      let reach = min(window, room)
      return draw(0...reach - 1, above: below(right, by: reach), using: &generator)
    case (let left?, let right?):
      return position(inside: distance(left, right), above: left, using: &generator)
    }
  }

  private func position(
    inside gap: UInt, above left: Int, using generator: inout some RandomNumberGenerator
  ) -> Int? {
    guard gap > 1 else { return nil }
    if gap > max(wideGap, 16) { return draw(gap / 16...gap / 8, above: left, using: &generator) }
    let margin = gap / 4
    return draw(max(1, margin)...min(gap - 1, gap - margin), above: left, using: &generator)
  }

  private func draw(
    _ offsets: ClosedRange<UInt>, above left: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    above(left, by: UInt.random(in: offsets, using: &generator))
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
