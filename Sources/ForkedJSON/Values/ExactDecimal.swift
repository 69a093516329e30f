/// An exact decimal number of any length, stored as digits and a power of ten.
public struct ExactDecimal: Hashable, Sendable {
  let isNegative: Bool
  /// The digits as values 0 to 9, the most significant first; neither the first nor the last is 0. Empty for zero.
  let digits: [UInt8]
  /// The power of ten by which the digits, taken as an integer, are multiplied; 0 for zero.
  let exponent: Int

  /// Creates a number; the digits may have leading and trailing zeros.
  init(isNegative: Bool, digits: ArraySlice<UInt8>, exponent: Int) {
    let significant = digits.drop { $0 == 0 }
    let trailing = significant.reversed().prefix { $0 == 0 }.count
    self.digits = Array(significant.dropLast(trailing))
    self.isNegative = isNegative && !significant.isEmpty
    self.exponent = significant.isEmpty ? 0 : exponent + trailing
  }

  /// Creates the value of a JSON number literal; nil for any other text, and for an exponent of more than 17 digits.
  /// - Complexity: O(bytes).
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

  /// Returns the value of a text such as `e+12`; 0 if it is empty.
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

  /// Creates the value of an integer.
  public init(_ value: Int) {
    let digits = String(value.magnitude).utf8.map { $0 - .zero }
    self.init(isNegative: value < 0, digits: digits[...], exponent: 0)
  }

  /// The value as an integer; nil if it has a fraction or is out of the range of `Int`.
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

  /// True if the number has no fractional part.
  public var isInteger: Bool { exponent >= 0 }

  /// The number of digits before the decimal point; negative for the number of zeros after it.
  var magnitudeOrder: Int { digits.count + exponent }

  /// The number with the opposite sign.
  public var negated: ExactDecimal {
    ExactDecimal(isNegative: !isNegative, digits: digits[...], exponent: exponent)
  }
}

extension ExactDecimal: Comparable {
  /// Compares numbers by value.
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

extension ExactDecimal: CustomStringConvertible {
  private static let mostZeros = 20

  /// A JSON number literal, the same one for equal values.
  ///
  /// It is plain (`12`, `-0.5`) if that takes at most 20 zeros that are no digits of the value, and has an exponent
  /// otherwise (`1e400`).
  public var literal: [UInt8] {
    guard !digits.isEmpty else { return [.zero] }
    let figures = digits.map { $0 + .zero }
    return (isNegative ? [.minus] : []) + unsigned(figures)
  }

  /// The literal as text.
  public var description: String { String(decoding: literal, as: UTF8.self) }

  private func unsigned(_ figures: [UInt8]) -> [UInt8] {
    let point = UInt8(ascii: ".")
    let order = magnitudeOrder
    if exponent >= 0, exponent <= Self.mostZeros {
      return figures + [UInt8](repeating: .zero, count: exponent)
    }
    if exponent < 0, order > 0 { return figures[..<order] + [point] + figures[order...] }
    if exponent < 0, order > -Self.mostZeros {
      return [.zero, point] + [UInt8](repeating: .zero, count: -order) + figures
    }
    let fraction = figures.count > 1 ? [point] + figures[1...] : []
    return figures[..<1] + fraction + [UInt8(ascii: "e")] + Array(String(order - 1).utf8)
  }
}

extension ExactDecimal {
  /// The greatest number of digits with which a sum or difference is computed.
  public static let mostDigits = 1_000_000

  /// Returns the exact sum; nil if it would take more than `mostDigits`.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? {
    if digits.isEmpty { return other }
    if other.digits.isEmpty { return self }
    let lowest = min(exponent, other.exponent)
    let width = max(magnitudeOrder, other.magnitudeOrder) - lowest + 1
    guard width <= Self.mostDigits else { return nil }
    let (a, b) = (aligned(to: lowest, width: width), other.aligned(to: lowest, width: width))
    if isNegative == other.isNegative {
      return ExactDecimal(isNegative: isNegative, digits: Self.sum(a, b)[...], exponent: lowest)
    }
    let isSmaller = hasSmallerMagnitude(than: other)
    let difference = isSmaller ? Self.difference(b, a) : Self.difference(a, b)
    return ExactDecimal(
      isNegative: isSmaller ? other.isNegative : isNegative, digits: difference[...],
      exponent: lowest)
  }

  /// Returns the exact difference; nil if it would take more than `mostDigits`.
  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? { adding(other.negated) }

  private func aligned(to lowest: Int, width: Int) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: exponent - lowest)
    return [UInt8](repeating: 0, count: width - digits.count - zeros.count) + digits + zeros
  }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result = a
    var carry: UInt8 = 0
    for index in a.indices.reversed() {
      let digit = a[index] + b[index] + carry
      carry = digit >= 10 ? 1 : 0
      result[index] = digit - carry * 10
    }
    return result
  }

  /// Returns the difference; `a` must not be less than `b`.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var result = a
    var borrow: UInt8 = 0
    for index in a.indices.reversed() {
      let digit = a[index] + 10 - b[index] - borrow
      borrow = digit < 10 ? 1 : 0
      result[index] = digit + borrow * 10 - 10
    }
    return result
  }
}

extension ExactDecimal {
  /// The greatest number of digits with which multiples are determined.
  public static let mostDigitsOfMultiples = 1_000

  /// Returns true if this number is an integer times `divisor`, exactly; 0 is the only multiple of 0.
  ///
  /// Nil if one of the two has more than `mostDigitsOfMultiples` digits.
  /// - Complexity: O(product of the digits), whatever the exponents.
  public func isMultiple(of divisor: ExactDecimal) -> Bool? {
    if digits.isEmpty { return true }
    // Neither has trailing zeros, so a number with more decimal places than the divisor is no multiple of it.
    if divisor.digits.isEmpty || exponent < divisor.exponent { return false }
    guard max(digits.count, divisor.digits.count) <= Self.mostDigitsOfMultiples else { return nil }
    // A number has fewer factors of two, or of five, than four times its digits: more factors of ten change nothing.
    let tens = min(exponent - divisor.exponent, 4 * divisor.digits.count)
    return Natural(digits: divisor.digits)
      .divides(digits + [UInt8](repeating: 0, count: tens))
  }
}

/// A natural number of any size.
private struct Natural {
  private static let base: UInt64 = 1_000_000_000
  private static let digitsPerLimb = 9
  /// The limbs in base 10^9, the least significant first; the last is not 0.
  private let limbs: [UInt32]

  /// - Parameter digits: values 0 to 9, the most significant first, which must not be 0.
  init(digits: [UInt8]) {
    limbs = stride(from: digits.count, to: 0, by: -Self.digitsPerLimb).map { end in
      digits[max(0, end - Self.digitsPerLimb)..<end].reduce(0) { $0 * 10 + UInt32($1) }
    }
  }

  /// Returns true if this number divides the number with these digits, by a long division that keeps only the
  /// remainder.
  func divides(_ digits: [UInt8]) -> Bool {
    var remainder = [UInt32](repeating: 0, count: limbs.count + 1)
    for digit in digits {
      Self.append(digit, to: &remainder)
      while !isGreater(than: remainder) { subtract(from: &remainder) }
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  private static func append(_ digit: UInt8, to number: inout [UInt32]) {
    var carry = UInt64(digit)
    for index in number.indices {
      let value = UInt64(number[index]) * 10 + carry
      number[index] = UInt32(value % base)
      carry = value / base
    }
  }

  /// - Parameter number: a number with one limb more than this one.
  private func isGreater(than number: [UInt32]) -> Bool {
    number[limbs.count] == 0
      && number.dropLast().reversed().lexicographicallyPrecedes(limbs.reversed())
  }

  private func subtract(from number: inout [UInt32]) {
    var borrow: Int64 = 0
    for index in number.indices {
      let part = index < limbs.count ? Int64(limbs[index]) : 0
      let value = Int64(number[index]) - part - borrow
      borrow = value < 0 ? 1 : 0
      number[index] = UInt32(value + borrow * Int64(Self.base))
    }
  }
}
