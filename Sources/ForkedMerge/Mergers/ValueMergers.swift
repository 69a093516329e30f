public import Forked

/// The rule of values that only grow or only shrink, in Swift and in JSON.
package enum Extreme: Sendable {
  case greatest, least

  /// Returns the side whose value is kept: ours of two that are equal.
  package func side<Value: Comparable>(_ ours: Value, _ theirs: Value) -> MergeSide {
    let keepsTheirs = self == .greatest ? isLess(ours, theirs) : isLess(theirs, ours)
    return keepsTheirs ? .theirs : .ours
  }

  fileprivate func value<Value: Comparable>(_ value: Value, _ other: Value) -> Value {
    side(value, other) == .ours ? value : other
  }
}

/// Merges values that only grow: the greater one is kept.
public struct MaxMerger<Value: Comparable>: PropertyMerger {
  /// Creates a merger that keeps the greater value.
  public init() {}

  /// Returns the greater value.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    Extreme.greatest.value(value, other)
  }

  /// The rule `maxMerge`.
  public var rule: MergeRule { MergeRule("maxMerge") }
}

/// Merges values that only shrink: the smaller one is kept.
public struct MinMerger<Value: Comparable>: PropertyMerger {
  /// Creates a merger that keeps the smaller value.
  public init() {}

  /// Returns the smaller value.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    Extreme.least.value(value, other)
  }

  /// The rule `minMerge`.
  public var rule: MergeRule { MergeRule("minMerge") }
}

/// Merges versions of software: the greater one is kept (``VersionNumber``), unless a side lowered it.
///
/// Unlike `versionMerge` of JSON, which leaves to the user what a side lowered or what can't be compared, it then keeps
/// the dominant version.
public struct VersionMerger: PropertyMerger {
  /// Creates a merger that keeps the greater version.
  public init() {}

  /// Returns the greater version if both raised it; the dominant one if a side lowered it, if both are equally great, or
  /// if they can't be compared.
  ///
  /// Never throws: `throws` is what the protocol allows.
  public func merge(
    _ value: String, withSubordinate other: String, commonAncestor: String
  ) throws -> String {
    versionOfOnlyChange(value, other, since: commonAncestor)
      ?? greater(value, other, since: VersionNumber(commonAncestor))
  }

  /// Returns the greater version; the dominant one if both are equally great or can't be compared.
  public func salvage(_ value: String, from other: String) throws -> String {
    greater(value, other, since: nil)
  }

  private func greater(_ value: String, _ other: String, since base: VersionNumber?) -> String {
    let (ours, theirs) = (VersionNumber(value), VersionNumber(other))
    let choice = VersionNumber.choice(base: base, ours: ours, theirs: theirs)
    return choice == .side(.theirs) ? other : value
  }

  /// The rule `versionMerge`.
  public var rule: MergeRule { MergeRule("versionMerge", type: "string") }
}

/// Returns true if one value is less than another; texts are compared by Unicode scalars.
func isLess<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
  guard Value.self == String.self, let one = one as? String, let other = other as? String
  else { return one < other }
  return one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
}

/// Keeps the later change as a whole: the dominant version, unless only the other one changed.
public struct MostRecentMerger<Value: Equatable>: Merger {
  /// Creates a merger that keeps one version as a whole.
  public init() {}

  /// False: absence is a value too, and the later change is kept.
  public var changeBeatsDeletion: Bool { false }

  /// The rule `mostRecent`.
  public var rule: MergeRule { MergeRule("mostRecent") }
}

/// Merges values that may be absent, by a merger of the values.
///
/// If one side is unchanged, the other's value is kept, even `nil`. If both changed, a value beats `nil`. Only under
/// "most recent wins" the dominant version is kept.
public struct OptionalMerger<Wrapped: Equatable>: Merger {
  private let wrapped: any Merger<Wrapped>

  /// Creates a merger of optional values.
  /// - Parameter wrapped: merges two values that are not nil.
  public init(_ wrapped: some Merger<Wrapped>) {
    self.wrapped = wrapped
  }

  /// Combines both versions.
  public func merge(
    _ value: Wrapped?, withSubordinate other: Wrapped?, commonAncestor: Wrapped?
  ) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: commonAncestor)
  }

  /// Returns the value that is not nil, or both merged by the merger of the values.
  public func salvage(_ value: Wrapped?, from other: Wrapped?) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: nil)
  }

  /// True if the merger of the values keeps a change against a deletion.
  public var changeBeatsDeletion: Bool { wrapped.changeBeatsDeletion }

  /// The rule of the values, for a value that may be absent.
  public var rule: MergeRule {
    var rule = wrapped.rule
    rule.isOptional = true
    return rule
  }
}

/// Merges values by their own method.
///
/// Of a type that is no model, only this code knows the merge. By the schema of the program's model, JSON leaves two
/// changes of such a value to the user (`manual`).
public struct MergeableMerger<Value: Mergeable>: PropertyMerger {
  /// Creates a merger that calls the value's own method.
  public init() {}

  /// Returns the result of the value's own `merged(withSubordinate:commonAncestor:)`.
  ///
  /// The method is always called, so all its guarantees hold.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    try value.merged(withSubordinate: other, commonAncestor: commonAncestor)
  }

  /// Returns the result of the value's own `salvaging(from:)`.
  public func salvage(_ value: Value, from other: Value) throws -> Value {
    try value.salvaging(from: other)
  }

  /// The rule of the model's schema; `manual` for other code.
  public var rule: MergeRule { MergeRule(of: Value.self) }
}

/// Returns the default merger of a type: the values' own method if they are ``Mergeable``, else "most recent wins".
///
/// The conformance is tested at run time, so that generic code gets the same merger as code that knows the type.
func ownMerger<Value: Equatable>(of type: Value.Type) -> any Merger<Value> {
  func merger<Model: Mergeable>(of model: Model.Type) -> Any { MergeableMerger<Model>() }
  guard let model = type as? any Mergeable.Type,
    let merger = merger(of: model) as? any Merger<Value>
  else { return MostRecentMerger<Value>() }
  return merger
}

/// Merges numbers that both sides count with: dominant + subordinate - ancestor.
///
/// Two equal increments are two increments, so merging a version with itself doubles its change. Unlike `counterMerge`
/// of JSON, which adds numbers of any size exactly, it has the range and the precision of the type.
public struct CounterMerger<Value: AdditiveArithmetic>: PropertyMerger {
  /// Creates a merger of counters.
  public init() {}

  /// Returns the ancestor with both changes; the dominant version if an integer overflows.
  ///
  /// Never throws: `throws` is what the protocol allows.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    Self.sum(value, other, since: commonAncestor) ?? value
  }

  /// Returns the ancestor with both changes; nil if an integer overflows.
  package static func sum(_ value: Value, _ other: Value, since ancestor: Value) -> Value? {
    guard let integer = value as? any FixedWidthInteger else { return value + other - ancestor }
    return sum(integer, other, since: ancestor)
  }

  private static func sum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Value, since ancestor: Value
  ) -> Value? {
    guard let other = other as? Integer, let ancestor = ancestor as? Integer else { return nil }
    return exactSum(value, other, since: ancestor) as? Value
  }

  /// Returns the sum, even if an intermediate result overflows; nil if the sum itself does.
  private static func exactSum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Integer, since ancestor: Integer
  ) -> Integer? {
    let sum = value.addingReportingOverflow(other)
    let difference = sum.partialValue.subtractingReportingOverflow(ancestor)
    let wrapsUp = sum.overflow ? (other < 0 ? -1 : 1) : 0
    let wrapsDown = difference.overflow ? (ancestor < 0 ? 1 : -1) : 0
    return wrapsUp + wrapsDown == 0 ? difference.partialValue : nil
  }

  /// The rule `counterMerge`.
  public var rule: MergeRule { MergeRule("counterMerge", type: "number") }
}
