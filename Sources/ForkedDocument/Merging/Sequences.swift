import Forked
import ForkedJSON
import ForkedMerge

/// Three versions of an array as tokens: equal integers for equal values, and for versions of one element.
struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  var baseTokens: [Int] = []
  var oursTokens: [Int] = []
  var theirsTokens: [Int] = []
  /// True if a value that no version has twice may stand twice in the result, because both inserted it.
  let mayRepeat: Bool
  /// The order in which the list stands; nil where it doesn't count, since how it merges was declared.
  let order: ListOrder?
  /// For places in ours and in theirs the element of base that one side moved and changed, and the other deleted.
  var changedElsewhere: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// For places in ours and in theirs the place in the other of what may be the same element, added by both.
  var namesakes: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// The runs that either side kept in its order, where elements were matched.
  var runs: (ours: [CommonRun], theirs: [CommonRun], fixed: Set<Int>)?
  var firstPairToken = Int.max
  /// True if one side moved an element that it still has.
  var hasMoves = false
  /// True if one side moved an element, or may have moved one that it also changed.
  var mayHaveMoves = false

  /// - Parameters:
  ///   - arrays: elements of arrays by their parts.
  ///   - usual: ids of the elements that are not to be trusted, where they have such.
  init(
    _ versions: Versions, mayRepeat: Bool, _ arrays: PartedArrays, usual: UsualIdentities? = nil
  ) {
    self.mayRepeat = mayRepeat
    base = versions.base.withoutNull.map { Array($0.elements) } ?? []
    order = mayRepeat ? nil : ListOrder(base)
    ours = versions.ours.map { Array($0.elements) } ?? []
    theirs = versions.theirs.map { Array($0.elements) } ?? []
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

  /// True if an element of base was found again in both sides, and at least one of them changed it.
  func isMatched(_ element: Int) -> Bool { baseTokens[element] >= firstPairToken }

  /// The side whose run stands first where both inserted; nil: as everywhere.
  func first(of runs: MeetingRuns, _ precedence: Precedence) -> MergeSide? {
    let (ours, theirs) = (runs.ours.map { self.ours[$0] }, runs.theirs.map { self.theirs[$0] })
    if let first = order?.first(ours: ours, theirs: theirs)
      ?? precedence.first(ours: ours, theirs: theirs)
    {
      return first
    }
    let areRecords = (ours + theirs).allSatisfy { $0.kind == .object }
    return runs.isAtEnd && areRecords ? precedence.atEnd : nil
  }

  /// The same, where elements that may be one are left apart if one of them stands in a dispute.
  func apart(from disputes: [SequenceRegion]) -> Sequences {
    guard !namesakes.ours.isEmpty, !disputes.isEmpty else { return self }
    let disputed = (
      Set(disputes.flatMap { Array($0.ours) }), Set(disputes.flatMap { Array($0.theirs) })
    )
    var copy = self
    for (our, their) in namesakes.ours
    where disputed.0.contains(our) || disputed.1.contains(their) {
      copy.namesakes.ours[our] = nil
      copy.namesakes.theirs[their] = nil
    }
    return copy
  }

  /// The versions of an element of ours that may be another one of base, or of theirs; nil if it is itself.
  func uncertain(ours place: Int) -> Versions? {
    if let element = changedElsewhere.ours[place] {
      return Versions(base: base[element], ours: ours[place])
    }
    return namesakes.ours[place].map { Versions(ours: ours[place], theirs: theirs[$0]) }
  }

  /// The versions of an element of theirs that may be another one of base, or of ours; nil if it is itself.
  func uncertain(theirs place: Int) -> Versions? {
    if let element = changedElsewhere.theirs[place] {
      return Versions(base: base[element], theirs: theirs[place])
    }
    return namesakes.theirs[place].map { Versions(ours: ours[$0], theirs: theirs[place]) }
  }

  /// For each token the number of times that it stands in the version that has it most often.
  var repetitions: [Int: Int] {
    [baseTokens, oursTokens, theirsTokens].reduce(into: [:]) { most, tokens in
      let counts = tokens.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      most.merge(counts, uniquingKeysWith: max)
    }
  }

  /// The token of what only one side, or both, inserted; nil for an element of base.
  func insertedToken(_ item: SequenceItem) -> Int? {
    switch item {
    case .kept, .disputed, .movedByOurs, .movedByTheirs: nil
    case .insertedByOurs(let place), .insertedByBoth(let place, _): oursTokens[place]
    case .insertedByTheirs(let place): theirsTokens[place]
    }
  }
}

/// Arrays without a common ancestor.
extension Sequences {
  /// The side that has all elements of the other in its order; nil where neither has.
  var sideWithAll: MergeSide? {
    guard namesakes.ours.isEmpty else { return nil }
    if oursTokens.contains(inOrder: theirsTokens) { return .ours }
    return theirsTokens.contains(inOrder: oursTokens) ? .theirs : nil
  }

  /// True if no element, or what may be one, is in both sides.
  var areDisjoint: Bool { Set(oursTokens).isDisjoint(with: theirsTokens) }
}

extension [Int] {
  /// True if the tokens occur in this order, others between them or not.
  fileprivate func contains(inOrder tokens: [Int]) -> Bool {
    var next = 0
    for token in self where next < tokens.count && token == tokens[next] { next += 1 }
    return next == tokens.count
  }
}
