import Forked
import ForkedJSON
import ForkedMerge

/// Three versions of an array as tokens: equal integers for equal values, and for matched versions of one element.
struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  var baseTokens: [Int] = []
  var oursTokens: [Int] = []
  var theirsTokens: [Int] = []
  /// True if a value that no version has twice may occur twice in the result, because both sides inserted it.
  let mayRepeat: Bool
  /// True if the elements are lines. Each added line is one of its own, as in a log, unless it has an id.
  let isLines: Bool
  /// The sort order of the list; nil if the strategy is declared, and the order therefore doesn't count.
  let order: ListOrder?
  /// For indices in ours and in theirs, the element of base that one side moved and changed, and the other deleted.
  var changedElsewhere: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// True if an element that one side deleted equals one of the other side that may be another record: a column was
  /// shifted there. No merge of the one element has both changes.
  var mayHoldOthers = false
  /// For indices in ours and in theirs, the index in the other of an element added by both that may be the same.
  var namesakes: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// The runs of elements that each side kept in their order, if elements were matched.
  var runs: (ours: [CommonRun], theirs: [CommonRun], fixed: Set<Int>)?
  /// The parts of the elements of base, ours and theirs, if elements were matched.
  var parts: (table: ElementParts, elements: [PartedElements])?
  /// The names of the members that identify the elements together; empty if no combination of members does.
  var identity: [String] { parts?.table.combinedNames ?? [] }
  var firstPairToken = Int.max
  /// True if one side moved an element that it still has.
  var hasMoves = false
  /// True if one side moved an element, or may have moved one that it also changed.
  var mayHaveMoves = false

  /// - Parameters:
  ///   - arrays: the cache of parted elements.
  ///   - usual: the ids of the elements, if they have some that are not reliable.
  init(
    _ versions: Versions, mayRepeat: Bool, _ arrays: PartedArrays, usual: UsualIdentities? = nil
  ) {
    self.mayRepeat = mayRepeat
    isLines = versions.ours?.isListOfLines ?? false
    base = versions.base.withoutNull.map { Array($0.elements) } ?? []
    ours = versions.ours.map { Array($0.elements) } ?? []
    theirs = versions.theirs.map { Array($0.elements) } ?? []
    order = mayRepeat ? nil : ListOrder(base, ours: ours, theirs: theirs)
    var numbers = JSONValueNumbers(capacity: base.count)
    baseTokens = base.map { numbers.number(of: $0) }
    oursTokens = ours.map { numbers.number(of: $0) }
    theirsTokens = theirs.map { numbers.number(of: $0) }
    if !mayRepeat, oursTokens != baseTokens, theirsTokens != baseTokens, oursTokens != theirsTokens
    {
      matchElements(versions, usual, arrays, firstToken: numbers.count)
    }
  }

  /// The merge of the tokens.
  var merge: SequenceMerge {
    guard let runs else {
      return SequenceMerge(base: baseTokens, ours: oursTokens, theirs: theirsTokens)
    }
    return SequenceMerge(
      base: baseTokens, ours: oursTokens, theirs: theirsTokens, ourRuns: runs.ours,
      theirRuns: runs.theirs, fixed: runs.fixed)
  }

  /// True if these are lists of scalars that both sides changed so that no merge holds both changes.
  /// - Complexity: O(elements) in expectation.
  var areDisputed: Bool {
    guard ![base, ours, theirs].joined().contains(where: \.kind.isContainer) else { return false }
    let count = [baseTokens, oursTokens, theirsTokens].joined().max().map { $0 + 1 } ?? 0
    return SequenceDisputes(
      base: baseTokens, ours: oursTokens, theirs: theirsTokens, count: count,
      mayHoldVersions: false
    ).isAnyCertain
  }

  /// Returns true if an element of base was matched in both sides, and at least one of them changed it.
  func isMatched(_ element: Int) -> Bool { baseTokens[element] >= firstPairToken }

  /// Returns the side whose elements come first by the order of the list when both inserted some at one place; nil if
  /// that doesn't decide.
  func first(of runs: MeetingRuns) -> MergeSide? {
    guard let order, order.isSorted else { return nil }
    return order.first(ours: runs.ours.map { ours[$0] }, theirs: runs.theirs.map { theirs[$0] })
  }

  /// Returns the side whose elements come first where the order of the list doesn't decide; nil: the usual order.
  func first(of runs: MeetingRuns, _ precedence: Precedence) -> MergeSide? {
    let first = precedence.first(
      ours: runs.ours.map { ours[$0] }, theirs: runs.theirs.map { theirs[$0] })
    if let first { return first }
    let areRecordsAtEnd =
      runs.isAtEnd && runs.ours.allSatisfy { ours[$0].kind == .object }
      && runs.theirs.allSatisfy { theirs[$0].kind == .object }
    return areRecordsAtEnd ? precedence.atEnd : nil
  }

  /// Returns the merged items with the elements that both sides inserted at one place of a sorted list in its order.
  func sorted(_ items: [SequenceItem]) -> [SequenceItem] {
    guard let order, order.isSorted else { return items }
    return items.sortingRuns(where: { inserted($0) != nil }) { run in
      order.sorted(run, element: inserted)
    }
  }

  /// The element that one side alone inserted; nil for any other item.
  private func inserted(_ item: SequenceItem) -> JSONNode? {
    switch item {
    case .insertedByOurs(let place): ours[place]
    case .insertedByTheirs(let place): theirs[place]
    case .kept, .insertedByBoth, .conflict, .movedByOurs, .movedByTheirs: nil
    }
  }

  /// Returns the same sequences, without the pairs of namesakes of which one is within an open conflict.
  func apart(from conflicts: [SequenceRegion]) -> Sequences {
    guard !namesakes.ours.isEmpty, !conflicts.isEmpty else { return self }
    let conflicting = (
      Set(conflicts.flatMap { Array($0.ours) }), Set(conflicts.flatMap { Array($0.theirs) })
    )
    var copy = self
    for (our, their) in namesakes.ours
    where conflicting.0.contains(our) || conflicting.1.contains(their) {
      copy.namesakes.ours[our] = nil
      copy.namesakes.theirs[their] = nil
    }
    return copy
  }

  /// Returns the versions of an element of ours that may be one of base, or of theirs; nil if there is no doubt.
  func uncertain(ours place: Int) -> Versions? {
    if let element = changedElsewhere.ours[place] {
      return Versions(base: base[element], ours: ours[place])
    }
    return namesakes.ours[place].map { Versions(ours: ours[place], theirs: theirs[$0]) }
  }

  /// Returns the versions of an element of theirs that may be one of base, or of ours; nil if there is no doubt.
  func uncertain(theirs place: Int) -> Versions? {
    if let element = changedElsewhere.theirs[place] {
      return Versions(base: base[element], theirs: theirs[place])
    }
    return namesakes.theirs[place].map { Versions(ours: ours[$0], theirs: theirs[place]) }
  }

  /// The greatest number of occurrences of each token in one version.
  var repetitions: [Int: Int] {
    [baseTokens, oursTokens, theirsTokens].reduce(into: [:]) { most, tokens in
      let counts = tokens.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      most.merge(counts, uniquingKeysWith: max)
    }
  }

  /// Returns the token of an element that one side or both inserted; nil for an element of base.
  func insertedToken(_ item: SequenceItem) -> Int? {
    switch item {
    case .kept, .conflict, .movedByOurs, .movedByTheirs: nil
    case .insertedByOurs(let place), .insertedByBoth(let place, _): oursTokens[place]
    case .insertedByTheirs(let place): theirsTokens[place]
    }
  }
}

/// The comparison of arrays without a merge base.
extension Sequences {
  /// The side that has all elements of the other in the same order; nil if neither has.
  var sideWithAll: MergeSide? {
    guard namesakes.ours.isEmpty else { return nil }
    if oursTokens.contains(inOrder: theirsTokens) { return .ours }
    return theirsTokens.contains(inOrder: oursTokens) ? .theirs : nil
  }

  /// True if the sides share no element, and no element that may be one.
  var areDisjoint: Bool { Set(oursTokens).isDisjoint(with: theirsTokens) }
}
