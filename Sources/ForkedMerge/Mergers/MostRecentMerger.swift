/// The later change wins whole: the dominant version, unless only the other one changed.
public struct MostRecentMerger<Value: Equatable>: Merger {
  /// A merger that takes one version whole.
  public init() {}

  /// The version of the side that changed the value; of two that did, the dominant one.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    versionOfOnlyChange(value, other, since: commonAncestor) ?? value
  }

  /// No: absence is a value too, and the later of the two wins.
  public var changeBeatsDeletion: Bool { false }

  /// `mostRecent`.
  public var rule: MergeRule { MergeRule(.mostRecent) }
}
