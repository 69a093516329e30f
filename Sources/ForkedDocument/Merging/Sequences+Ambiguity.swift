import ForkedMerge

extension Sequences {
  /// Returns the items without repetitions of elements that both sides inserted at different places: the first is kept.
  ///
  /// A list in which no version has a value twice acts as a set, so the merge must not repeat a value. A value that
  /// occurs twice in one version may be repeated. But no container occurs more often than in the version that has it
  /// most often. - Complexity: O(insertions), and O(n) if one is repeated.
  func withoutNewRepetitions(_ items: [SequenceItem]) -> [SequenceItem] {
    var inserted: Set<Int> = []
    var repeated: Set<Int> = []
    for item in items {
      if let token = insertedToken(item), !inserted.insert(token).inserted {
        repeated.insert(token)
      }
    }
    guard !repeated.isEmpty else { return items }
    let most = repetitions
    var counts = items.reduce(into: [Int: Int]()) { counts, item in
      guard case .kept(let element, _, _) = item else { return }
      counts[baseTokens[element], default: 0] += 1
    }
    return items.filter { item in
      guard let token = insertedToken(item), repeated.contains(token), let most = most[token],
        most == 1 || isContainer(item)
      else { return true }
      counts[token, default: 0] += 1
      return counts[token, default: 0] <= most
    }
  }

  private func isContainer(_ item: SequenceItem) -> Bool {
    switch item {
    case .insertedByOurs(let place), .insertedByBoth(let place, _): ours[place].kind.isContainer
    case .insertedByTheirs(let place): theirs[place].kind.isContainer
    default: false
    }
  }

  /// Returns true if an element may be lost that no side deleted.
  ///
  /// So it is if one side moved a container that the other side replaced, or if both sides replaced different elements
  /// by equal ones.
  /// - Complexity: O(n) in expectation.
  func areAmbiguous(_ result: SequenceMerge.Result, of merge: SequenceMerge) -> Bool {
    guard !mayRepeat else { return false }
    let isGone = result.movedAndDeleted.contains { element in
      base[element].kind.isContainer
        && (merge.isReplaced(element, by: .ours) || merge.isReplaced(element, by: .theirs))
    }
    if isGone { return true }
    let replacements = result.items.compactMap { item -> Int? in
      guard case .insertedByOurs(let place) = item, ours[place].kind.isContainer,
        namesakes.ours[place] == nil, merge.isReplacement(place, of: .ours)
      else { return nil }
      return oursTokens[place]
    }
    guard !replacements.isEmpty else { return false }
    let tokens = Set(replacements)
    return result.items.contains { item in
      guard case .insertedByTheirs(let place) = item else { return false }
      return tokens.contains(theirsTokens[place]) && merge.isReplacement(place, of: .theirs)
    }
  }

  /// Returns true if a side has, or may have, an element of one of the conflicts elsewhere, or the other way round.
  func haveElementsElsewhere(_ conflicts: [SequenceRegion]) -> Bool {
    if mayHaveMoves || haveIndistinctInsertions(apartFrom: conflicts) { return true }
    if haveElementsAcross(conflicts) { return true }
    let conflictTokens = (
      conflicts.flatMap { oursTokens[$0.ours] }, conflicts.flatMap { theirsTokens[$0.theirs] }
    )
    if isAnyNew(conflictTokens.0, in: theirsTokens) || isAnyNew(conflictTokens.1, in: oursTokens) {
      return true
    }
    let isInConflict = conflicts.reduce(into: Array(repeating: false, count: base.count)) {
      for element in $1.base { $0[element] = true }
    }
    let sides = [
      (Set(oursTokens), conflicts.flatMap { ours[$0.ours] }),
      (Set(theirsTokens), conflicts.flatMap { theirs[$0.theirs] }),
    ]
    return sides.contains { tokens, conflicting in
      conflicting.contains { $0.kind.isContainer }
        && base.indices.contains { element in
          !isInConflict[element] && base[element].kind.isContainer
            && !tokens.contains(baseTokens[element])
        }
    }
  }

  /// Returns true if a side has an element of base in a conflict, and fewer of it than base outside of all conflicts; or
  /// if base has an element in a conflict, and the side has more of it than base outside.
  ///
  /// Such an element counts as deleted and inserted if nothing tells it from others, although the side moved it.
  private func haveElementsAcross(_ conflicts: [SequenceRegion]) -> Bool {
    let outside = counts(apartFrom: conflicts.map(\.base), of: baseTokens)
    let inside = Set(conflicts.flatMap { baseTokens[$0.base] })
    return [(oursTokens, conflicts.map(\.ours)), (theirsTokens, conflicts.map(\.theirs))]
      .contains { tokens, regions in
        let counts = counts(apartFrom: regions, of: tokens)
        return regions.joined().contains {
          counts[tokens[$0], default: 0] < outside[tokens[$0], default: 0]
        } || inside.contains { counts[$0, default: 0] > outside[$0, default: 0] }
      }
  }

  /// Returns true if a side replaced or deleted containers in a conflict, and inserted one elsewhere that has no string
  /// or number but those of these: it may have moved and changed one of them.
  /// - Complexity: O(parts), in expectation.
  private func haveIndistinctInsertions(apartFrom conflicts: [SequenceRegion]) -> Bool {
    guard let (table, elements) = parts else { return false }
    let outside = counts(apartFrom: conflicts.map(\.base), of: baseTokens).keys
    return [
      (oursTokens, conflicts.map(\.ours), elements[1]),
      (theirsTokens, conflicts.map(\.theirs), elements[2]),
    ].contains { tokens, regions, side in
      let kept = Set(regions.flatMap { tokens[$0] })
      let lost = conflicts.flatMap { region in
        region.base.filter { base[$0].kind.isContainer && !kept.contains(baseTokens[$0]) }
      }
      guard !lost.isEmpty else { return false }
      let inserted = Set(counts(apartFrom: regions, of: tokens).keys).subtracting(outside)
      let known = Set(lost.flatMap { elements[0].parts[$0] })
      return tokens.indices.contains { place in
        inserted.contains(tokens[place]) && !side.parts[place].isEmpty
          && side.parts[place].allSatisfy { !table.isTelling($0) || known.contains($0) }
      }
    }
  }

  /// Returns the number of occurrences of each token apart from these regions.
  private func counts(apartFrom regions: [Range<Int>], of tokens: [Int]) -> [Int: Int] {
    var isOutside = Array(repeating: true, count: tokens.count)
    for place in regions.joined() { isOutside[place] = false }
    return tokens.indices.reduce(into: [:]) { counts, place in
      if isOutside[place] { counts[tokens[place], default: 0] += 1 }
    }
  }

  /// Returns true if one of the tokens is in the side and not in base.
  private func isAnyNew(_ tokens: [Int], in side: [Int]) -> Bool {
    !Set(tokens).subtracting(baseTokens).isDisjoint(with: side)
  }
}
