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
    guard let our else {
      return their.map { insertion(at: $0.old.lowerBound, ours: 0, theirs: 1) }
    }
    guard let their else { return insertion(at: our.old.lowerBound, ours: 1, theirs: 0) }
    if our.isInsertion, their.isInsertion, our.old == their.old {
      return insertion(at: our.old.lowerBound, ours: 1, theirs: 1)
    }
    if let cluster = replacedByBoth(startingAt: min(our.old.lowerBound, their.old.lowerBound)) {
      return cluster
    }
    if mayJoin, let gap = gapOfSameRun(our, their) {
      return insertion(at: gap, ours: 1, theirs: 1)
    }
    return our.precedes(their)
      ? insertion(at: our.old.lowerBound, ours: 1, theirs: 0)
      : insertion(at: their.old.lowerBound, ours: 0, theirs: 1)
  }

  /// Returns the insertion of the next so many hunks of each side.
  private func insertion(at gap: Int, ours: Int, theirs: Int) -> Insertion {
    Insertion(
      gap: gap, end: gap, ours: ourNext..<ourNext + ours, theirs: theirNext..<theirNext + theirs)
  }

  /// Returns the gap of the next hunks of both sides if they insert the same run; else nil.
  ///
  /// One of them must be a replacement, and the other an insertion within it or at its edge.
  private func gapOfSameRun(_ our: Hunk, _ their: Hunk) -> Int? {
    let gap = max(our.old.lowerBound, their.old.lowerBound)
    guard gap <= our.old.upperBound, gap <= their.old.upperBound,
      our.isInsertion || their.isInsertion,
      our.new.count == their.new.count,
      !isReplacedByBoth(our, their),
      ours.run(ourNext) == theirs.run(theirNext)
    else { return nil }
    return gap
  }
}

extension InsertionPlacement {
  /// Returns true if the replacement among the next two hunks shares an element with a replacement of the other side.
  private func isReplacedByBoth(_ our: Hunk, _ their: Hunk) -> Bool {
    let (end, others) =
      our.isReplacement
      ? (our.old.upperBound, theirs.hunks[theirNext...])
      : (their.old.upperBound, ours.hunks[ourNext...])
    return others.lazy.prefix { $0.old.lowerBound < end }.contains(where: \.isReplacement)
  }

  /// Returns the overlapping replacements that begin with the next hunk of either side, if both sides have one.
  private func replacedByBoth(startingAt gap: Int) -> Insertion? {
    guard let seed = seed(startingAt: gap) else { return nil }
    var end = seed.upperBound
    let taken = Hunk.overlapping(ours.hunks[ourNext...], theirs.hunks[theirNext...], &end)
    let (ourEnd, theirEnd) = (ourNext + taken.ours, theirNext + taken.theirs)
    guard ours.hunks[ourNext..<ourEnd].contains(where: \.isReplacement),
      theirs.hunks[theirNext..<theirEnd].contains(where: \.isReplacement)
    else { return nil }
    if ourEnd == ourNext + 1, theirEnd == theirNext + 1,
      ours.run(ourNext) == theirs.run(theirNext)
    {
      let later = max(ours.hunks[ourNext].old.lowerBound, theirs.hunks[theirNext].old.lowerBound)
      return insertion(at: later, ours: 1, theirs: 1)
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
}
