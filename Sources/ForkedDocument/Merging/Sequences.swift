import Forked
import ForkedJSON
import ForkedMerge

/// Three versions of an array as tokens: equal integers for equal values, and for versions of one element.
struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  private(set) var baseTokens: [Int] = []
  private(set) var oursTokens: [Int] = []
  private(set) var theirsTokens: [Int] = []
  /// Whether a value that no version has twice may stand twice in the result, because both inserted it.
  let mayRepeat: Bool
  /// The order in which the list stands; nil where it doesn't count, since how it merges was declared.
  let order: ListOrder?
  /// For places in ours and in theirs the element of base that one side moved and changed, and the other deleted.
  private(set) var changedElsewhere: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// For places in ours and in theirs the place in the other of what may be the same element, added by both.
  private(set) var namesakes: (ours: [Int: Int], theirs: [Int: Int]) = ([:], [:])
  /// What either side kept in its order, where elements were matched.
  private var runs: (ours: [CommonRun], theirs: [CommonRun], fixed: Set<Int>)?
  private var firstPairToken = Int.max
  /// True if one side moved an element that it still has.
  private(set) var hasMoves = false
  /// True if one side may have moved an element that it also changed.
  private(set) var mayHaveMoves = false

  /// - Parameter usual: ids of the elements that are not to be trusted, where they have such.
  init(_ versions: Versions, mayRepeat: Bool, usual: UsualIdentities? = nil) {
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
      matchElements(usual, firstToken: numbers.count)
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

  /// Gives one token to the versions of each element that both sides still have.
  private mutating func matchElements(_ usual: UsualIdentities?, firstToken: Int) {
    let withContainers = [base, ours, theirs].count { $0.contains { $0.kind.isContainer } }
    guard withContainers > 1 else { return }
    let table = ElementParts()
    let versions = [(baseTokens, base), (oursTokens, ours), (theirsTokens, theirs)].map {
      MatchedVersion(tokens: $0, elements: PartedElements($1, table))
    }
    let keyPaths =
      versions.filter { $0.elements.containerCount > 0 }
      .map { $0.elements.keyPaths(table) }
      .reduce(nil as Set<Int>?) { $0?.intersection($1) ?? $1 } ?? []
    let fixed = fixedTokens(versions[0], table)
    let place = usual.map { table.path(under: $0.numbering.key) }
    let inOurs = ElementMatching(
      base: versions[0], side: versions[1], keyPaths: keyPaths, fixed: fixed,
      place: usual?.trusts.ours == false ? place : nil, table)
    let inTheirs = ElementMatching(
      base: versions[0], side: versions[2], keyPaths: keyPaths, fixed: fixed,
      place: usual?.trusts.theirs == false ? place : nil, table)
    firstPairToken = firstToken
    let (unmovedByOurs, unmovedByTheirs) = (Set(inOurs.unmoved), Set(inTheirs.unmoved))
    hasMoves = [inOurs, inTheirs].contains { $0.unmoved.count < $0.places.count { $0 != nil } }
    mayHaveMoves = [inOurs, inTheirs].contains { !$0.possiblePlaces.isEmpty }
    var next = firstToken
    for element in base.indices {
      switch (inOurs.places[element], inTheirs.places[element]) {
      case (let our?, let their?):
        guard baseTokens[element] != oursTokens[our] || baseTokens[element] != theirsTokens[their]
        else { continue }
        baseTokens[element] = next
        oursTokens[our] = next
        theirsTokens[their] = next
        next += 1
      case (let our?, nil) where !unmovedByOurs.contains(element):
        if baseTokens[element] != oursTokens[our] { changedElsewhere.ours[our] = element }
      case (nil, let their?) where !unmovedByTheirs.contains(element):
        if baseTokens[element] != theirsTokens[their] { changedElsewhere.theirs[their] = element }
      case (nil, nil):
        if let our = inOurs.possiblePlaces[element] { changedElsewhere.ours[our] = element }
        if let their = inTheirs.possiblePlaces[element] { changedElsewhere.theirs[their] = element }
      default: break
      }
    }
    let open = zip([inOurs, inTheirs], versions.dropFirst()).map { matching, version in
      OpenElements(version.elements, places: matching.addedPlaces)
    }
    let added = AddedNamesakes(
      ours: open[0], theirs: open[1], keyPaths: keyPaths,
      apartFrom: usual?.isTrusted == false ? Set([place].compactMap { $0 }) : [], table)
    for pair in added.pairs where oursTokens[pair.ours] != theirsTokens[pair.theirs] {
      oursTokens[pair.ours] = next
      theirsTokens[pair.theirs] = next
      namesakes.ours[pair.ours] = pair.theirs
      namesakes.theirs[pair.theirs] = pair.ours
      next += 1
    }
    runs = (
      inOurs.runs.keeping(baseTokens, oursTokens), inTheirs.runs.keeping(baseTokens, theirsTokens),
      fixed
    )
  }

  /// The tokens of containers of base that hold nothing which no other element of base holds.
  private func fixedTokens(_ version: MatchedVersion, _ table: ElementParts) -> Set<Int> {
    Set(
      base.indices.filter { element in
        base[element].kind.isContainer
          && !version.elements.parts[element].contains {
            table.isTelling($0) && version.elements.holder(of: $0) != nil
          }
      }.map { version.tokens[$0] })
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

extension [CommonRun] {
  /// The runs without elements that have other tokens in the two versions: what one side changed and the other deleted was
  /// replaced.
  fileprivate func keeping(_ base: [Int], _ side: [Int]) -> [CommonRun] {
    flatMap { run -> [CommonRun] in
      (0..<run.count).filter { base[run.old + $0] == side[run.new + $0] }
        .map { CommonRun(old: run.old + $0, new: run.new + $0, count: 1) }
    }
  }
}
