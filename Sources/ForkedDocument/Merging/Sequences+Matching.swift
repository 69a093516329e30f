import Forked
import ForkedJSON
import ForkedMerge

/// The matching of elements in the three versions.
extension Sequences {
  /// Gives one token to the versions of each element that both sides still have, and to elements of both that may be
  /// one.
  mutating func matchElements(
    _ versions: Versions, _ usual: UsualIdentities?, _ arrays: PartedArrays, firstToken: Int
  ) {
    let withContainers = [base, ours, theirs].count { $0.contains { $0.kind.isContainer } }
    guard withContainers > 1 else { return }
    let (table, elements) = arrays.identifiedElements(
      of: [versions.base.withoutNull, versions.ours.withoutNull, versions.theirs.withoutNull],
      tokens: [baseTokens, oursTokens, theirsTokens])
    let keyPaths = elements.keyPaths(table)
    var next = firstToken
    let shifts = elements.dropFirst().map { ColumnShift(base: elements[0], side: $0, table) }
    renumberShifted(shifts[0].places, shifts[1].places, &next)
    let versions = zip([baseTokens, oursTokens, theirsTokens], elements).map {
      MatchedVersion(tokens: $0, elements: $1)
    }
    let fixed = fixedTokens(versions[0], table)
    parts = (table, elements)
    // Once a side renumbered its elements, the numbers of neither side identify elements.
    let place = usual.map { table.path(under: $0.numbering.key) }
    let inOurs = ElementMatching(
      base: versions[0], side: versions[1], keyPaths: keyPaths, fixed: fixed,
      shifted: shifts[0].elements, place: place, table)
    let inTheirs = ElementMatching(
      base: versions[0], side: versions[2], keyPaths: keyPaths, fixed: fixed,
      shifted: shifts[1].elements, place: place, table)
    firstPairToken = next
    hasMoves = inOurs.hasMoves || inTheirs.hasMoves
    mayHaveMoves = inOurs.mayHaveMoves || inTheirs.mayHaveMoves
    nameMatched(inOurs, inTheirs, SharedEvidence(elements, table), &next)
    if !isLines {
      let added = AddedNamesakes(
        ours: OpenElements(versions[1].elements, places: inOurs.addedPlaces),
        theirs: OpenElements(versions[2].elements, places: inTheirs.addedPlaces),
        keyPaths: keyPaths.filter { $0 != place }, place: place, table)
      nameAdded(added, &next)
    }
    runs = (
      inOurs.runs.keeping(baseTokens, oursTokens), inTheirs.runs.keeping(baseTokens, theirsTokens),
      fixed
    )
  }

  /// Gives new tokens to elements of a shifted column that equal elements of base: nothing tells which records they
  /// are.
  ///
  /// Equal ones of both sides stay equal. Those that all three versions have keep their tokens: whichever records they
  /// are, neither side has changed them.
  private mutating func renumberShifted(_ ours: Set<Int>, _ theirs: Set<Int>, _ next: inout Int) {
    guard !ours.isEmpty || !theirs.isEmpty else { return }
    let inBoth = Set(oursTokens).intersection(theirsTokens)
    let shifted = Set(ours.map { oursTokens[$0] }).union(theirs.map { theirsTokens[$0] })
      .intersection(baseTokens).subtracting(inBoth).sorted()
    let renumbered = Dictionary(uniqueKeysWithValues: zip(shifted, next...))
    next += shifted.count
    for place in ours { oursTokens[place] = renumbered[oursTokens[place]] ?? oursTokens[place] }
    for place in theirs {
      theirsTokens[place] = renumbered[theirsTokens[place]] ?? theirsTokens[place]
    }
  }

  /// Gives a token of its own to each element that both sides have and one of them changed.
  ///
  /// It also notes the elements that one side may have moved and changed, and that the other side no longer has: a
  /// sequence comparison cannot tell which elements were moved.
  private mutating func nameMatched(
    _ inOurs: ElementMatching, _ inTheirs: ElementMatching, _ evidence: SharedEvidence,
    _ next: inout Int
  ) {
    let ourTokens = inTheirs.mayHaveMoves ? Set(oursTokens) : []
    let theirTokens = inOurs.mayHaveMoves ? Set(theirsTokens) : []
    let (hasOurMoves, hasTheirMoves) = (inOurs.hasMoves, inTheirs.hasMoves)
    for element in base.indices {
      switch (inOurs.places[element], inTheirs.places[element]) {
      case (let our?, let their?):
        let token = baseTokens[element]
        guard token != oursTokens[our] || token != theirsTokens[their] else { continue }
        let isChangedByBoth =
          token != oursTokens[our] && token != theirsTokens[their]
          && oursTokens[our] != theirsTokens[their]
        if isChangedByBoth, !evidence.holds((element, our, their), (inOurs, inTheirs)) {
          changedElsewhere.ours[our] = element
          changedElsewhere.theirs[their] = element
          continue
        }
        (baseTokens[element], oursTokens[our], theirsTokens[their]) = (next, next, next)
        next += 1
      case (let our?, nil) where hasOurMoves && !theirTokens.contains(oursTokens[our]):
        if baseTokens[element] != oursTokens[our] { changedElsewhere.ours[our] = element }
      case (nil, let their?) where hasTheirMoves && !ourTokens.contains(theirsTokens[their]):
        if baseTokens[element] != theirsTokens[their] { changedElsewhere.theirs[their] = element }
      case (nil, nil):
        // Equal elements of both sides are one element, whatever they were in base.
        if let our = inOurs.possiblePlaces[element], !theirTokens.contains(oursTokens[our]) {
          changedElsewhere.ours[our] = element
          mayHoldOthers = mayHoldOthers || ours[our] == base[element]
        }
        if let their = inTheirs.possiblePlaces[element], !ourTokens.contains(theirsTokens[their]) {
          changedElsewhere.theirs[their] = element
          mayHoldOthers = mayHoldOthers || theirs[their] == base[element]
        }
      default: break
      }
    }
  }

  /// Gives one token to the elements that both sides added under one key.
  private mutating func nameAdded(_ added: AddedNamesakes, _ next: inout Int) {
    for pair in added.pairs where oursTokens[pair.ours] != theirsTokens[pair.theirs] {
      guard changedElsewhere.ours[pair.ours] == nil, changedElsewhere.theirs[pair.theirs] == nil
      else { continue }
      (oursTokens[pair.ours], theirsTokens[pair.theirs]) = (next, next)
      namesakes.ours[pair.ours] = pair.theirs
      namesakes.theirs[pair.theirs] = pair.ours
      next += 1
    }
  }

  /// Returns the tokens of containers of base without a part that no other element of base has.
  private func fixedTokens(_ version: MatchedVersion, _ table: ElementParts) -> Set<Int> {
    Set(
      base.indices.filter { element in
        base[element].kind.isContainer
          && !version.elements.parts[element].contains {
            table.isTelling($0) && version.elements.holder(of: $0) != nil
          }
      }.map { version.tokens[$0] })
  }
}

extension [CommonRun] {
  /// Returns the runs without elements whose tokens differ in the two versions: an element that one side changed and
  /// the other deleted counts as replaced.
  fileprivate func keeping(_ base: [Int], _ side: [Int]) -> [CommonRun] {
    flatMap { run -> [CommonRun] in
      (0..<run.count).filter { base[run.old + $0] == side[run.new + $0] }
        .map { CommonRun(old: run.old + $0, new: run.new + $0, count: 1) }
    }
  }
}
