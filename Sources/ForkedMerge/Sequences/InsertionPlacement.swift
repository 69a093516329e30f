/// Finds the gap of every inserting hunk of two scripts, and the hunks that belong to one place.
///
/// - Two insertions at one gap are at one place.
/// - Two replacements that share an element of base are at one place, with all others that overlap them.
/// - If they may be joined, a replacement and an insertion of the same run within it or at its edge are at one place.
/// - All others are ordered by base: a replacement is where the replaced elements begin, after an insertion before
///   these and before an insertion within or after them.
///
/// Swapping the sides swaps the result and changes nothing else.
/// - Complexity: O(n) in the hunks and the runs that are compared.
struct InsertionPlacement {
  private let ours: Side
  private let theirs: Side
  private let mayJoin: Bool
  private var ourNext = 0
  private var theirNext = 0

  private struct Side {
    let tokens: [Int]
    let hunks: [Hunk]

    func run(_ index: Int) -> ArraySlice<Int> { tokens[hunks[index].new] }
  }

  /// Returns the inserting hunks only.
  static func inserting(_ hunks: [Hunk]) -> [Hunk] { hunks.filter { !$0.isDeletion } }

  /// Creates a placement; each of `ourHunks` and `theirHunks` must insert something.
  init(ours: [Int], ourHunks: [Hunk], theirs: [Int], theirHunks: [Hunk], mayJoin: Bool) {
    self.mayJoin = mayJoin
    self.ours = Side(tokens: ours, hunks: ourHunks)
    self.theirs = Side(tokens: theirs, hunks: theirHunks)
  }

  /// Returns all insertions in the order of base.
  mutating func insertions() -> [Insertion] {
    var result: [Insertion] = []
    result.reserveCapacity(ours.hunks.count + theirs.hunks.count)
    while let next = nextInsertion() {
      result.append(next)
      ourNext = next.ours.upperBound
      theirNext = next.theirs.upperBound
    }
    return result
  }

  private func nextInsertion() -> Insertion? {
    let our = ourNext < ours.hunks.count ? ours.hunks[ourNext] : nil
    let their = theirNext < theirs.hunks.count ? theirs.hunks[theirNext] : nil
    guard let our else { return their.map { byTheirs(at: $0.old.lowerBound) } }
    guard let their else { return byOurs(at: our.old.lowerBound) }
    if our.isInsertion, their.isInsertion, our.old == their.old {
      return byBoth(at: our.old.lowerBound)
    }
    if let cluster = replacedByBoth(startingAt: min(our.old.lowerBound, their.old.lowerBound)) {
      return cluster
    }
    if mayJoin, let gap = gapOfSameRun(our, their) { return byBoth(at: gap) }
    return our.precedes(their)
      ? byOurs(at: our.old.lowerBound) : byTheirs(at: their.old.lowerBound)
  }

  private func byOurs(at gap: Int) -> Insertion {
    Insertion(gap: gap, end: gap, ours: ourNext..<ourNext + 1, theirs: theirNext..<theirNext)
  }

  private func byTheirs(at gap: Int) -> Insertion {
    Insertion(gap: gap, end: gap, ours: ourNext..<ourNext, theirs: theirNext..<theirNext + 1)
  }

  private func byBoth(at gap: Int) -> Insertion {
    Insertion(
      gap: gap, end: gap, ours: ourNext..<ourNext + 1, theirs: theirNext..<theirNext + 1)
  }

  /// Returns the gap of the next hunks of both sides if they insert the same run; else nil.
  ///
  /// One of them must be a replacement, and the other an insertion within it or at its edge.
  private func gapOfSameRun(_ our: Hunk, _ their: Hunk) -> Int? {
    let gap = max(our.old.lowerBound, their.old.lowerBound)
    guard gap <= our.old.upperBound, gap <= their.old.upperBound,
      our.isInsertion || their.isInsertion,
      our.new.count == their.new.count,
      !isReplacedByBoth(our, ours, their, theirs),
      ours.run(ourNext) == theirs.run(theirNext)
    else { return nil }
    return gap
  }
}

extension InsertionPlacement {
  /// Returns true if the replacement among two hunks shares an element with a replacement of the other side.
  private func isReplacedByBoth(
    _ our: Hunk, _ ours: Side, _ their: Hunk, _ theirs: Side
  ) -> Bool {
    our.isReplacement
      ? Self.replaces(theirs, from: theirNext, within: our.old)
      : Self.replaces(ours, from: ourNext, within: their.old)
  }

  private static func replaces(_ side: Side, from start: Int, within range: Range<Int>) -> Bool {
    var index = start
    while index < side.hunks.count, side.hunks[index].old.lowerBound < range.upperBound {
      if side.hunks[index].isReplacement { return true }
      index += 1
    }
    return false
  }

  /// Returns the overlapping replacements that begin with the next hunk of either side, if both sides have one.
  private func replacedByBoth(startingAt gap: Int) -> Insertion? {
    guard let seed = seed(startingAt: gap) else { return nil }
    var end = seed.upperBound
    var ourEnd = ourNext
    var theirEnd = theirNext
    var ourReplacements = 0
    var theirReplacements = 0
    var grows = true
    while grows {
      let before = (ourEnd, theirEnd)
      Self.take(ours, &ourEnd, &ourReplacements, upTo: &end)
      Self.take(theirs, &theirEnd, &theirReplacements, upTo: &end)
      grows = before != (ourEnd, theirEnd)
    }
    guard ourReplacements > 0, theirReplacements > 0 else { return nil }
    if ourEnd == ourNext + 1, theirEnd == theirNext + 1,
      ours.run(ourNext) == theirs.run(theirNext)
    {
      return byBoth(
        at: max(ours.hunks[ourNext].old.lowerBound, theirs.hunks[theirNext].old.lowerBound))
    }
    return Insertion(gap: gap, end: end, ours: ourNext..<ourEnd, theirs: theirNext..<theirEnd)
  }

  /// Returns the elements that the earlier of the next hunks replaces, unless a pure insertion comes before it.
  private func seed(startingAt gap: Int) -> Range<Int>? {
    var seed: Range<Int>?
    for (side, next) in [(ours, ourNext), (theirs, theirNext)] where next < side.hunks.count {
      let old = side.hunks[next].old
      guard old.lowerBound == gap else { continue }
      if old.isEmpty { return nil }
      if old.upperBound > seed?.upperBound ?? gap { seed = old }
    }
    return seed
  }

  private static func take(
    _ side: Side, _ next: inout Int, _ replacements: inout Int, upTo end: inout Int
  ) {
    while next < side.hunks.count, side.hunks[next].old.lowerBound < end {
      if side.hunks[next].isReplacement { replacements += 1 }
      end = max(end, side.hunks[next].old.upperBound)
      next += 1
    }
  }
}
