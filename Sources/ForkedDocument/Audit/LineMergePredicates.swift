import ForkedJSON

/// The predicates for an array of containers that git's line merge made, which knows no elements.
///
/// Lines of one element may look like those of its neighbour. Then a line merge keeps the change of an element that the
/// other side deleted, and reports nothing.
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

  /// True if no changed version of an element is kept that the other side deleted or changed.
  /// - Complexity: O(bytes of the arrays), in expectation.
  var hold: Bool { !keepsUndecidedChange }

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
