/// Values that only grow: the greater of both.
public struct MaxMerger<Value: Comparable>: Merger {
  /// A merger that takes the greater.
  public init() {}

  /// The greater of both where both changed. Throws nothing.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    try versionOfOnlyChange(value, other, since: commonAncestor) ?? salvage(value, from: other)
  }

  /// The greater.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    isLess(value, other) ? other : value
  }

  /// `maxMerge`.
  public var rule: MergeRule { MergeRule(.maxMerge) }
}

/// Values that only shrink: the smaller of both.
public struct MinMerger<Value: Comparable>: Merger {
  /// A merger that takes the smaller.
  public init() {}

  /// The smaller of both where both changed. Throws nothing.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    try versionOfOnlyChange(value, other, since: commonAncestor) ?? salvage(value, from: other)
  }

  /// The smaller.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    isLess(other, value) ? other : value
  }

  /// `minMerge`.
  public var rule: MergeRule { MergeRule(.minMerge) }
}

/// Whether one value is less than another; texts by Unicode scalars.
func isLess<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
  guard Value.self == String.self, let one = one as? String, let other = other as? String
  else { return one < other }
  return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
}
