/// Sets: the additions of both, without the removals of both.
public struct SetMerger<Element: Hashable>: Merger {
  /// A merger of sets.
  public init() {}

  /// Base with the changes of both, whichever dominates. Throws nothing; O(n).
  @inlinable
  public func merge(
    _ value: Set<Element>, withSubordinate other: Set<Element>, commonAncestor: Set<Element>
  ) throws -> Set<Element> {
    var merged = value
    for element in other where !commonAncestor.contains(element) { merged.insert(element) }
    for element in commonAncestor where !other.contains(element) { merged.remove(element) }
    return merged
  }

  /// The elements of both.
  public func salvage(_ value: Set<Element>, from other: Set<Element>) throws -> Set<Element> {
    value.union(other)
  }

  /// `setMerge`.
  public var rule: MergeRule { MergeRule(.setMerge) }
}
