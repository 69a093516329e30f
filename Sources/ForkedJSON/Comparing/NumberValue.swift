/// The exact value of a number literal, in its cheapest form: equal for equal values, `1`, `1.0` and `10e-1` too.
enum NumberValue: Hashable {
  /// An integer of at most 18 digits: `Int` holds them all.
  case integer(Int)
  /// Any other value.
  case decimal(ExactDecimal)
  /// A value whose exponent no `Int` holds: equal where it is written the same.
  case literal([UInt8])

  private static let mostDigits = 18

  /// - Parameter literal: a JSON number.
  init(literal: ArraySlice<UInt8>) {
    if let integer = Self.plainInteger(literal) {
      self = .integer(integer)
      return
    }
    guard let decimal = ExactDecimal(literal: literal) else {
      self = .literal(Array(literal))
      return
    }
    if decimal.magnitudeOrder <= Self.mostDigits, let integer = decimal.int {
      self = .integer(integer)
    } else {
      self = .decimal(decimal)
    }
  }

  /// The value of a literal of at most 18 digits without fraction and exponent.
  private static func plainInteger(_ literal: ArraySlice<UInt8>) -> Int? {
    let isNegative = literal.first == .minus
    let digits = isNegative ? literal.dropFirst() : literal
    guard digits.count <= mostDigits else { return nil }
    var value = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      value = value &* 10 &+ Int(byte &- .zero)
    }
    return isNegative ? -value : value
  }
}
