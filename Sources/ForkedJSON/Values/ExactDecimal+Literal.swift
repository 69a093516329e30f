extension ExactDecimal: CustomStringConvertible {
  private static let mostZeros = 20

  /// A JSON number literal, the same for equal values: plain (`12`, `-0.5`) where that takes at most 20 zeros
  /// that are no digits of the value, else with an exponent (`1e400`).
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
