/// The constants of the mapping; all else follows from the values of the documents.
///
/// Ratios are fractions of integers and weights are integers, so that no sum depends on an order.
enum MappingConstants {
  /// The least share of what two nodes say that they must have in common to be one thing.
  ///
  /// Below a half, they say more against it than for it: two records of one form share their common values.
  static let leastShare = (1, 2)

  /// The factor by which the evidence for one counterpart must outweigh that for another one.
  ///
  /// Two columns that agree outweigh one that was shifted or renumbered, and one never outweighs another: between
  /// these, at two to one, is the value at which equally many errors are made in either direction.
  static let margin = (3, 2)

  /// The least weight of what moves to another container: one nat.
  ///
  /// A value that half of its column has weighs less, a value that tells three things apart weighs more.
  static let leastWeight = Weight(oneOf: 2718) - Weight(oneOf: 1000)

  /// The least length of a string, with its quotes, or a number that does not stand at two places by chance.
  static let leastLength = 3

  /// The values of each column that are counted beside the real ones, and how many of them survived.
  ///
  /// The three constants above can't say it: what a list of one or two records shows of its columns follows from the
  /// very pair that is in question. Without this, a record that was replaced by another one, and keeps three values of
  /// seven, would count as the same; with many more, ids that were made anew in a list of ten would still count.
  static let priorSurvival = (kept: 6, known: 8)
}

/// A weight of evidence: 1024 is one bit.
typealias Weight = Int

extension Weight {
  /// Returns the binary logarithm of a positive number, as one of so many equally likely cases.
  init(oneOf count: Int) {
    let exponent = Int.bitWidth - 1 - Swift.max(count, 1).leadingZeroBitCount
    var mantissa =
      exponent <= 31
      ? UInt64(Swift.max(count, 1)) << UInt64(31 - exponent)
      : UInt64(count) >> UInt64(exponent - 31)
    self = exponent
    // Each squaring gives one more binary digit of the logarithm.
    for _ in 0..<10 {
      mantissa = (mantissa * mantissa) >> 31
      self <<= 1
      if mantissa >> 32 > 0 {
        mantissa >>= 1
        self |= 1
      }
    }
  }

  /// Returns true if this evidence outweighs the other by the margin; evidence for nothing outweighs nothing.
  func outweighs(_ other: Weight) -> Bool {
    let (factor, divisor) = MappingConstants.margin
    return self > 0 && self * divisor >= other * factor
  }

  /// Returns true if this shared weight is the least share of what two nodes say, or more.
  func isShare(of one: Weight, and other: Weight) -> Bool {
    let (part, whole) = MappingConstants.leastShare
    return self > 0 && 2 * self * whole >= (one + other) * part
  }
}
