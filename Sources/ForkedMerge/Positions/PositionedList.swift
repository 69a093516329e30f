/// One version of an ordered list: what stands there, and where each element says that it stands.
public struct PositionedList: Hashable, Sendable {
  /// The elements as tokens, in the order in which they stand; none occurs twice.
  public var tokens: [Int]
  /// For each element its position; nil where it has none that counts.
  public var positions: [Int?]

  /// - Parameters:
  ///   - tokens: the elements, in the order in which they stand.
  ///   - positions: for each element its position; nil where it has none that counts.
  public init(tokens: [Int] = [], positions: [Int?] = []) {
    self.tokens = tokens
    self.positions = positions
  }
}

extension PositionedList {
  /// The list in the same order, with positions that say so; those that say so already stay. Not by chance: everybody
  /// who mends a list mends it alike.
  func mended(
    in range: PositionRange, preferring former: (Int) -> Int? = { _ in nil },
    ties: (Int, Int) -> Bool
  ) -> PositionedList {
    var evenly = EvenSpread()
    let known = zip(tokens, positions).map { KnownPosition($1, former: former($0)) }
    let arranged = range.arranged(
      known, ties: { ties(tokens[$0], tokens[$1]) }, using: &evenly)
    return PositionedList(tokens: tokens, positions: arranged)
  }
}

/// No chance: always the middle.
private struct EvenSpread: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 << 63 }
}

/// A list in order, by tokens.
struct PlacedTokens {
  private(set) var tokens: [Int]
  /// For each token its position, where the list has it.
  private(set) var positions: [Int?]

  /// - Parameter count: more than every token.
  init(_ list: PositionedList, count: Int) {
    tokens = list.tokens
    positions = [Int?](repeating: nil, count: count)
    for (token, position) in zip(list.tokens, list.positions) { positions[token] = position }
  }
}

extension SideOrder {
  /// What one side did to the order of an ordered list. An element whose position did not change was not moved, whatever
  /// a shortest list of moves may say.
  ///
  /// - Parameter basePlaces: for each token its index in base, or -1.
  /// - Complexity: O(n log n).
  init(_ side: PlacedTokens, since base: PlacedTokens, basePlaces: [Int]) {
    func isStill(_ token: Int) -> Bool {
      base.positions[token] != nil && base.positions[token] == side.positions[token]
    }
    var stillBefore: [Int] = []
    var seen = 0
    for token in base.tokens {
      stillBefore.append(seen)
      if isStill(token) { seen += 1 }
    }
    seen = 0
    let candidates = side.tokens.indices.filter { index in
      let token = side.tokens[index]
      guard basePlaces[token] >= 0, stillBefore[basePlaces[token]] == seen else { return false }
      if isStill(token) { seen += 1 }
      return true
    }
    self.init(side.tokens, basePlaces: basePlaces, candidates: candidates)
  }
}
