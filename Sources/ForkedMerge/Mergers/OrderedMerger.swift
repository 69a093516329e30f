/// Lists in the order of random positions: elements by id, each position the most recent, sorted.
///
/// Equal positions are ordered by id. A change of position that keeps an element's order among those of the ancestor only
/// made room: it never beats a deletion, and what the other side inserted beside it stands after its left neighbour
/// there. The result doesn't depend on chance: where positions must be mended, they are spread evenly.
public struct OrderedMerger<Element: OrderedElement>: Merger {
  private let elements: any Merger<Element>

  /// A merger whose elements merge by themselves where they are ``Mergeable``; else the most recent wins.
  public init() {
    elements = ownMerger(of: Element.self)
  }

  /// A merger whose elements merge by another one; their positions don't matter to it.
  public init(elements: some Merger<Element>) {
    self.elements = elements
  }

  /// Both versions in one, in ascending order of positions. Throws what the merger of the elements throws.
  /// - Complexity: O(n log n) apart from it.
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    if other == commonAncestor { return value }
    if value == commonAncestor { return other }
    let table = IdentifiedElements(
      base: Self.sorted(commonAncestor), ours: Self.sorted(value), theirs: Self.sorted(other))
    var merged: [Int: Element] = [:]
    for token in table.allTokens {
      merged[token] = try mergedElement(table.versions(of: token))
    }
    let order = OrderedWeaver(table, merged).order
    return Self.mended(order.compactMap { merged[$0] })
  }

  /// The elements of both.
  public func salvage(_ value: [Element], from other: [Element]) throws -> [Element] {
    try merge(value, withSubordinate: other, commonAncestor: [])
  }

  /// The element with the later position; nil where it is gone. A position alone never beats a deletion.
  private func mergedElement(_ versions: IdentifiedElements<Element>.Versions) throws -> Element? {
    let place = Self.position(versions)
    func placed(_ element: Element?) -> Element? {
      guard var element, let place else { return nil }
      element.position = place
      return element
    }
    let merged = try elements.mergePart(
      placed(versions.ours), placed(versions.theirs), since: placed(versions.base))
    return placed(merged)
  }

  private static func position(_ versions: IdentifiedElements<Element>.Versions) -> Position? {
    guard let ours = versions.ours, let theirs = versions.theirs else {
      return versions.ours?.position ?? versions.theirs?.position
    }
    return ours.position == versions.base?.position ? theirs.position : ours.position
  }

  private static func sorted(_ elements: [Element]) -> [Element] {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { $0.position < $1.position }
    if isSorted { return elements }
    return elements.sorted { precedes($0, $1) }
  }

  /// By position, then by id.
  static func precedes(_ one: Element, _ other: Element) -> Bool {
    if one.position != other.position { return one.position < other.position }
    if let id = one.id as? any Comparable, let isLess = isLess(id, other.id) { return isLess }
    return "\(one.id)".unicodeScalars.lexicographicallyPrecedes("\(other.id)".unicodeScalars)
  }

  private static func isLess<Key: Comparable>(_ one: Key, _ other: Any) -> Bool? {
    (other as? Key).map { ForkedMerge.isLess(one, $0) }
  }

  /// The elements in this order, with positions that say so.
  private static func mended(_ elements: [Element]) -> [Element] {
    let isInOrder = zip(elements, elements.dropFirst()).allSatisfy { precedes($0, $1) }
    guard !isInOrder else { return elements }
    var evenly = EvenSpread()
    let positions = PositionRange.all.arranged(
      elements.map(\.position.value), using: &evenly)
    return zip(elements, positions).map { element, position in
      var element = element
      element.position = Position(position)
      return element
    }
  }

  /// `orderedMerge` by the item's `id`, with the rule of the elements.
  public var rule: MergeRule {
    var rule = MergeRule(.orderedMerge)
    rule.identity = ["item", "id"]
    rule.position = "position"
    return rule
  }
}

/// No chance: always the middle, so that everybody who mends a list mends it alike.
private struct EvenSpread: RandomNumberGenerator {
  mutating func next() -> UInt64 { 1 << 63 }
}
