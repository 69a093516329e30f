/// The runs of a sequence that both sides changed so that no merge holds both changes, whichever shortest alignments
/// it chose.
///
/// Only what each side certainly did counts: what it has in place of elements between those that every shortest
/// alignment keeps. Where that is not certain for the whole of a run, it may be for its ends.
struct SequenceDisputes {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  /// Greater than every token.
  let count: Int
  /// True if an element may be a version of another one: then it is not certain which elements of a run were replaced.
  let mayHoldVersions: Bool

  /// True if one side replaced elements that the other replaced differently or deleted. O(tokens) in expectation.
  var isAnyCertain: Bool {
    guard base != ours, base != theirs else { return false }
    let (inOurs, inTheirs) = (certainPlaces(in: ours), certainPlaces(in: theirs))
    // The first dispute is found without what comes after it.
    let runs = (changedRuns(by: ours, inOurs), changedRuns(by: theirs, inTheirs))
    if haveDispute(runs.0.lazy.flatMap(\.changes), runs.1.lazy.flatMap(\.changes)) { return true }
    guard !mayHoldVersions else { return false }
    let changes = (runs.0.flatMap(\.changes), runs.1.flatMap(\.changes))
    if isAnyReplaced(changes.0, by: ours, deletedBy: theirs)
      || isAnyReplaced(changes.1, by: theirs, deletedBy: ours)
    {
      return true
    }
    var start = (base: 0, ours: 0, theirs: 0)
    for (element, places) in zip(0..., zip(inOurs + [ours.count], inTheirs + [theirs.count])) {
      guard places.0 >= 0, places.1 >= 0 else { continue }
      let run = base[start.base..<element]
      if haveDisputeInRun(run, ours[start.ours..<places.0], theirs[start.theirs..<places.1]) {
        return true
      }
      start = (element + 1, places.0 + 1, places.1 + 1)
    }
    return false
  }

  // MARK: - What is kept in every shortest alignment

  /// For each element of base its place in the side, where every shortest alignment keeps it there; else -1.
  private func certainPlaces(in side: [Int]) -> [Int] {
    let (inBase, inSide) = (Spans(base, count: count), Spans(side, count: count))
    return placesInOrder(in: side, inBase, inSide) ?? uncrossedPlaces(inBase, inSide)
  }

  /// The places of the tokens that stand equally often in both, if they stand in one order, and what stands between
  /// them leaves nothing to align that any alignment could: then each shortest one keeps them all.
  private func placesInOrder(in side: [Int], _ inBase: Spans, _ inSide: Spans) -> [Int]? {
    let isKept = (0..<count).map { inBase.counts[$0] == inSide.counts[$0] }
    let kept = base.indices.filter { isKept[base[$0]] }
    let places = side.indices.filter { isKept[side[$0]] }
    guard kept.map({ base[$0] }) == places.map({ side[$0] }) else { return nil }
    let most = (0..<count).reduce(0) {
      $0 + (isKept[$1] ? 0 : min(inBase.counts[$1], inSide.counts[$1]))
    }
    var common = CommonTokens(count: count)
    var aligned = 0
    var (old, new) = (0, 0)
    for (element, place) in zip(kept + [base.count], places + [side.count]) {
      if old < element, new < place {
        let (one, other) = common.of(base[old..<element], side[new..<place])
        guard one.contains(inOrder: other) || other.contains(inOrder: one) else {
          return nil
        }
        aligned += min(one.count, other.count)
      }
      (old, new) = (element + 1, place + 1)
    }
    guard aligned == most else { return nil }
    var result = Array(repeating: -1, count: base.count)
    for (element, place) in zip(kept, places) { result[element] = place }
    return result
  }

  /// The places of the tokens that stand once in both, and that no token of both can be aligned across.
  private func uncrossedPlaces(_ inBase: Spans, _ inSide: Spans) -> [Int] {
    var result = base.map { token in
      inBase.counts[token] == 1 && inSide.counts[token] == 1 ? inSide.first[token] : -1
    }
    var last = -1
    for (place, token) in base.enumerated()
    where inBase.first[token] == place && inSide.counts[token] > 0 {
      if last > inSide.first[token] { result[place] = -1 }
      last = max(last, inSide.last[token])
    }
    var first = Int.max
    for (place, token) in base.enumerated().reversed()
    where inBase.last[token] == place && inSide.counts[token] > 0 {
      if first < inSide.last[token] { result[place] = -1 }
      first = min(first, inSide.first[token])
    }
    return result
  }

  /// For each token how often it stands, and where first and last; -1 for one that doesn't.
  private struct Spans {
    private(set) var counts: [Int]
    private(set) var first: [Int]
    private(set) var last: [Int]

    init(_ tokens: [Int], count: Int) {
      counts = Array(repeating: 0, count: count)
      first = Array(repeating: -1, count: count)
      last = first
      for (place, token) in tokens.enumerated() {
        counts[token] += 1
        if first[token] < 0 { first[token] = place }
        last[token] = place
      }
    }
  }

  /// Finds what pairs of runs have in common, in memory of its own for all pairs.
  private struct CommonTokens {
    /// For each token the last pair whose first run has it, and the last one whose second run has it.
    private var lastPairs: (one: [Int], other: [Int])
    private var pair = 0

    /// - Parameter count: greater than every token.
    init(count: Int) {
      let none = Array(repeating: 0, count: count)
      lastPairs = (none, none)
    }

    /// The tokens of either run that the other has, too.
    /// - Complexity: O(tokens).
    mutating func of(
      _ one: ArraySlice<Int>, _ other: ArraySlice<Int>
    ) -> (one: [Int], other: [Int]) {
      pair += 1
      for token in other { lastPairs.other[token] = pair }
      guard one.contains(where: { lastPairs.other[$0] == pair }) else { return ([], []) }
      for token in one { lastPairs.one[token] = pair }
      return (
        one.filter { lastPairs.other[$0] == pair }, other.filter { lastPairs.one[$0] == pair }
      )
    }
  }

  // MARK: - What each side did

  /// Elements of base that a side does not have, and what stands in their place.
  private struct Change {
    let base: Range<Int>
    let new: ArraySlice<Int>

    /// True if it changes nothing but what the other one deletes.
    func isWithin(deletion: Change) -> Bool {
      deletion.new.isEmpty && deletion.base.lowerBound <= base.lowerBound
        && base.upperBound <= deletion.base.upperBound
    }
  }

  /// A run of base between elements that a side certainly kept, and what the side has there.
  private struct Run {
    let base: ArraySlice<Int>
    let side: ArraySlice<Int>

    /// The changes that are no insertions, in the order of base; none if they are not certain.
    var changes: [Change] {
      if side.isEmpty { return [Change(base: base.indices, new: side)] }
      let (inBase, inSide) = (Set(base), Set(side))
      let kept = base.indices.filter { inSide.contains(base[$0]) }
      let places = side.indices.filter { inBase.contains(side[$0]) }
      guard kept.map({ base[$0] }) == places.map({ side[$0] }) else { return [] }
      var changes: [Change] = []
      var (old, new) = (base.startIndex, side.startIndex)
      for (element, place) in zip(kept + [base.endIndex], places + [side.endIndex]) {
        if old < element { changes.append(Change(base: old..<element, new: side[new..<place])) }
        (old, new) = (element + 1, place + 1)
      }
      return changes
    }
  }

  /// The runs of base that a side changed, between its certain places.
  private func changedRuns(by side: [Int], _ places: [Int]) -> [Run] {
    var runs: [Run] = []
    var (old, new) = (0, 0)
    for (element, place) in zip(0..., places + [side.count]) where place >= 0 {
      if old < element { runs.append(Run(base: base[old..<element], side: side[new..<place])) }
      (old, new) = (element + 1, place + 1)
    }
    return runs
  }

  private func haveDisputeInRun(
    _ base: ArraySlice<Int>, _ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>
  ) -> Bool {
    guard base != ours, base != theirs, ours != theirs, !base.isEmpty else { return false }
    let backwards = [base, ours, theirs].map { Array($0.reversed())[...] }
    return haveDisputeAtStart(base, ours, theirs)
      || haveDisputeAtStart(backwards[0], backwards[1], backwards[2])
      || Self.isReplaced(base, by: ours) && Self.isMissingAny(of: base, in: theirs)
      || Self.isReplaced(base, by: theirs) && Self.isMissingAny(of: base, in: ours)
  }

  /// True if the side has something else in place of all elements.
  private static func isReplaced(_ base: ArraySlice<Int>, by side: ArraySlice<Int>) -> Bool {
    !side.isEmpty && Set(base).isDisjoint(with: side)
  }

  /// True if the side has an element less often.
  private static func isMissingAny(of base: ArraySlice<Int>, in side: ArraySlice<Int>) -> Bool {
    var counts = side.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return base.contains { token in
      counts[token, default: 0] -= 1
      return counts[token, default: 0] < 0
    }
  }

  /// True if both sides replaced, or one replaced and the other deleted, the first of these elements, in different
  /// ways.
  private func haveDisputeAtStart(
    _ base: ArraySlice<Int>, _ ours: ArraySlice<Int>, _ theirs: ArraySlice<Int>
  ) -> Bool {
    guard let first = base.first, !ours.contains(first), !theirs.contains(first),
      Self.continueAlike(base, ours), Self.continueAlike(base, theirs)
    else { return false }
    let new = [ours, theirs].map { $0.first.flatMap { base.contains($0) ? nil : $0 } }
    return new[0] != new[1]
  }

  /// True if the first common token is the same in both: then what precedes it in the side is in place of what precedes
  /// it in base.
  private static func continueAlike(_ base: ArraySlice<Int>, _ side: ArraySlice<Int>) -> Bool {
    let (inBase, inSide) = (Set(base), Set(side))
    return base.first(where: inSide.contains) == side.first(where: inBase.contains)
  }

  private func haveDispute(
    _ ourChanges: some Sequence<Change>, _ theirChanges: some Sequence<Change>
  ) -> Bool {
    let (inOurs, inTheirs) = mayHoldVersions ? (marks(ours), marks(theirs)) : ([], [])
    /// Returns true if changes of common elements can't both stand. What replaced a deleted element may be a version of
    /// it; then the sides agree if both have it, wherever they have it.
    func areDisputed(_ our: Change, _ their: Change) -> Bool {
      if our.new == their.new, our.new.isEmpty || our.base == their.base { return false }
      return !mayHoldVersions
        || our.isWithin(deletion: their) && !our.new.allSatisfy { inTheirs[$0] }
        || their.isWithin(deletion: our) && !their.new.allSatisfy { inOurs[$0] }
    }
    var (ours, theirs) = (ourChanges.makeIterator(), theirChanges.makeIterator())
    var next = (ours.next(), theirs.next())
    while let our = next.0, let their = next.1 {
      if our.base.overlaps(their.base), areDisputed(our, their) { return true }
      if our.base.upperBound <= their.base.upperBound {
        next.0 = ours.next()
      } else {
        next.1 = theirs.next()
      }
    }
    return false
  }

  /// True if the side put new tokens in place of ones that it has nowhere, and the other one lacks one of these, too,
  /// but has not the same new ones: wherever the other tokens moved, the run was replaced and deleted.
  private func isAnyReplaced(
    _ changes: [Change], by side: [Int], deletedBy other: [Int]
  ) -> Bool {
    let (inBase, inSide, inOther) = (marks(base), marks(side), marks(other))
    return changes.contains { change in
      !change.new.isEmpty && change.new.allSatisfy { !inBase[$0] }
        && base[change.base].allSatisfy { !inSide[$0] }
        && base[change.base].contains { !inOther[$0] } && change.new.contains { !inOther[$0] }
    }
  }

  /// For each token, true if it is one of these.
  private func marks(_ tokens: [Int]) -> [Bool] {
    tokens.reduce(into: Array(repeating: false, count: count)) { $0[$1] = true }
  }
}
