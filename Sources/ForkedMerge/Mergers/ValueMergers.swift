public import Forked

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

/// True if one value is less than another; texts by Unicode scalars.
func isLess<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
  guard Value.self == String.self, let one = one as? String, let other = other as? String
  else { return one < other }
  return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
}

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

/// Values that may be absent, merged by a merger of the values.
///
/// Where one side is unchanged, the other's stands, `nil` included. Of two that changed, a value beats `nil`, but
/// under "most recent wins", where the dominant version stands.
public struct OptionalMerger<Wrapped: Equatable>: Merger {
  private let wrapped: any Merger<Wrapped>

  /// A merger of optional values.
  /// - Parameter wrapped: merges two values that are there.
  public init(_ wrapped: some Merger<Wrapped>) {
    self.wrapped = wrapped
  }

  /// Both versions in one.
  public func merge(
    _ value: Wrapped?, withSubordinate other: Wrapped?, commonAncestor: Wrapped?
  ) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: commonAncestor)
  }

  /// The one that is there, or both by the merger of the values.
  public func salvage(_ value: Wrapped?, from other: Wrapped?) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: nil)
  }

  /// As the merger of the values says.
  public var changeBeatsDeletion: Bool { wrapped.changeBeatsDeletion }

  /// That of the values, for a value that may be absent.
  public var rule: MergeRule {
    var rule = wrapped.rule
    rule.isOptional = true
    return rule
  }
}

/// Values that know themselves how they merge.
public struct MergeableMerger<Value: Mergeable>: Merger {
  /// A merger that asks the value.
  public init() {}

  /// What the value's own `merged(withSubordinate:commonAncestor:)` gives. It is always asked, so what it promises
  /// is what holds.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    try value.merged(withSubordinate: other, commonAncestor: commonAncestor)
  }

  /// What the value's own `salvaging(from:)` gives.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    try value.salvaging(from: other)
  }

  /// The model's own schema; `manual` for other code.
  public var rule: MergeRule { MergeRule(of: Value.self) }
}

/// The merger that a type's values bring along: their own where they are ``Mergeable``, else the most recent wins.
///
/// Asked at run time, so that generic code gets the same answer as code that knows the type.
func ownMerger<Value: Equatable>(of type: Value.Type) -> any Merger<Value> {
  func merger<Model: Mergeable>(of model: Model.Type) -> Any { MergeableMerger<Model>() }
  guard let model = type as? any Mergeable.Type,
    let merger = merger(of: model) as? any Merger<Value>
  else { return MostRecentMerger<Value>() }
  return merger
}

/// Numbers that both sides count on: dominant + subordinate - ancestor.
///
/// Two equal increments are two increments, so merging a version with itself doubles its change.
public struct CounterMerger<Value: AdditiveArithmetic>: Merger {
  /// A merger of counters.
  public init() {}

  /// The ancestor with both changes; the dominant version where an integer can't hold that. Throws nothing.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    guard let integer = value as? any FixedWidthInteger else {
      return value + other - commonAncestor
    }
    return Self.sum(integer, other, since: commonAncestor) ?? value
  }

  private static func sum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Value, since ancestor: Value
  ) -> Value? {
    guard let other = other as? Integer, let ancestor = ancestor as? Integer else { return nil }
    return exactSum(value, other, since: ancestor) as? Value
  }

  /// The sum, though a part of it may pass the limits; nil where the sum itself does.
  private static func exactSum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Integer, since ancestor: Integer
  ) -> Integer? {
    let sum = value.addingReportingOverflow(other)
    let difference = sum.partialValue.subtractingReportingOverflow(ancestor)
    let wrapsUp = sum.overflow ? (other < 0 ? -1 : 1) : 0
    let wrapsDown = difference.overflow ? (ancestor < 0 ? 1 : -1) : 0
    return wrapsUp + wrapsDown == 0 ? difference.partialValue : nil
  }

  /// `counterMerge`.
  public var rule: MergeRule { MergeRule(.counterMerge) }
}
