extension ExactDecimal {
  /// The most digits that a sum or difference may have to be carried out with.
  public static let mostDigits = 1_000_000

  /// The exact sum; nil where the exponents lie so far apart that it would take more than `mostDigits`.
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

  /// The exact difference; nil where the exponents lie so far apart that it would take more than `mostDigits`.
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

  /// `a` isn't less than `b`.
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
