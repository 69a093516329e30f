/// Numbers that a seed fixes, the same on every machine, so that every failure can be had again.
///
/// Source: S. Vigna, SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: fixes all numbers.
  public init(seed: UInt64) { state = seed }

  /// Begins with a state that is drawn itself.
  ///
  /// - Parameter seed: fixes all numbers.
  public init(drawnFrom seed: UInt64) {
    state = seed
    state = next()
  }

  /// 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// A number from 0 to `bound` - 1; 0 where that is less.
  public mutating func below(_ bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &self)
  }

  /// True in one of so many cases.
  public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of the choices, of which there is at least one.
  public mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }
}
