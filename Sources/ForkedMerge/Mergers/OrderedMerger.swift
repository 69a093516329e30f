/// Merges lists that are ordered by positions: elements by id, each with the most recent position, sorted.
///
/// Equal positions are ordered by id. A change of position that keeps an element's order among those of the ancestor is
/// only a renumbering: it never beats a deletion, and elements that the other side inserted beside it come after their
/// left neighbour. The result is deterministic: repaired positions are spread evenly.
public struct OrderedMerger<Element: OrderedElement>: PropertyMerger {
  private let elements: any Merger<Element>

  /// Creates a merger whose elements merge themselves if they are ``Mergeable``; otherwise the most recent one is kept.
  public init() {
    elements = ownMerger(of: Element.self)
  }

  /// Creates a merger whose elements are merged by the given merger; it gets them at equal positions.
  public init(elements: some Merger<Element>) {
    self.elements = elements
  }

  /// Combines both versions in ascending order of positions. Throws the errors of the merger of the elements.
  /// - Complexity: O(n log n), apart from the merger of the elements.
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    if other == commonAncestor { return value }
    if value == commonAncestor { return other }
    let versions = [commonAncestor, value, other].map { Self.sorted($0) }
    let table = IdentifiedElements(base: versions[0], ours: versions[1], theirs: versions[2])
    var merged: [Int: Element] = [:]
    for token in table.allTokens {
      merged[token] = try mergedElement(table.versions(of: token))
    }
    let lists = zip(table.tokens, versions).map { tokens, elements in
      PositionedList(tokens: tokens, positions: elements.map(\.position.value))
    }
    let result = PositionMerge.merge(
      base: lists[0], ours: lists[1], theirs: lists[2], in: .all,
      ties: { Self.precedes(merged[$0]?.id, merged[$1]?.id) },
      survives: { merged[$0] != nil }, later: { _ in .ours }, ancestors: { [] })
    return zip(result.list.tokens, result.list.positions).compactMap { token, position in
      guard var element = merged[token] else { return nil }
      if let position { element.position = Position(position) }
      return element
    }
  }

  /// Returns the elements of both.
  public func salvage(_ value: [Element], from other: [Element]) throws -> [Element] {
    try merge(value, withSubordinate: other, commonAncestor: [])
  }

  /// Merges an element without its position; nil if it is deleted. A change of the position alone never beats a
  /// deletion.
  private func mergedElement(_ versions: IdentifiedElements<Element>.Versions) throws -> Element? {
    let place = (versions.ours ?? versions.theirs)?.position
    func placed(_ element: Element?) -> Element? {
      guard var element, let place else { return nil }
      element.position = place
      return element
    }
    return try elements.mergePart(
      placed(versions.ours), placed(versions.theirs), since: placed(versions.base))
  }

  /// Returns the elements in order of their positions; equal positions are ordered by id.
  private static func sorted(_ elements: [Element]) -> [Element] {
    func isBefore(_ one: Element, _ other: Element) -> Bool {
      one.position == other.position
        ? precedes(one.id, other.id) : one.position < other.position
    }
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { !isBefore($1, $0) }
    return isSorted ? elements : elements.sorted(by: isBefore)
  }

  private static func precedes(_ one: Element.ID?, _ other: Element.ID?) -> Bool {
    guard let one, let other else { return false }
    if let one = one as? any Comparable, let isLess = isLess(one, other) { return isLess }
    return "\(one)".unicodeScalars.lexicographicallyPrecedes("\(other)".unicodeScalars)
  }

  private static func isLess<Key: Comparable>(_ one: Key, _ other: Any) -> Bool? {
    (other as? Key).map { ForkedMerge.isLess(one, $0) }
  }

  /// The rule `orderedMerge` by the item's `id`, with the rule of the elements.
  public var rule: MergeRule {
    var rule = MergeRule("orderedMerge", type: "array")
    rule.identity = ["item", "id"]
    rule.position = "position"
    rule.parts = elements.rule
    return rule
  }
}
