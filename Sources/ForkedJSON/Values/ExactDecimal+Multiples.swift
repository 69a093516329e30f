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
    var modulus = Natural(digits: divisor.digits)
    // This many tens stand in the multiple besides its digits; what is prime to ten can't use them.
    let tens = exponent - divisor.exponent
    modulus.cancel(2, atMost: tens)
    modulus.cancel(5, atMost: tens)
    return modulus.divides(digits)
  }
}

/// A natural number of any size.
private struct Natural {
  private static let base: UInt64 = 1_000_000_000
  private static let digitsPerLimb = 9
  /// In base 10^9, the least significant first; the last is not 0.
  private var limbs: [UInt32]

  /// - Parameter digits: values 0 to 9, the most significant first, which is not 0.
  init(digits: [UInt8]) {
    limbs = stride(from: digits.count, to: 0, by: -Self.digitsPerLimb).map { end in
      digits[max(0, end - Self.digitsPerLimb)..<end].reduce(0) { $0 * 10 + UInt32($1) }
    }
  }

  /// Takes a prime factor away as often as it is there, but not more often than `limit`.
  mutating func cancel(_ factor: UInt64, atMost limit: Int) {
    var rest = limit
    while rest > 0, let quotient = quotient(by: factor) {
      self = quotient
      rest -= 1
    }
  }

  private func quotient(by divisor: UInt64) -> Natural? {
    var quotient = self
    var remainder: UInt64 = 0
    for index in limbs.indices.reversed() {
      let value = remainder * Self.base + UInt64(limbs[index])
      quotient.limbs[index] = UInt32(value / divisor)
      remainder = value % divisor
    }
    while quotient.limbs.last == 0 { quotient.limbs.removeLast() }
    return remainder == 0 ? quotient : nil
  }

  /// Whether it divides the number with these digits: long division that keeps only what remains.
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

  /// - Parameter number: has one limb more than this number.
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
