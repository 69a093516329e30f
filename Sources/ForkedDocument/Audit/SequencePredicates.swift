import ForkedJSON

/// The predicates for three versions of a sequence and their merge, whichever shortest alignments the merge chose.
///
/// The alignment of base and a side is certain if both are the same sequence apart from the tokens that only one of
/// them has: then no other alignment is as long. If both are certain, the merged sequence is known except where both
/// sides changed it. Otherwise only the numbers of occurrences are checked.
struct SequencePredicates {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let merged: [Int]
  /// True if one side's run is reported as dropped where both replaced one.
  let mayDropRuns: Bool
  /// True if the runs of both sides are reported as combined where both replaced one.
  let isCombinationReported: Bool
  /// True if elements are left out that are checked by their parts or may be versions of others: then the order is not
  /// checked.
  var isThinned = false
  /// True if an element may be a version of another one.
  var mayHoldVersions = false
  private let counts: TokenCounts

  init(
    base: [Int], ours: [Int], theirs: [Int], merged: [Int], mayDropRuns: Bool,
    isCombinationReported: Bool
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    self.mayDropRuns = mayDropRuns
    self.isCombinationReported = isCombinationReported
    counts = TokenCounts(base: base, ours: ours, theirs: theirs, merged: merged)
  }

  /// True if the predicates hold.
  /// - Complexity: O(tokens) in expectation.
  var hold: Bool {
    !hideDispute && (holdForAll || withoutSharedInsertions?.holdForAll ?? false)
  }

  /// True if both sides certainly changed one run differently, and no conflict or decision is reported.
  private var hideDispute: Bool {
    guard !isThinned, !mayDropRuns, !isCombinationReported else { return false }
    return SequenceDisputes(
      base: base, ours: ours, theirs: theirs, count: counts.all.count,
      mayHoldVersions: mayHoldVersions
    ).isAnyCertain
  }

  /// The predicates without the tokens that both sides inserted at different places, of which either is allowed; nil if
  /// there are none.
  private var withoutSharedInsertions: SequencePredicates? {
    let isShared = counts.all.map {
      $0.base == 0 && $0.ours > 0 && $0.theirs > 0 && $0.possible.contains($0.merged)
    }
    guard isShared.contains(true) else { return nil }
    let own = { (tokens: [Int]) in tokens.filter { !isShared[$0] } }
    return SequencePredicates(
      base: base, ours: own(ours), theirs: own(theirs), merged: own(merged),
      mayDropRuns: mayDropRuns, isCombinationReported: isCombinationReported)
  }

  private var holdForAll: Bool {
    if isThinned { return countsHold }
    return switch (isAlignmentCertain(with: ours), isAlignmentCertain(with: theirs)) {
    case (true, true): segmentsHold
    case (true, false): countsHold && isUntouched(theirs, by: ours)
    case (false, true): countsHold && isUntouched(ours, by: theirs)
    case (false, false): countsHold
    }
  }

  /// True if both alignments are certain.
  var isCertain: Bool { isAlignmentCertain(with: ours) && isAlignmentCertain(with: theirs) }

  private func isAlignmentCertain(with side: [Int]) -> Bool {
    let (inBase, inSide) = (Self.present(in: base, counts), Self.present(in: side, counts))
    return base.filter { inSide[$0] } == side.filter { inBase[$0] }
  }

  private static func present(in sequence: [Int], _ counts: TokenCounts) -> [Bool] {
    var present = Array(repeating: false, count: counts.all.count)
    for token in sequence { present[token] = true }
    return present
  }

  // MARK: - Between tokens that both sides kept

  /// A part of the sequences between two neighbours that both sides kept.
  struct Segment {
    var base: ArraySlice<Int> = []
    var ours: ArraySlice<Int> = []
    var theirs: ArraySlice<Int> = []
    var merged: ArraySlice<Int> = []

    /// The required tokens if at most one side changed them, or both equally; nil if both changed them differently.
    var expected: ArraySlice<Int>? {
      if theirs == base || ours == theirs { return ours }
      return ours == base ? theirs : nil
    }

    /// Returns true if no token occurs more often than in both sides together.
    /// - Parameter left: zero for each token, before and afterwards.
    func hasOnlyTokensOfSides(counting left: inout [Int]) -> Bool {
      for token in ours { left[token] += 1 }
      for token in theirs { left[token] += 1 }
      for token in merged { left[token] -= 1 }
      let holds = merged.allSatisfy { left[$0] >= 0 }
      for token in ours { left[token] = 0 }
      for token in theirs { left[token] = 0 }
      for token in merged { left[token] = 0 }
      return holds
    }

    /// Returns true if both sides replaced all of base by new tokens that have nothing in common at their ends.
    func isReplacedByBoth(_ isNew: (Int) -> Bool) -> Bool {
      !base.isEmpty && !ours.isEmpty && !theirs.isEmpty && ours.first != theirs.first
        && ours.last != theirs.last && ours.allSatisfy(isNew) && theirs.allSatisfy(isNew)
    }
  }

  /// Returns the segments between the tokens that both sides kept; nil if the merged sequence lacks one of these.
  ///
  /// Both alignments must be certain.
  /// - Parameter isAnchor: returns true for tokens that tell two regions apart.
  func segments(between isAnchor: (Int) -> Bool = { _ in true }) -> [Segment]? {
    func isBorder(_ token: Int) -> Bool { isKeptByBoth(token) && isAnchor(token) }
    guard merged.filter(isBorder) == base.filter(isBorder) else { return nil }
    let parts = [base, ours, theirs, merged].map {
      $0.split(omittingEmptySubsequences: false, whereSeparator: isBorder)
    }
    return parts[0].indices.map {
      Segment(base: parts[0][$0], ours: parts[1][$0], theirs: parts[2][$0], merged: parts[3][$0])
    }
  }

  private func isKeptByBoth(_ token: Int) -> Bool {
    counts[token].base > 0 && counts[token].ours > 0 && counts[token].theirs > 0
  }

  private var segmentsHold: Bool {
    guard let segments = segments() else { return false }
    var counter = Array(repeating: 0, count: counts.all.count)
    let areNew = counts.all.map { $0.base == 0 }
    return segments.allSatisfy { segment in
      segment.expected.map { segment.merged == $0 } ?? holdsBothSides(segment, areNew, &counter)
    }
  }

  /// Returns true if the runs of both sides are there and nothing else, unless one was dropped.
  private func holdsBothSides(
    _ segment: Segment, _ areNew: [Bool], _ counter: inout [Int]
  ) -> Bool {
    let isNew = { (token: Int) in areNew[token] }
    let (hasOurs, hasTheirs) = (
      segment.merged.contains(inOrder: segment.ours.lazy.filter(isNew)),
      segment.merged.contains(inOrder: segment.theirs.lazy.filter(isNew))
    )
    guard segment.hasOnlyTokensOfSides(counting: &counter) else { return false }
    if mayDropRuns { return hasOurs || hasTheirs }
    if segment.isReplacedByBoth(isNew), !isCombinationReported { return false }
    return hasOurs && hasTheirs && segment.merged.allSatisfy(isNew)
  }

  // MARK: - By numbers of occurrences

  private var countsHold: Bool {
    counts.all.allSatisfy { count in
      mayDropRuns
        ? count.merged <= count.ours + count.theirs : count.possible.contains(count.merged)
    } && (mayDropRuns || isNewKept(by: ours) && isNewKept(by: theirs))
  }

  /// Returns true if the tokens that only this side has are there in its order.
  private func isNewKept(by side: [Int]) -> Bool {
    let inSide = Self.present(in: side, counts)
    let isItsOwn = { (token: Int) in
      inSide[token] && counts[token].base == 0
        && (counts[token].ours == 0 || counts[token].theirs == 0)
    }
    return merged.filter(isItsOwn) == side.filter(isItsOwn)
  }

  /// Returns true if the tokens that one side certainly left unchanged are as the other side has them.
  private func isUntouched(_ changed: [Int], by side: [Int]) -> Bool {
    guard !mayDropRuns else { return true }
    let (inSide, inBase) = (Self.present(in: side, counts), Self.present(in: base, counts))
    let isLeft = { (token: Int) in inSide[token] && inBase[token] }
    return merged.filter(isLeft) == changed.filter(isLeft)
  }
}

extension Sequence<Int> {
  /// Returns true if the tokens occur in this order, possibly with others between them.
  func contains(inOrder tokens: some Sequence<Int>) -> Bool {
    var rest = tokens.makeIterator()
    var next = rest.next()
    for token in self where token == next { next = rest.next() }
    return next == nil
  }
}

/// Equal integers for equal values.
struct ValueTokens {
  private var numbers = JSONValueNumbers()

  /// Returns the elements' tokens.
  /// - Complexity: O(bytes of the elements).
  mutating func of(_ elements: some Sequence<JSONNode>) -> [Int] {
    elements.map { numbers.number(of: $0) }
  }

  /// Returns the tokens of an array's elements; none for any other value.
  mutating func of(_ array: JSONNode?) -> [Int] {
    array.map { of(JSONElementList($0)) } ?? []
  }
}

/// The number of occurrences of each token in four sequences.
struct TokenCounts {
  struct Count {
    var base = 0
    var ours = 0
    var theirs = 0
    var merged = 0

    /// The least number required: the occurrences that one side certainly inserted.
    var least: Int { max(ours - base, theirs - base, 0) }

    /// The numbers allowed: occurrences that both sides deleted, or both inserted, may be the same or different ones.
    /// One that a side deleted is gone, whatever the other inserted.
    var possible: ClosedRange<Int> {
      let both = ours + theirs - base
      if ours < base, theirs < base { return max(0, both)...min(ours, theirs) }
      return ours > base && theirs > base ? max(ours, theirs)...both : both...both
    }
  }

  private(set) var all: [Count]

  init(base: [Int], ours: [Int], theirs: [Int], merged: [Int]) {
    let most = [base, ours, theirs, merged].compactMap { $0.max() }.max() ?? -1
    all = Array(repeating: Count(), count: most + 1)
    for token in base { all[token].base += 1 }
    for token in ours { all[token].ours += 1 }
    for token in theirs { all[token].theirs += 1 }
    for token in merged { all[token].merged += 1 }
  }

  subscript(token: Int) -> Count { all[token] }
}
