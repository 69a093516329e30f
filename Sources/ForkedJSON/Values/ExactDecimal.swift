/// An exact decimal number of any length: digits times a power of ten. Never a binary fraction.
public struct ExactDecimal: Hashable, Sendable {
  let isNegative: Bool
  /// Values 0 to 9, the most significant first; neither the first nor the last is 0. Empty for zero.
  let digits: [UInt8]
  /// The power of ten that the digits, taken as an integer, are multiplied by. 0 for zero.
  let exponent: Int

  /// The value of that sign, digits and exponent; leading and trailing zeros may stand in the digits.
  init(isNegative: Bool, digits: ArraySlice<UInt8>, exponent: Int) {
    let significant = digits.drop { $0 == 0 }
    let trailing = significant.reversed().prefix { $0 == 0 }.count
    self.digits = Array(significant.dropLast(trailing))
    self.isNegative = isNegative && !significant.isEmpty
    self.exponent = significant.isEmpty ? 0 : exponent + trailing
  }

  /// The value of a JSON number literal; nil for anything else, and for an exponent of more than 17 digits.
  /// Complexity: O(bytes).
  public init?(literal: some Collection<UInt8>) {
    var rest = literal[...]
    let isNegative = rest.first == .minus
    if isNegative { rest = rest.dropFirst() }
    let integer = rest.prefix(while: \.isDigit)
    rest = rest[integer.endIndex...]
    guard let first = integer.first, first != .zero || integer.count == 1 else { return nil }
    var digits = integer.map { $0 - .zero }
    var exponent = 0
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: \.isDigit)
      guard !fraction.isEmpty else { return nil }
      digits += fraction.lazy.map { $0 - .zero }
      exponent = -fraction.count
      rest = rest[fraction.endIndex...]
    }
    guard let written = Self.exponent(rest) else { return nil }
    self.init(isNegative: isNegative, digits: digits[...], exponent: exponent + written)
  }

  /// The value of `e+12`, or of nothing.
  private static func exponent(_ text: some Collection<UInt8>) -> Int? {
    guard let mark = text.first else { return 0 }
    var digits = text.dropFirst()
    let sign = digits.first
    if sign == .minus || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard mark | 0x20 == UInt8(ascii: "e"), !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      return nil
    }
    let significant = digits.drop { $0 == .zero }
    guard significant.count <= 17 else { return nil }
    let magnitude = significant.reduce(0) { $0 * 10 + Int($1 - .zero) }
    return sign == .minus ? -magnitude : magnitude
  }

  /// The value of that integer.
  public init(_ value: Int) {
    let digits = String(value.magnitude).utf8.map { $0 - .zero }
    self.init(isNegative: value < 0, digits: digits[...], exponent: 0)
  }

  /// As the integer it is; nil where it is fractional or out of `Int`'s range.
  public var int: Int? {
    guard isInteger, magnitudeOrder <= 19 else { return nil }
    var result = 0
    for digit in digits + [UInt8](repeating: 0, count: exponent) {
      let (tenfold, overflow) = result.multipliedReportingOverflow(by: 10)
      let signed = isNegative ? -Int(digit) : Int(digit)
      let (sum, overflow2) = tenfold.addingReportingOverflow(signed)
      guard !overflow, !overflow2 else { return nil }
      result = sum
    }
    return result
  }

  /// Whether it has no fractional part.
  public var isInteger: Bool { exponent >= 0 }

  /// How many digits stand before the decimal point; negative for as many zeros behind it.
  var magnitudeOrder: Int { digits.count + exponent }

  /// The same distance from zero on the other side.
  public var negated: ExactDecimal {
    ExactDecimal(isNegative: !isNegative, digits: digits[...], exponent: exponent)
  }
}

extension ExactDecimal: Comparable {
  /// By value.
  public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
    switch (a.sign, b.sign) {
    case (let x, let y) where x != y: x < y
    case (1, _): a.hasSmallerMagnitude(than: b)
    case (-1, _): b.hasSmallerMagnitude(than: a)
    default: false
    }
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  func hasSmallerMagnitude(than other: ExactDecimal) -> Bool {
    guard !digits.isEmpty, !other.digits.isEmpty, magnitudeOrder != other.magnitudeOrder else {
      return digits.lexicographicallyPrecedes(other.digits)
    }
    return magnitudeOrder < other.magnitudeOrder
  }
}
