import ForkedJSON

/// The predicates for an array of containers that git's line merge made, which knows no elements.
///
/// Lines of one element may look like those of its neighbour. Then a line merge inserts an element twice that both
/// sides inserted, or keeps the change of an element that the other side deleted, and reports nothing.
struct LineMergePredicates {
  private let lists: [JSONElementList]
  private let tokens: [[Int]]
  private let elements: [PartedElements]
  private let table: ElementParts

  /// - Parameter arrays: the cache of parted elements.
  /// - Returns: nil unless all four versions are arrays.
  init?(_ versions: FourVersions, _ arrays: PartedArrays) {
    guard let base = versions.base.withoutNull, let ours = versions.ours.withoutNull,
      let theirs = versions.theirs.withoutNull, let merged = versions.merged
    else { return nil }
    var values = ValueTokens()
    lists = [base, ours, theirs, merged].map { JSONElementList($0) }
    tokens = lists.map { values.of($0) }
    (table, elements) = arrays.elements(of: [base, ours, theirs])
  }

  /// True if the predicates hold.
  /// - Complexity: O(bytes of the arrays), in expectation.
  var hold: Bool { !repeatsContainer && !keepsUndecidedChange && !isColumnShifted }

  /// True if a side shifted a column, so that nothing tells which elements the lines belong to.
  private var isColumnShifted: Bool {
    elements.dropFirst().contains {
      !ColumnShift(base: elements[0], side: $0, table).places.isEmpty
    }
  }

  /// True if a container occurs more often than in the version that has it most often.
  private var repeatsContainer: Bool {
    let counts = TokenCounts(
      base: tokens[0], ours: tokens[1], theirs: tokens[2], merged: tokens[3])
    return zip(lists[3], tokens[3]).contains { element, token in
      let count = counts[token]
      return element.kind.isContainer && count.merged > max(count.base, count.ours, count.theirs)
    }
  }

  /// True if a changed version of an element is kept that the other side deleted, or changed, too.
  private var keepsUndecidedChange: Bool {
    let (ours, theirs, merged) = (Set(tokens[1]), Set(tokens[2]), Set(tokens[3]))
    return lists[0].indices.contains { element in
      let token = tokens[0][element]
      guard lists[0][element].kind.isContainer, !ours.contains(token), !theirs.contains(token)
      else { return false }
      let (our, their) = (changes(of: element, in: 1), changes(of: element, in: 2))
      return our != their && !our.union(their).isDisjoint(with: merged)
    }
  }

  /// Returns the tokens of elements that may be changed versions of base's element: those that share a string or number
  /// with it that no other element of either version holds.
  private func changes(of element: Int, in version: Int) -> Set<Int> {
    let base = elements[0]
    return Set(
      base.parts[element].compactMap { part -> Int? in
        guard base.holder(of: part) == element, table.isTelling(part) else { return nil }
        return elements[version].holder(of: part).map { tokens[version][$0] }
      }
    ).subtracting(tokens[0])
  }
}
