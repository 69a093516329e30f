import Forked

/// The orders in both sides of the elements that they share, if each side merged several ancestors by itself.
///
/// If the two orders differ, the ancestors show which side moved an element. If neither did, either order is correct
/// for these elements, but not for elements that were since inserted between them. So the order of the side that
/// inserted more there is taken for all three versions. If both inserted equally many, it is the order of the side that
/// changed a position, else of the later one. (If both inserted elements, three versions don't show the neighbours
/// between which they were inserted.)
struct CrossedOrders {
  private let ours: PositionedList
  private let theirs: PositionedList
  /// A number greater than every token.
  private let count: Int
  private let ties: (Int, Int) -> Bool
  /// The elements that both sides have, in the order of each.
  private let shared: (ours: [Int], theirs: [Int])
  /// The shortest ranges of the shared elements that hold the same elements in different orders.
  private let differingRanges: [Range<Int>]

  /// - Parameters:
  ///   - count: a number greater than every token.
  ///   - ties: returns true if the first of two tokens precedes the other when nothing else decides.
  /// - Complexity: O(n).
  init(
    _ ours: PositionedList, _ theirs: PositionedList, count: Int,
    ties: @escaping (Int, Int) -> Bool
  ) {
    self.ours = ours
    self.theirs = theirs
    self.count = count
    self.ties = ties
    let places = (ours.tokens.places(count: count), theirs.tokens.places(count: count))
    shared = (
      ours.tokens.filter { places.1[$0] >= 0 }, theirs.tokens.filter { places.0[$0] >= 0 }
    )
    differingRanges = Self.differingRanges(between: shared.ours, and: shared.theirs, count: count)
  }

  /// Returns true if both sides have the shared elements in the order of base.
  func agree(with base: PositionedList) -> Bool {
    guard differingRanges.isEmpty else { return false }
    let places = base.tokens.places(count: count)
    let known = shared.ours.lazy.map { places[$0] }.filter { $0 >= 0 }
    return zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Returns the versions with one order of the shared elements, except for those that both moved; base has no others.
  ///
  /// - Parameters:
  ///   - base: the merge of the ancestors.
  ///   - ancestors: the tokens of each ancestor, in order.
  ///   - later: returns the side with the later position of an element, as far as that is known.
  /// - Throws: the errors of `later`.
  /// - Complexity: O(n log n) for each ancestor.
  func decided(
    _ base: PositionedList, since ancestors: [[Int]], later: (Int) throws -> MergeSide?
  ) rethrows -> PositionedVersions {
    let numbers = rangeNumbers
    let places = base.tokens.places(count: count)
    let oursClaims = claims(of: ours, numbers, since: base, ancestors)
    let theirsClaims = claims(of: theirs, numbers, since: base, ancestors)
    var orders = (base: shared.ours, ours: shared.ours, theirs: shared.theirs)
    for (number, range) in differingRanges.enumerated() {
      switch try winner(of: range, oursClaims[number], theirsClaims[number], later) {
      case .ours: orders.theirs[range] = shared.ours[range]
      case .theirs:
        orders.ours[range] = shared.theirs[range]
        orders.base[range] = shared.theirs[range]
      case nil: orders.base[range].sort { places[$0] < places[$1] }
      }
    }
    let known = orders.base.filter { places[$0] >= 0 }
    let oursMoved = ours.rearranged(to: orders.ours, in: numbers, like: theirs, since: base)
    let theirsMoved = theirs.rearranged(to: orders.theirs, in: numbers, like: ours, since: base)
    return PositionedVersions(
      base: PositionedList(tokens: known, positions: known.map { base.positions[places[$0]] }),
      ours: oursMoved.list, theirs: theirsMoved.list,
      changedByBoth: oursMoved.moved.map { ($0, .theirs) } + theirsMoved.moved.map { ($0, .ours) })
  }
}

// MARK: - Ranges in different orders

extension CrossedOrders {
  /// The reasons for a side's order in one range.
  private struct Claim {
    /// True if an ancestor, and all of them together, have another order.
    var isMove = false
    /// The number of elements that the side inserted within the range.
    var insertions = 0
    /// True if the side changed the position of an element of the range.
    var isChange = false
  }

  /// Returns the ranges; each ends where both orders have passed the same elements.
  private static func differingRanges(
    between ours: [Int], and theirs: [Int], count: Int
  ) -> [Range<Int>] {
    let places = theirs.places(count: count)
    var differingRanges: [Range<Int>] = []
    var (start, furthest) = (0, -1)
    for (place, token) in ours.enumerated() {
      furthest = max(furthest, places[token])
      guard furthest == place else { continue }
      if place > start { differingRanges.append(start..<place + 1) }
      start = place + 1
    }
    return differingRanges
  }

  /// The number of the range that holds each token, or -1.
  private var rangeNumbers: [Int] {
    var numbers = [Int](repeating: -1, count: count)
    for (number, range) in differingRanges.enumerated() {
      for token in shared.ours[range] { numbers[token] = number }
    }
    return numbers
  }

  /// Returns the side whose order is taken; nil if both moved elements.
  private func winner(
    of range: Range<Int>, _ ours: Claim, _ theirs: Claim, _ later: (Int) throws -> MergeSide?
  ) rethrows -> MergeSide? {
    if ours.isMove, theirs.isMove { return nil }
    if ours.isMove != theirs.isMove { return ours.isMove ? .ours : .theirs }
    if ours.insertions != theirs.insertions {
      return ours.insertions > theirs.insertions ? .ours : .theirs
    }
    if ours.isChange != theirs.isChange { return ours.isChange ? .ours : .theirs }
    let first = (shared.ours[range.lowerBound], shared.theirs[range.lowerBound])
    let isOursLesser = ties(first.0, first.1)
    return try later(isOursLesser ? first.0 : first.1) ?? (isOursLesser ? .ours : .theirs)
  }

  private func claims(
    of side: PositionedList, _ numbers: [Int], since base: PositionedList, _ ancestors: [[Int]]
  ) -> [Claim] {
    var claims = [Claim](repeating: Claim(), count: differingRanges.count)
    markMoves(in: side, numbers, since: base, ancestors, &claims)
    let known = PlacedTokens(base, count: count)
    let basePlaces = base.tokens.places(count: count)
    var inserted = 0
    var insertedBefore = [Int?](repeating: nil, count: differingRanges.count)
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

  /// Marks ranges in which the side moved an element.
  ///
  /// The side's order must contradict both an ancestor and the merge of all ancestors; otherwise another ancestor made
  /// the move.
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

  /// Returns for each range true if an order has elements of it in another order.
  private func contradictions(of order: [Int], to places: [Int], _ numbers: [Int]) -> [Bool] {
    var contradictions = [Bool](repeating: false, count: differingRanges.count)
    var last = [Int](repeating: -1, count: differingRanges.count)
    for token in order where numbers.indices.contains(token) && numbers[token] >= 0 {
      if places[token] < last[numbers[token]] { contradictions[numbers[token]] = true }
      last[numbers[token]] = places[token]
    }
    return contradictions
  }
}

// MARK: - Another order

extension PositionedList {
  /// Returns the list with its ranges in another order, for which the fewest elements are moved.
  ///
  /// Each moved element comes directly after the one that it follows in its range; the first ones come before the next
  /// element. Of several choices, elements to which this side gave a position are moved, because their positions are
  /// dropped.
  ///
  /// - Parameters:
  ///   - order: the elements that both sides share.
  ///   - numbers: the number of the range of each token.
  ///   - other: the list from which moved elements get their positions.
  ///   - base: the list that shows which positions this side changed.
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

  /// Returns for each token true if it has a rank and is not in the longest ascending subsequence; still ones are kept
  /// first.
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
