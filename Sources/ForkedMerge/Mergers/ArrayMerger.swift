/// Arrays of values, merged as sequences: runs stay together, and the same run inserted by both appears once.
public struct ArrayMerger<Element: Equatable>: Merger {
  /// A merger of arrays.
  public init() {}

  /// Both edits in one array; where both inserted at one place, the dominant one's stands first.
  ///
  /// Throws nothing. O(n + d²) for d edits, bounded (``SequenceMerge``), where elements are `Hashable`.
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    let tokens = ElementTokens.of([commonAncestor, value, other])
    let (base, ours, theirs) = (tokens[0], tokens[1], tokens[2])
    if theirs == base { return value }
    if ours == base { return other }
    let merged = SequenceMerge(base: base, ours: ours, theirs: theirs).merged(first: .ours)
    var elements: [Element] = []
    elements.reserveCapacity(merged.items.count)
    for item in merged.items {
      switch item {
      case .kept(_, let place, _), .insertedByOurs(let place), .insertedByBoth(let place, _),
        .movedByOurs(let place):
        elements.append(value[place])
      case .insertedByTheirs(let place), .movedByTheirs(let place): elements.append(other[place])
      case .disputed(_, let ours, let theirs):
        elements += ours.map { value[$0] } + theirs.map { other[$0] }
      }
    }
    return elements
  }

  /// `arrayMerge`.
  public var rule: MergeRule { MergeRule(.arrayMerge) }
}
