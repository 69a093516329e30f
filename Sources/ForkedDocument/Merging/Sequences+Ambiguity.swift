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

  /// Returns true if a side has, or may have, an element of one of the conflicts elsewhere, or the other way round: then
  /// one side's elements beside the other's changes might repeat an element, or lose one.
  ///
  /// An element counts as deleted and inserted if nothing tells it from others, although the side moved it.
  /// - Complexity: O(n) in expectation.
  func haveElementsElsewhere(_ conflicts: [SequenceRegion]) -> Bool {
    let old = DividedTokens(baseTokens, at: conflicts.map(\.base))
    let our = DividedTokens(oursTokens, at: conflicts.map(\.ours))
    let their = DividedTokens(theirsTokens, at: conflicts.map(\.theirs))
    let containers = Set(
      zip(baseTokens + oursTokens + theirsTokens, base + ours + theirs)
        .filter { $1.kind.isContainer }.map { $0.0 })
    return [(our, their), (their, our)].contains { side, other in
      let movedIn = side.inside.contains { side.count(of: $0) < old.count(of: $0) }
      let movedOut = old.inside.contains { side.count(of: $0) > old.count(of: $0) }
      let isAddedTwice = side.inside.contains { !old.contains($0) && other.contains($0) }
      let mayBeChanged =
        !side.inside.isDisjoint(with: containers)
        && old.outside.keys.contains { containers.contains($0) && !side.contains($0) }
      return movedIn || movedOut || isAddedTwice || mayBeChanged
    }
  }
}

/// The tokens of a version within the conflicts, and those outside of them with their numbers.
private struct DividedTokens {
  private(set) var inside: Set<Int> = []
  private(set) var outside: [Int: Int] = [:]

  init(_ tokens: [Int], at regions: [Range<Int>]) {
    var isOutside = Array(repeating: true, count: tokens.count)
    for place in regions.joined() { isOutside[place] = false }
    for (token, isOutside) in zip(tokens, isOutside) {
      if isOutside { outside[token, default: 0] += 1 } else { inside.insert(token) }
    }
  }

  func contains(_ token: Int) -> Bool { inside.contains(token) || outside[token] != nil }

  /// Returns the number of times that a token stands outside of the conflicts.
  func count(of token: Int) -> Int { outside[token, default: 0] }
}
