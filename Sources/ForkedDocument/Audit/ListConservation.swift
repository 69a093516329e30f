import ForkedJSON

/// The audit of a merged list: each change of either version happens once, at its place.
///
/// - Each value stands as often as in base, with the changes of both sides; between any two neighbours that stand once
///   in each version and that no side moved, too.
/// - What only one side changed there is as it has it, and where the changes of both sides stand apart, both are exact.
/// - What neither side moved keeps its order, and so does what a side inserted.
/// - Values of which no version has one twice, and elements of which none is a line of its own, stand once.
struct ListConservation {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let merged: [Int]
  /// True if one side's run is reported as dropped where both replaced one.
  var mayDropRuns = false
  /// True if the runs of both sides are reported as combined where both replaced one.
  var isCombined = false
  /// True if values may stand more often than in any version.
  var mayRepeat = false
  /// True if elements are left out that are checked by their parts or may be versions of others: then only the numbers
  /// are checked.
  var isPartial = false
  /// True if an element may be a version of another one.
  var mayHoldVersions = false
  /// True if elements are objects or arrays.
  var holdsContainers = false
  /// True if a move that gave way is reported.
  var reportsMoves = false

  /// Creates the lists of base, ours, theirs and the result: equal numbers, from 0 on, for equal elements.
  init(_ lists: [[Int]]) {
    base = lists[0]
    ours = lists[1]
    theirs = lists[2]
    merged = lists[3]
  }

  private var all: [[Int]] { [base, ours, theirs, merged] }

  /// True if everything is conserved.
  /// - Complexity: O(tokens) in expectation.
  var holds: Bool {
    let counts = TokenCount.byToken(all)
    guard mayRepeat || !counts.repeatSingle else { return false }
    if mayDropRuns { return counts.haveNothingElse && (isPartial || dropsRunsOnly) }
    guard counts.hold else { return false }
    if isPartial { return true }
    guard reportsMoves || !dropsChange, let segments,
      isCombined || !segments.contains(where: isDispute)
    else { return false }
    return segments.allSatisfy(\.holds)
      || mayHoldVersions && withoutAddedByBoth.segments?.allSatisfy(\.holds) ?? false
  }

  /// The same without what both sides added: each may be in the place of either.
  private var withoutAddedByBoth: ListConservation {
    let added = Set(ours).intersection(theirs).subtracting(base)
    return ListConservation(all.map { $0.filter { !added.contains($0) } })
  }

  /// True if what only one side changed is as it has it, apart from what both sides added, and the runs of one side are
  /// there where both did.
  private var dropsRunsOnly: Bool {
    let added = Set(ours).intersection(theirs).subtracting(base)
    return segments?.allSatisfy { segment in
      guard let required = segment.changedByOne else { return segment.holdsNewOfOne }
      return segment.merged.filter { !added.contains($0) }
        == required.filter { !added.contains($0) }
    } ?? false
  }

  /// True if both sides replaced an element of a part, or one replaced what the other deleted, and neither has what the
  /// other put there. What replaced an element may be a version of it.
  private func isDispute(_ segment: ListSegment) -> Bool {
    guard segment.changedByOne == nil else { return false }
    let (our, their) = segment.windows
    guard our.old.overlaps(their.old), our.isReplaced, their.isReplaced,
      !(our.new.isEmpty && their.new.isEmpty)
    else { return false }
    if holdsContainers, our.isHeld(by: theirs) || their.isHeld(by: ours) { return false }
    return !mayHoldVersions || their.deletes(our) || our.deletes(their)
  }

  // MARK: - Dropped changes

  /// True if the result is one side's list, and the other side's is not on the way from base to it: some of what the
  /// other side did is gone. What it moved past elements that the first one deleted leaves no trace. Only short lists of
  /// values are compared; in long ones, there are neighbours that tell it.
  private var dropsChange: Bool {
    guard !mayHoldVersions, !isCombined, base != ours, base != theirs, ours != theirs,
      [base, ours, theirs].allSatisfy({ $0.count <= Self.short })
    else { return false }
    return merged == theirs && loses(ours) || merged == ours && loses(theirs)
  }

  private func loses(_ side: [Int]) -> Bool {
    let counts = TokenCount.byToken(all)
    let kept = [base, side, merged].map { $0.filter { counts[$0].merged >= counts[$0].base } }
    return [[base, side, merged], kept].allSatisfy { lists in
      distance(lists[0], lists[1]) + distance(lists[1], lists[2]) > distance(lists[0], lists[2])
    }
  }

  /// The length up to which lists are compared element by element.
  private static let short = 64

  /// The number of elements to insert and delete.
  private func distance(_ old: [Int], _ new: [Int]) -> Int {
    var row = Array(0...new.count)
    for (index, element) in old.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for (place, other) in new.enumerated() {
        let way = element == other ? corner : min(row[place], row[place + 1]) + 1
        corner = row[place + 1]
        row[place + 1] = way
      }
    }
    return row[new.count]
  }

  // MARK: - Order

  /// For each side and token, true if it stands once in each version and in the result, and the side did not move it.
  private var unmoved: [[Bool]] {
    let counts = TokenCount.byToken(all)
    return [ours, theirs].map { side in
      let stays = base.unmoved(in: side, count: counts.count)
      return counts.indices.map { stays[$0] && counts[$0].isOnce }
    }
  }

  /// True if what one side did not move is in the order of the other, with what that one added if the first one moved
  /// nothing: for elements that no version has twice.
  var keepsOrder: Bool {
    if merged == ours && (theirs == base || theirs == ours) || merged == theirs && ours == base {
      return true
    }
    let unmoved = unmoved
    return keepsOrder(of: theirs, against: ours, unmoved[0])
      && keepsOrder(of: ours, against: theirs, unmoved[1])
  }

  /// - Parameter stays: for each token, true if the side did not move it.
  private func keepsOrder(of other: [Int], against side: [Int], _ stays: [Bool]) -> Bool {
    let (inBase, inSide) = (base.marks(stays.count), side.marks(stays.count))
    let inMerged = merged.marks(stays.count)
    let isMoved = base.filter { inSide[$0] } != side.filter { inBase[$0] }
    let order = other.filter { token in
      inMerged[token]
        && (inBase[token] ? stays[token] || !isMoved : !isMoved && !inSide[token])
    }
    let isOrdered = order.marks(stays.count)
    return merged.filter { isOrdered[$0] } == order
  }

  /// The parts between values that stand once in each version and in the result and that no side moved; nil if one that a
  /// side did not move is not in the order of the other.
  private var segments: [ListSegment]? {
    let unmoved = unmoved
    for (stays, other) in [(unmoved[0], theirs), (unmoved[1], ours)]
    where merged.filter({ stays[$0] }) != other.filter({ stays[$0] }) {
      return nil
    }
    let parts = all.map {
      $0.split(omittingEmptySubsequences: false) { unmoved[0][$0] && unmoved[1][$0] }
    }
    return parts[0].indices.map { part in
      ListSegment(
        base: parts[0][part], ours: parts[1][part], theirs: parts[2][part], merged: parts[3][part])
    }
  }

  /// The places in base, ours, theirs and the result of what stands between neighbours that no side moved.
  var windows: [[Range<Int>]] {
    (segments ?? []).map { [$0.base, $0.ours, $0.theirs, $0.merged].map(\.indices) }
  }
}

extension [Int] {
  /// For each token less than a number, true if it is in the list.
  fileprivate func marks(_ count: Int) -> [Bool] {
    var marks = [Bool](repeating: false, count: count)
    for token in self { marks[token] = true }
    return marks
  }

  /// For each token true unless something that stands before it in one of the lists stands behind it in the other.
  fileprivate func unmoved(in side: [Int], count: Int) -> [Bool] {
    var first = [Int](repeating: Int.max, count: count)
    var last = [Int](repeating: -1, count: count)
    for (place, token) in side.enumerated() {
      first[token] = Swift.min(first[token], place)
      last[token] = place
    }
    var stays = [Bool](repeating: true, count: count)
    var (before, behind) = (-1, Int.max)
    for token in self {
      if before > first[token] { stays[token] = false }
      before = Swift.max(before, last[token])
    }
    for token in reversed() {
      if behind < last[token] { stays[token] = false }
      behind = Swift.min(behind, first[token])
    }
    return stays
  }
}

/// A part of the four versions of a list.
private struct ListSegment {
  let base: ArraySlice<Int>
  let ours: ArraySlice<Int>
  let theirs: ArraySlice<Int>
  let merged: ArraySlice<Int>

  /// The smallest range that holds all changes of a side.
  struct Window {
    let old: Range<Int>
    let new: ArraySlice<Int>
    /// True if nothing of base is left in it.
    let isReplaced: Bool

    /// - Parameter reaching: true if they are within whichever of equal neighbours they changed.
    init(_ base: ArraySlice<Int>, _ side: ArraySlice<Int>, reaching: Bool = false) {
      let shorter = min(base.count, side.count)
      let before = zip(base, side).prefix { $0 == $1 }.count
      let behind = zip(base.reversed(), side.reversed()).prefix { $0 == $1 }.count
      var (start, end) = (min(before, shorter - behind), min(behind, shorter - before))
      let changed = Set(base.dropFirst(start).dropLast(end))
        .union(side.dropFirst(start).dropLast(end))
      while reaching, start > 0, changed.contains(base[base.startIndex + start - 1]) { start -= 1 }
      while reaching, end > 0, changed.contains(base[base.endIndex - end]) { end -= 1 }
      old = base.dropFirst(start).dropLast(end).indices
      new = side.dropFirst(start).dropLast(end)
      isReplaced = Set(base[old]).isDisjoint(with: new)
    }

    /// True if it deletes what the other one changed.
    func deletes(_ other: Window) -> Bool {
      new.isEmpty && old.lowerBound <= other.old.lowerBound
        && other.old.upperBound <= old.upperBound
    }

    /// True if a list has all that was put there.
    func isHeld(by list: [Int]) -> Bool { !new.isEmpty && Set(new).isSubset(of: list) }
  }

  /// The changes of each side.
  var windows: (ours: Window, theirs: Window) { (Window(base, ours), Window(base, theirs)) }

  /// The required tokens if at most one side changed it, or both equally; nil if both changed it differently.
  var changedByOne: ArraySlice<Int>? {
    if theirs == base || ours == theirs { return ours }
    return ours == base ? theirs : nil
  }

  /// The required tokens if the changes of both sides stand apart.
  private var changedApart: ArraySlice<Int>? {
    var first = Window(base, ours, reaching: true)
    var second = Window(base, theirs, reaching: true)
    if second.old.lowerBound < first.old.lowerBound { swap(&first, &second) }
    guard first.old.upperBound < second.old.lowerBound else { return nil }
    let kept = [
      base[..<first.old.lowerBound], base[first.old.upperBound..<second.old.lowerBound],
      base[second.old.upperBound...],
    ]
    return kept[0] + first.new + kept[1] + second.new + kept[2]
  }

  /// True if it has what the sides require.
  var holds: Bool {
    if let expected = changedByOne ?? changedApart { return merged == expected }
    return counts.hold && isNewInOrder(ours, theirs) && isNewInOrder(theirs, ours)
  }

  /// True if nothing else is there, and what only one side has is there in its order, of either side.
  var holdsNewOfOne: Bool {
    counts.haveNothingElse && (isNewInOrder(ours, theirs) || isNewInOrder(theirs, ours))
  }

  private var counts: [TokenCount] { Array(TokenCount.of([base, ours, theirs, merged]).values) }

  private func isNewInOrder(_ side: ArraySlice<Int>, _ other: ArraySlice<Int>) -> Bool {
    let new = Set(side).subtracting(base).subtracting(other)
    return merged.filter(new.contains) == side.filter(new.contains)
  }
}

/// The number of times that a value stands in base, ours, theirs and the result.
struct TokenCount {
  private var counts = SIMD4<Int>()

  var base: Int { counts[0] }
  var ours: Int { counts[1] }
  var theirs: Int { counts[2] }
  var merged: Int { counts[3] }

  /// True if all versions have it equally often.
  var isEverywhere: Bool { counts == SIMD4(repeating: base) }

  var isOnce: Bool { base == 1 && isEverywhere }

  /// The numbers allowed: occurrences that both sides deleted, or both inserted, may be the same or different ones.
  /// One that a side deleted is gone, whatever the other inserted.
  var possible: ClosedRange<Int> {
    let both = ours + theirs - base
    if ours < base, theirs < base { return max(0, both)...min(ours, theirs) }
    return ours > base && theirs > base ? max(ours, theirs)...both : both...both
  }

  /// Returns the counts of each value of four versions.
  /// - Complexity: O(values) in expectation.
  static func of<Value: Hashable>(_ versions: [some Sequence<Value>]) -> [Value: TokenCount] {
    var counts: [Value: TokenCount] = [:]
    for (version, values) in versions.enumerated() {
      for value in values { counts[value, default: TokenCount()].counts[version] += 1 }
    }
    return counts
  }

  /// Returns the counts of four lists of small numbers, by these.
  /// - Complexity: O(tokens, and the greatest one).
  static func byToken(_ lists: [[Int]]) -> [TokenCount] {
    let most = lists.map { $0.max() ?? -1 }.max() ?? -1
    var counts = [TokenCount](repeating: TokenCount(), count: most + 1)
    for (version, tokens) in lists.enumerated() {
      for token in tokens { counts[token].counts[version] += 1 }
    }
    return counts
  }
}

extension Sequence<TokenCount> {
  /// True if each value stands as often as in base, with the changes of both sides.
  var hold: Bool { allSatisfy { $0.possible.contains($0.merged) } }

  /// True if each value stands at most as often as in both sides together.
  var haveNothingElse: Bool { allSatisfy { $0.merged <= $0.ours + $0.theirs } }

  /// True if a value stands twice that stands once in any version, although no version has a value twice.
  var repeatSingle: Bool {
    allSatisfy { Swift.max($0.base, $0.ours, $0.theirs) <= 1 } && contains { $0.merged > 1 }
  }
}
