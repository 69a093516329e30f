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

  /// Whether one place is before the other.
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
