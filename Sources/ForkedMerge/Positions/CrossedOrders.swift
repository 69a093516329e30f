import Forked

/// Both sides' orders of what they share, where each of them brought several ancestors together by itself.
///
/// Where the two came to differ, ancestors say which of them moved something. If none did, either order would do, but not
/// for what was inserted in between since. So the order of the side that inserted more there becomes that of all three
/// versions; of two that inserted as much, that of the one that changed a position, and else of the later one. (Where both
/// inserted something, three versions cannot say what it was put between.)
struct CrossedOrders {
  private let ours: PositionedList
  private let theirs: PositionedList
  /// More than every token.
  private let count: Int
  private let ties: (Int, Int) -> Bool
  /// What both sides have, as either has it.
  private let shared: (ours: [Int], theirs: [Int])
  /// The shortest stretches of what is shared that hold the same elements in different orders.
  private let disputes: [Range<Int>]

  /// - Parameters:
  ///   - count: more than every token.
  ///   - ties: whether the first of two tokens precedes the other where nothing else says so.
  /// - Complexity: O(n).
  init(
    _ ours: PositionedList, _ theirs: PositionedList, count: Int,
    ties: @escaping (Int, Int) -> Bool
  ) {
    (self.ours, self.theirs) = (ours, theirs)
    (self.count, self.ties) = (count, ties)
    let places = (ours.tokens.places(count: count), theirs.tokens.places(count: count))
    shared = (
      ours.tokens.filter { places.1[$0] >= 0 }, theirs.tokens.filter { places.0[$0] >= 0 }
    )
    disputes = Self.disputes(between: shared.ours, and: shared.theirs, count: count)
  }

  /// True if both sides have what they share in the order of base.
  func agree(with base: PositionedList) -> Bool {
    guard disputes.isEmpty else { return false }
    let places = base.tokens.places(count: count)
    let known = shared.ours.lazy.map { places[$0] }.filter { $0 >= 0 }
    return zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The versions with what both sides share in one order, but for what both moved, and base without the rest.
  ///
  /// - Parameters:
  ///   - base: what the ancestors became together.
  ///   - ancestors: the tokens of each of them, in order.
  ///   - later: whose position of an element is the later one, as far as that is known.
  /// - Throws: what `later` throws.
  /// - Complexity: O(n log n) for each ancestor.
  func settled(
    _ base: PositionedList, since ancestors: [[Int]], later: (Int) throws -> MergeSide?
  ) rethrows -> PositionedVersions {
    let numbers = disputeNumbers
    let places = base.tokens.places(count: count)
    let oursClaims = claims(of: ours, numbers, since: base, ancestors)
    let theirsClaims = claims(of: theirs, numbers, since: base, ancestors)
    var orders = (base: shared.ours, ours: shared.ours, theirs: shared.theirs)
    for (number, dispute) in disputes.enumerated() {
      switch try winner(of: dispute, oursClaims[number], theirsClaims[number], later) {
      case .ours: orders.theirs[dispute] = shared.ours[dispute]
      case .theirs:
        orders.ours[dispute] = shared.theirs[dispute]
        orders.base[dispute] = shared.theirs[dispute]
      case nil: orders.base[dispute].sort { places[$0] < places[$1] }
      }
    }
    let known = orders.base.filter { places[$0] >= 0 }
    let oursMoved = ours.rearranged(to: orders.ours, in: numbers, like: theirs, since: base)
    let theirsMoved = theirs.rearranged(to: orders.theirs, in: numbers, like: ours, since: base)
    return PositionedVersions(
      base: PositionedList(tokens: known, positions: known.map { base.positions[places[$0]] }),
      ours: oursMoved.list, theirs: theirsMoved.list,
      disputed: oursMoved.moved.map { ($0, .theirs) } + theirsMoved.moved.map { ($0, .ours) })
  }
}

// MARK: - Disputes

extension CrossedOrders {
  /// What speaks for a side's order in one dispute.
  private struct Claim {
    /// True if an ancestor, and all of them together, have another order.
    var isMove = false
    /// How much the side inserted between what is in dispute.
    var insertions = 0
    /// True if the side gave something in dispute another position.
    var isChange = false
  }

  /// A stretch ends where both have passed the same elements.
  private static func disputes(
    between ours: [Int], and theirs: [Int], count: Int
  ) -> [Range<Int>] {
    let places = theirs.places(count: count)
    var disputes: [Range<Int>] = []
    var (start, furthest) = (0, -1)
    for (place, token) in ours.enumerated() {
      furthest = max(furthest, places[token])
      guard furthest == place else { continue }
      if place > start { disputes.append(start..<place + 1) }
      start = place + 1
    }
    return disputes
  }

  /// For each token the number of the dispute that it is in, or -1.
  private var disputeNumbers: [Int] {
    var numbers = [Int](repeating: -1, count: count)
    for (number, dispute) in disputes.enumerated() {
      for token in shared.ours[dispute] { numbers[token] = number }
    }
    return numbers
  }

  /// Whose order stands; nil where both moved something.
  private func winner(
    of dispute: Range<Int>, _ ours: Claim, _ theirs: Claim, _ later: (Int) throws -> MergeSide?
  ) rethrows -> MergeSide? {
    if ours.isMove, theirs.isMove { return nil }
    if ours.isMove != theirs.isMove { return ours.isMove ? .ours : .theirs }
    if ours.insertions != theirs.insertions {
      return ours.insertions > theirs.insertions ? .ours : .theirs
    }
    if ours.isChange != theirs.isChange { return ours.isChange ? .ours : .theirs }
    let first = (shared.ours[dispute.lowerBound], shared.theirs[dispute.lowerBound])
    let isOursLesser = ties(first.0, first.1)
    return try later(isOursLesser ? first.0 : first.1) ?? (isOursLesser ? .ours : .theirs)
  }

  private func claims(
    of side: PositionedList, _ numbers: [Int], since base: PositionedList, _ ancestors: [[Int]]
  ) -> [Claim] {
    var claims = [Claim](repeating: Claim(), count: disputes.count)
    markMoves(in: side, numbers, since: base, ancestors, &claims)
    let known = PlacedTokens(base, count: count)
    let basePlaces = base.tokens.places(count: count)
    var inserted = 0
    var insertedBefore = [Int?](repeating: nil, count: disputes.count)
    for (token, position) in zip(side.tokens, side.positions) {
      if basePlaces[token] < 0 { inserted += 1 }
      guard numbers[token] >= 0 else { continue }
      let before = insertedBefore[numbers[token]] ?? inserted
      insertedBefore[numbers[token]] = before
      claims[numbers[token]].insertions = inserted - before
      if position != known.positions[token] { claims[numbers[token]].isChange = true }
    }
    return claims
  }

  /// What one ancestor's order contradicts is a move only where that of all ancestors together does, too: else another
  /// ancestor made it.
  private func markMoves(
    in side: PositionedList, _ numbers: [Int], since base: PositionedList, _ ancestors: [[Int]],
    _ claims: inout [Claim]
  ) {
    let places = side.tokens.places(count: count)
    let isNew = contradictions(of: base.tokens, to: places, numbers)
    for ancestor in ancestors {
      for (number, isOther) in contradictions(of: ancestor, to: places, numbers).enumerated()
      where isOther && isNew[number] {
        claims[number].isMove = true
      }
    }
  }

  /// For each dispute whether an order has something in it differently.
  private func contradictions(of order: [Int], to places: [Int], _ numbers: [Int]) -> [Bool] {
    var contradictions = [Bool](repeating: false, count: disputes.count)
    var last = [Int](repeating: -1, count: disputes.count)
    for token in order where numbers.indices.contains(token) && numbers[token] >= 0 {
      if places[token] < last[numbers[token]] { contradictions[numbers[token]] = true }
      last[numbers[token]] = places[token]
    }
    return contradictions
  }
}

extension [Int] {
  /// For each token below `count` its place here, or -1.
  fileprivate func places(count: Int) -> [Int] {
    var places = [Int](repeating: -1, count: count)
    for (place, token) in enumerated() { places[token] = place }
    return places
  }
}

// MARK: - Another order

extension PositionedList {
  /// The list with what is in dispute in another order, for which the fewest elements move: each right behind the one that
  /// it follows in its dispute, the first ones in front of the next. Of several choices it is those that this side gave
  /// a position, because these are what gives way.
  ///
  /// - Parameters:
  ///   - order: what both sides share.
  ///   - numbers: for each token the number of its dispute.
  ///   - other: where the elements that move have their positions from.
  ///   - base: says which positions this side changed.
  fileprivate func rearranged(
    to order: [Int], in numbers: [Int], like other: PositionedList, since base: PositionedList
  ) -> (list: PositionedList, moved: [Int]) {
    let ranks = order.places(count: numbers.count)
    var positions = PlacedTokens(self, count: numbers.count).positions
    let others = PlacedTokens(other, count: numbers.count).positions
    let former = PlacedTokens(base, count: numbers.count).positions
    let isMoved = moved(by: ranks) { token in
      positions[token] == former[token] || positions[token] == others[token]
    }
    var result: [Int] = []
    var rest = order[...]
    for token in tokens where !isMoved[token] {
      if ranks[token] >= 0 {
        result += rest.prefix { $0 != token }
        rest = order[(ranks[token] + 1)...]
      }
      result.append(token)
      guard ranks[token] >= 0 else { continue }
      let followers = rest.prefix { isMoved[$0] && numbers[$0] == numbers[token] }
      result += followers
      rest = rest.dropFirst(followers.count)
    }
    let moved = tokens.filter { isMoved[$0] }
    guard !moved.isEmpty else { return (self, []) }
    for token in moved { positions[token] = others[token] }
    return (PositionedList(tokens: result, positions: result.map { positions[$0] }), moved)
  }

  /// For each token whether it has a rank, and is not among the most that ascend, still ones before others.
  private func moved(by ranks: [Int], isStill: (Int) -> Bool) -> [Bool] {
    let ranked = tokens.filter { ranks[$0] >= 0 }
    var isMoved = ranks.map { $0 >= 0 }
    let ascending = LongestIncreasing.indices(
      of: ranked.map { ranks[$0] }, preferring: ranked.map(isStill))
    for index in ascending {
      isMoved[ranked[index]] = false
    }
    return isMoved
  }
}
