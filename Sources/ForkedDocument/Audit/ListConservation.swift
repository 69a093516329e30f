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
  var isThinned = false
  /// True if an element may be a version of another one.
  var mayHoldVersions = false
  /// True if a move that gave way is reported.
  var reportsMoves = false

  /// True if everything is conserved.
  /// - Complexity: O(tokens) in expectation.
  var holds: Bool {
    guard mayRepeat || !repeatsSingle else { return false }
    let all = ListSegment(base[...], ours[...], theirs[...], merged[...])
    if mayDropRuns { return all.hasNothingElse && (isLeftWhole || dropsRunsOnly) }
    if isThinned { return all.countsHold }
    guard all.countsHold, reportsMoves || !dropsChange, let segments,
      isCombined || !segments.contains(where: isDispute)
    else { return false }
    return segments.allSatisfy(\.holds)
      || mayHoldVersions && withoutAddedByBoth.segments?.allSatisfy(\.holds) ?? false
  }

  /// True if both sides replaced an element of a part, or one replaced what the other deleted. What replaced an element
  /// may be a version of it: then the sides agree if both have it, wherever they have it.
  private func isDispute(_ segment: ListSegment) -> Bool {
    guard segment.isDispute else { return false }
    let (our, their) = segment.windows
    return !mayHoldVersions || their.deletes(our) && !Set(our.new).isSubset(of: theirs)
      || our.deletes(their) && !Set(their.new).isSubset(of: ours)
  }

  /// The same without the elements that both sides added: each may be in the place of either.
  private var withoutAddedByBoth: ListConservation {
    let added = Set(ours).intersection(theirs).subtracting(base)
    let own = [base, ours, theirs, merged].map { $0.filter { !added.contains($0) } }
    return ListConservation(base: own[0], ours: own[1], theirs: own[2], merged: own[3])
  }

  /// True if the whole list may be left to the user: equal values have no identity but their place.
  private var isLeftWhole: Bool {
    isThinned || merged == ours && [base, ours, theirs].contains { Set($0).count < $0.count }
  }

  /// True if what only one side changed is as it has it, and the runs of one side are there where both did.
  ///
  /// An element that both sides added in different places stands at either of them.
  private var dropsRunsOnly: Bool {
    let added = Set(ours).intersection(theirs).subtracting(base)
    return segments?.allSatisfy { segment in
      guard let required = segment.changedByOne else { return segment.holdsNewOfOne }
      return segment.merged.filter { !added.contains($0) }
        == required.filter { !added.contains($0) }
    } ?? false
  }

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
    func isBeside(_ lists: [[Int]]) -> Bool {
      distance(lists[0], lists[1]) + distance(lists[1], lists[2]) > distance(lists[0], lists[2])
    }
    let lists = [base, side, merged]
    guard isBeside(lists) else { return false }
    let counts = [base, merged].map { $0.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 } }
    return isBeside(
      lists.map { list in
        list.filter { counts[1][$0, default: 0] >= counts[0][$0, default: 0] }
      })
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

  /// True if a value stands twice that stands once in any version, although no version has a value twice.
  private var repeatsSingle: Bool {
    [base, ours, theirs].allSatisfy { Set($0).count == $0.count }
      && Set(merged).count != merged.count
  }

  /// The places in base, ours, theirs and the result of what stands between neighbours that no side moved.
  var windows: [[Range<Int>]] {
    (segments ?? []).map { [$0.base, $0.ours, $0.theirs, $0.merged].map(\.indices) }
  }

  /// The parts between values that stand once in each version and in the result and that no side moved; nil if one that a
  /// side did not move is not in the order of the other.
  private var segments: [ListSegment]? {
    let versions = [base, ours, theirs, merged]
    let most = versions.compactMap { $0.max() }.max() ?? -1
    var isSingle = Array(repeating: true, count: most + 1)
    let places = versions.map { TokenPlaces($0, count: most + 1) }
    for token in isSingle.indices {
      isSingle[token] = places.allSatisfy { $0.counts[token] == 1 }
    }
    let unmoved = [1, 2].map { side -> [Bool] in
      let stays = places[0].unmoved(in: places[side], versions[0])
      return isSingle.indices.map { isSingle[$0] && stays[$0] }
    }
    for (stays, other) in [(unmoved[0], theirs), (unmoved[1], ours)]
    where merged.filter({ stays[$0] }) != other.filter({ stays[$0] }) {
      return nil
    }
    let parts = versions.map {
      $0.split(omittingEmptySubsequences: false) { unmoved[0][$0] && unmoved[1][$0] }
    }
    return parts[0].indices.map {
      ListSegment(parts[0][$0], parts[1][$0], parts[2][$0], parts[3][$0])
    }
  }
}

/// For each token how often it stands in a sequence, and where first and last.
private struct TokenPlaces {
  private(set) var counts: [Int]
  private var first: [Int]
  private var last: [Int]

  init(_ tokens: [Int], count: Int) {
    counts = Array(repeating: 0, count: count)
    first = Array(repeating: Int.max, count: count)
    last = Array(repeating: -1, count: count)
    for (place, token) in tokens.enumerated() {
      counts[token] += 1
      first[token] = min(first[token], place)
      last[token] = place
    }
  }

  /// For each token true if it stands in both sequences, and whatever stands before it in one stands behind it nowhere
  /// in the other.
  func unmoved(in side: TokenPlaces, _ tokens: [Int]) -> [Bool] {
    var stays = counts.indices.map { counts[$0] == 1 && side.counts[$0] == 1 }
    var before = -1
    for token in tokens {
      if before > side.first[token] { stays[token] = false }
      before = max(before, side.last[token])
    }
    var behind = Int.max
    for token in tokens.reversed() {
      if behind < side.last[token] { stays[token] = false }
      behind = min(behind, side.first[token])
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

  init(
    _ base: ArraySlice<Int>, _ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>,
    _ merged: ArraySlice<Int>
  ) {
    (self.base, self.ours, self.theirs, self.merged) = (base, ours, theirs, merged)
  }

  // MARK: - Where a side changed it

  /// The smallest range that holds all changes of a side.
  struct Window {
    let old: Range<Int>
    let new: ArraySlice<Int>

    /// - Parameter reaching: true if they are within whichever of equal neighbours they changed.
    init(_ base: ArraySlice<Int>, _ side: ArraySlice<Int>, reaching: Bool) {
      let shorter = min(base.count, side.count)
      let most = (
        before: zip(base, side).prefix { $0 == $1 }.count,
        behind: zip(base.reversed(), side.reversed()).prefix { $0 == $1 }.count
      )
      var before = min(most.before, shorter - most.behind)
      var behind = min(most.behind, shorter - most.before)
      let changed = Set(base.dropFirst(before).dropLast(behind))
        .union(side.dropFirst(before).dropLast(behind))
      while reaching, before > 0, changed.contains(base[base.startIndex + before - 1]) {
        before -= 1
      }
      while reaching, behind > 0, changed.contains(base[base.endIndex - behind]) { behind -= 1 }
      old = base.startIndex + before..<base.endIndex - behind
      new = side.dropFirst(before).dropLast(behind)
    }

    /// True if it deletes what the other one changed.
    func deletes(_ other: Window) -> Bool {
      new.isEmpty && old.lowerBound <= other.old.lowerBound
        && other.old.upperBound <= old.upperBound
    }

    /// True if nothing of base is left in it.
    func isReplaced(of base: ArraySlice<Int>) -> Bool { Set(base[old]).isDisjoint(with: new) }
  }

  /// The required tokens if at most one side changed it, or both equally; nil if both changed it differently.
  var changedByOne: ArraySlice<Int>? {
    if theirs == base || ours == theirs { return ours }
    return ours == base ? theirs : nil
  }

  /// The required tokens; nil if both sides changed it and their changes don't stand apart.
  var expected: [Int]? {
    if let changedByOne { return Array(changedByOne) }
    let windows = [Window(base, ours, reaching: true), Window(base, theirs, reaching: true)]
      .sorted { $0.old.lowerBound < $1.old.lowerBound }
    guard windows[0].old.upperBound < windows[1].old.lowerBound else { return nil }
    var expected = Array(base[..<windows[0].old.lowerBound])
    expected += windows[0].new
    expected += base[windows[0].old.upperBound..<windows[1].old.lowerBound]
    expected += windows[1].new
    expected += base[windows[1].old.upperBound...]
    return expected
  }

  /// True if it has what the sides require.
  var holds: Bool {
    expected.map { merged.elementsEqual($0) } ?? (countsHold && isNewInOrder)
  }

  /// True if both sides replaced an element, or one replaced what the other deleted.
  var isDispute: Bool {
    guard changedByOne == nil else { return false }
    let (our, their) = windows
    return our.old.overlaps(their.old) && our.isReplaced(of: base) && their.isReplaced(of: base)
      && !(our.new.isEmpty && their.new.isEmpty)
  }

  /// The changes of each side.
  var windows: (ours: Window, theirs: Window) {
    (Window(base, ours, reaching: false), Window(base, theirs, reaching: false))
  }

  // MARK: - How often values stand

  private var counts: [Int: TokenCounts.Count] {
    var counts: [Int: TokenCounts.Count] = [:]
    for token in base { counts[token, default: .init()].base += 1 }
    for token in ours { counts[token, default: .init()].ours += 1 }
    for token in theirs { counts[token, default: .init()].theirs += 1 }
    for token in merged { counts[token, default: .init()].merged += 1 }
    return counts
  }

  /// True if each value stands as often as in base, with the changes of both sides.
  var countsHold: Bool { counts.values.allSatisfy { $0.possible.contains($0.merged) } }

  /// True if each value stands at most as often as in both sides together.
  var hasNothingElse: Bool { counts.values.allSatisfy { $0.merged <= $0.ours + $0.theirs } }

  /// True if what only one side has is there in its order, of either side.
  var isNewInOrder: Bool { isNewInOrder(ours, theirs) && isNewInOrder(theirs, ours) }

  /// True if nothing else is there, and what only one side has is there in its order.
  var holdsNewOfOne: Bool {
    hasNothingElse && (isNewInOrder(ours, theirs) || isNewInOrder(theirs, ours))
  }

  private func isNewInOrder(_ side: ArraySlice<Int>, _ other: ArraySlice<Int>) -> Bool {
    let new = Set(side).subtracting(base).subtracting(other)
    return merged.filter(new.contains) == side.filter(new.contains)
  }
}
