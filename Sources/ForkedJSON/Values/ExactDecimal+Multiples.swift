import BigInt

extension ExactDecimal {
  /// The most digits for which multiples are found out.
  public static let mostDigitsOfMultiples = 10_000

  /// Whether this is an integer times `divisor`, exactly; never of 0, unless it is 0 itself. nil where one of both
  /// has more than `mostDigitsOfMultiples`. Complexity: O(product of the digits), whatever the exponents.
  public func isMultiple(of divisor: ExactDecimal) -> Bool? {
    if digits.isEmpty { return true }
    // Neither has trailing zeros: what has more decimal places than the divisor is no multiple of it.
    if divisor.digits.isEmpty || exponent < divisor.exponent { return false }
    guard max(digits.count, divisor.digits.count) <= Self.mostDigitsOfMultiples else { return nil }
    let modulus = Self.integer(divisor.digits, modulus: nil)
    let shift = BigUInt(10).power(BigUInt(exponent - divisor.exponent), modulus: modulus)
    return (Self.integer(digits, modulus: modulus) * shift % modulus).isZero
  }

  /// The integer with these digits, or what remains of it.
  private static func integer(_ digits: [UInt8], modulus: BigUInt?) -> BigUInt {
    var result = BigUInt(0)
    for start in stride(from: 0, to: digits.count, by: 18) {
      let chunk = digits[start..<min(start + 18, digits.count)]
      let scale = chunk.reduce(1 as UInt64) { scale, _ in scale * 10 }
      result = result * BigUInt(scale) + BigUInt(chunk.reduce(0 as UInt64) { $0 * 10 + UInt64($1) })
      if let modulus { result %= modulus }
    }
    return result
  }
}
