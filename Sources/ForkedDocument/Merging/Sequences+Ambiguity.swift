import ForkedMerge

extension Sequences {
  /// Returns true if a container may be lost that no side deleted: one side moved it, and the other replaced it.
  /// - Complexity: O(moves · log hunks).
  func areAmbiguous(_ result: SequenceMerge.Result, of merge: SequenceMerge) -> Bool {
    !mayRepeat
      && result.movedAndDeleted.contains { element in
        base[element].kind.isContainer
          && (merge.isReplaced(element, by: .ours) || merge.isReplaced(element, by: .theirs))
      }
  }

  /// Returns true if a side has, or may have, an element of one of the conflicts elsewhere, or the other way round.
  func haveElementsElsewhere(_ conflicts: [SequenceRegion]) -> Bool {
    if mayHaveMoves { return true }
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
