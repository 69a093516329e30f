/// One version of an ordered list: its elements and their positions.
public struct PositionedList: Hashable, Sendable {
  /// The elements as tokens, in their order; none occurs twice.
  public var tokens: [Int]
  /// The position of each element; nil if it has no valid one.
  public var positions: [Int?]

  /// Creates a version of a list.
  /// - Parameters:
  ///   - tokens: the elements, in their order.
  ///   - positions: the position of each element; nil if it has no valid one.
  public init(tokens: [Int] = [], positions: [Int?] = []) {
    self.tokens = tokens
    self.positions = positions
  }
}

extension PositionedList {
  /// Returns the list in the same order, with positions that match it.
  ///
  /// Positions that match already stay. The result is deterministic: all repairs of one list are equal.
  func repaired(
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

/// A generator without randomness: it always returns the middle.
private struct EvenSpread: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 << 63 }
}

/// A list in order, by tokens.
struct PlacedTokens {
  private(set) var tokens: [Int]
  /// The position of each token that the list has.
  private(set) var positions: [Int?]

  /// - Parameter count: a number greater than every token.
  init(_ list: PositionedList, count: Int) {
    tokens = list.tokens
    positions = [Int?](repeating: nil, count: count)
    for (token, position) in zip(list.tokens, list.positions) { positions[token] = position }
  }
}

extension SideOrder {
  /// Finds the changes of one side to the order of an ordered list.
  ///
  /// An element whose position did not change was not moved, whatever a shortest list of moves is.
  ///
  /// - Parameter basePlaces: the index in base of each token, or -1.
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
