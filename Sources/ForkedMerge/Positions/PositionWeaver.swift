import Forked

/// Combines the elements that both sides of an ordered list moved or inserted with those that neither moved.
///
/// Unmoved elements keep their place of base, and elements that both sides put to one place go there. The others are
/// sorted into their gap by position, unless one side renumbered the elements around it.
struct PositionWeaver {
  private let base: PlacedTokens
  private let ours: PlacedTokens
  private let theirs: PlacedTokens
  private let survives: [Bool]
  private let ties: (Int, Int) -> Bool
  private let oursOrder: SideOrder
  private let theirsOrder: SideOrder
  /// The side whose place each token gets; nil: that of base.
  private var sides: [MergeSide?]
  private var positions: [Int?]
  /// For each token, true if both sides put it to one place, at one position.
  private var isAlike: [Bool]
  private(set) var changedByBoth: [(token: Int, side: MergeSide)] = []

  init(
    _ base: PlacedTokens, _ ours: PlacedTokens, _ theirs: PlacedTokens, _ survives: [Bool],
    ties: @escaping (Int, Int) -> Bool
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.survives = survives
    self.ties = ties
    let places = base.tokens.places(count: survives.count)
    oursOrder = SideOrder(ours, since: base, basePlaces: places)
    theirsOrder = SideOrder(theirs, since: base, basePlaces: places)
    sides = [MergeSide?](repeating: nil, count: survives.count)
    positions = base.positions
    isAlike = [Bool](repeating: false, count: survives.count)
    markAlike()
  }

  /// Marks the elements that both sides put between the same unmoved elements, except those in different orders.
  private mutating func markAlike() {
    let (before, theirBefore) = (unmovedBefore(in: ours), unmovedBefore(in: theirs))
    let shared = ours.tokens.filter { token in
      guard oursOrder.gaps[token] >= 0, theirsOrder.gaps[token] >= 0,
        before[token] == theirBefore[token]
      else { return false }
      return ours.positions[token] == theirs.positions[token]
    }
    var ranks = [Int](repeating: 0, count: survives.count)
    for (rank, token) in theirs.tokens.enumerated() { ranks[token] = rank }
    var lowest = [Int](repeating: Int.max, count: shared.count + 1)
    for place in shared.indices.reversed() {
      lowest[place] = min(lowest[place + 1], ranks[shared[place]])
    }
    var highest = -1
    for (place, token) in shared.enumerated() {
      isAlike[token] = highest < ranks[token] && ranks[token] < lowest[place + 1]
      highest = max(highest, ranks[token])
    }
  }

  /// Returns for each token of a side the number of shared unmoved elements before it.
  private func unmovedBefore(in side: PlacedTokens) -> [Int] {
    var counts = [Int](repeating: 0, count: survives.count)
    var unmoved = 0
    for token in side.tokens {
      counts[token] = unmoved
      if isUnmoved(token) { unmoved += 1 }
    }
    return counts
  }

  private func isUnmoved(_ token: Int) -> Bool {
    base.positions[token] != nil && ours.positions[token] != nil && theirs.positions[token] != nil
      && oursOrder.gaps[token] < 0 && theirsOrder.gaps[token] < 0
  }

  /// The elements of base that a side moved and that don't survive.
  var movedAndDeleted: [Int] {
    base.tokens.filter {
      !survives[$0] && (oursOrder.gaps[$0] >= 0 || theirsOrder.gaps[$0] >= 0)
    }
  }

  // MARK: - Positions

  /// Finds the place and the position of each element: of the side that moved it, or the later one if both did.
  mutating func decidePositions(later: (Int) throws -> MergeSide?) rethrows {
    for token in survives.indices where survives[token] {
      let moved = (oursOrder.gaps[token] >= 0, theirsOrder.gaps[token] >= 0)
      switch moved {
      case (true, false): decide(token, .ours)
      case (false, true): decide(token, .theirs)
      case (true, true): try decideChangedByBoth(token, later)
      case (false, false): positions[token] = try unmovedPosition(of: token, later)
      }
    }
  }

  private mutating func decide(_ token: Int, _ side: MergeSide) {
    sides[token] = side
    positions[token] = side == .ours ? ours.positions[token] : theirs.positions[token]
  }

  private mutating func decideChangedByBoth(
    _ token: Int, _ later: (Int) throws -> MergeSide?
  ) rethrows {
    let isOnePosition = ours.positions[token] == theirs.positions[token]
    if isAlike[token] { return decide(token, .ours) }
    let side = try later(token) ?? smaller(token)
    decide(token, side)
    if !isOnePosition { changedByBoth.append((token, side)) }
  }

  /// Returns the position of an unmoved element: of the side that renumbered it.
  private func unmovedPosition(
    of token: Int, _ later: (Int) throws -> MergeSide?
  ) rethrows -> Int? {
    let (base, ours, theirs) = (
      base.positions[token], ours.positions[token], theirs.positions[token]
    )
    if theirs == base || theirs == ours || theirs == nil { return ours ?? theirs }
    if ours == base || ours == nil { return theirs }
    return try (later(token) ?? smaller(token)) == .ours ? ours : theirs
  }

  /// Returns the side with the smaller position, a choice that does not depend on the order of the sides.
  private func smaller(_ token: Int) -> MergeSide {
    guard let ours = ours.positions[token], let theirs = theirs.positions[token] else {
      return .ours
    }
    if ours != theirs { return ours < theirs ? .ours : .theirs }
    return oursOrder.gaps[token] <= theirsOrder.gaps[token] ? .ours : .theirs
  }

  // MARK: - Order

  /// Returns the surviving elements in order, with positions that match it.
  func woven(in range: PositionRange) -> PositionedList {
    let anchors = ours.tokens.filter(isAnchor)
    let (oursRuns, theirsRuns) = (runs(.ours), runs(.theirs))
    var order: [Int] = []
    for gap in 0...anchors.count {
      let left = gap > 0 ? anchors[gap - 1] : nil
      let right = gap < anchors.count ? anchors[gap] : nil
      order += ordered(oursRuns[gap], theirsRuns[gap], between: left, and: right)
      if let right { order.append(right) }
    }
    let list = PositionedList(tokens: order, positions: order.map { positions[$0] })
    return list.repaired(in: range, preferring: { base.positions[$0] }, ties: ties)
  }

  /// Returns true if an element is where all three versions have it, or where both sides put it.
  private func isAnchor(_ token: Int) -> Bool {
    guard survives[token] else { return false }
    return isAlike[token]
      || sides[token] == nil && ours.positions[token] != nil && theirs.positions[token] != nil
  }

  /// Returns the elements between the anchors that a side alone placed, or that the other side deleted.
  private func runs(_ side: MergeSide) -> [[Int]] {
    let (mine, other) = side == .ours ? (ours, theirs) : (theirs, ours)
    var runs: [[Int]] = [[]]
    for token in mine.tokens where survives[token] {
      if isAnchor(token) {
        runs.append([])
      } else if sides[token] == side || sides[token] == nil && other.positions[token] == nil {
        runs[runs.count - 1].append(token)
      }
    }
    return runs
  }

  /// Returns both runs of one gap by position.
  ///
  /// If one side renumbered the neighbours, so that these positions are no longer comparable, the other side's run
  /// comes after its left neighbour.
  private func ordered(
    _ ours: [Int], _ theirs: [Int], between left: Int?, and right: Int?
  ) -> [Int] {
    if ours.isEmpty || theirs.isEmpty { return ours + theirs }
    let sorted = (ours + theirs).sorted(by: precedes)
    let fits =
      left.map { precedes($0, sorted[0]) } ?? true
      && right.map { precedes(sorted[sorted.count - 1], $0) } ?? true
    if fits { return sorted }
    let neighbours = [left, right].compactMap { $0 }
    switch (isRenumbered(self.ours, neighbours), isRenumbered(self.theirs, neighbours)) {
    case (true, false): return theirs + ours
    case (false, true): return ours + theirs
    default: return sorted
    }
  }

  private func isRenumbered(_ side: PlacedTokens, _ neighbours: [Int]) -> Bool {
    neighbours.contains {
      !isAlike[$0] && side.positions[$0] != nil && side.positions[$0] != base.positions[$0]
    }
  }

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    guard let first = positions[one], let second = positions[other] else { return false }
    return first == second ? ties(one, other) : first < second
  }
}
