/// A rule by which two versions of a value become one. It is a value itself, so that mergers can be combined.
///
/// Every merger guarantees, with `o` the ancestor and `x` a version: merging `x` with `o` gives `x`, whichever of the
/// two dominates. Except for counters, merging `x` with `x` gives `x`.
///
/// ```swift
/// let merger = DictionaryMerger<String, [String: Int]>(values: DictionaryMerger(values: CounterMerger()))
/// ```
public protocol Merger<Value>: Sendable {
  /// The type of the merged values.
  associatedtype Value: Equatable

  /// Combines both versions of a value. The default is the version of the side that changed it; if both did, they are
  /// combined as without a common ancestor.
  ///
  /// - Parameters:
  ///   - value: the dominant version: its change of a property counts as the later one.
  ///   - other: the subordinate version, which is dropped if only one can be kept.
  ///   - commonAncestor: the merge base of both.
  /// - Throws: the errors of a ``Mergeable`` value inside. The mergers of this module throw nothing themselves.
  func merge(_ value: Value, withSubordinate other: Value, commonAncestor: Value) throws -> Value

  /// Combines two versions without a common ancestor. The default is the dominant one.
  func salvage(_ value: Value, from other: Value) throws -> Value

  /// True if a changed value is kept although the other side deleted it, even later. False only for
  /// "most recent wins", for which absence is a value.
  var changeBeatsDeletion: Bool { get }

  /// The same merge as a schema file declares it.
  ///
  /// The default is `manual`: a program that only has the JSON leaves to the user what only this code can merge.
  var rule: MergeRule { get }
}

/// Merges two versions of a value by a merger.
///
/// - Parameters:
///   - merger: The merger.
///   - dominant: The version whose change of a property counts as the later one.
///   - subordinate: The other version.
///   - commonAncestor: The merge base of both.
/// - Throws: The errors of the merger.
public func merge<M: Merger>(
  merger: M, dominant: M.Value, subordinate: M.Value, commonAncestor: M.Value
) throws -> M.Value {
  try merger.merge(dominant, withSubordinate: subordinate, commonAncestor: commonAncestor)
}

/// Merges two versions of a value that may be absent by a merger of the values.
///
/// - Parameters:
///   - merger: The merger.
///   - dominant: The version whose change of a property counts as the later one.
///   - subordinate: The other version.
///   - commonAncestor: The merge base of both.
/// - Throws: The errors of the merger.
@_disfavoredOverload
public func merge<M: Merger>(
  merger: M, dominant: M.Value?, subordinate: M.Value?, commonAncestor: M.Value?
) throws -> M.Value? {
  try merger.mergePart(dominant, subordinate, since: commonAncestor)
}

extension Merger {
  /// The type of the merged values.
  public typealias T = Value

  /// Returns the version of the side that changed the value. If both did, returns what ``salvage(_:from:)`` returns.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    try versionOfOnlyChange(value, other, since: commonAncestor) ?? salvage(value, from: other)
  }

  /// Returns the dominant version.
  public func salvage(_ value: Value, from other: Value) throws -> Value { value }

  /// True.
  public var changeBeatsDeletion: Bool { true }

  /// The rule `manual`, which leaves the merge to the user.
  public var rule: MergeRule { MergeRule("manual") }

  /// Returns the version of the side that alone changed the value; nil if both did.
  func versionOfOnlyChange(_ value: Value, _ other: Value, since ancestor: Value) -> Value? {
    if areSame(other, ancestor) { return value }
    return areSame(value, ancestor) ? other : nil
  }

  /// Merges a part that any of the three versions may lack; nil if it is deleted.
  @usableFromInline
  func mergePart(_ value: Value?, _ other: Value?, since ancestor: Value?) throws -> Value? {
    switch (value, other, ancestor) {
    case (nil, nil, _): return nil
    case (let value?, nil, let ancestor):
      return ancestor.map { areSame(value, $0) } == true ? nil : value
    case (nil, let other?, let ancestor):
      guard let ancestor else { return other }
      return areSame(other, ancestor) || !changeBeatsDeletion ? nil : other
    case (let value?, let other?, nil):
      return areSame(value, other) ? value : try salvage(value, from: other)
    case (let value?, let other?, let ancestor?):
      return try merge(value, withSubordinate: other, commonAncestor: ancestor)
    }
  }
}

/// A merger that needs no arguments, so that `@Merged(using:)` can name it: `counterMerge` is ``CounterMerger``.
public protocol PropertyMerger<Value>: Merger {
  /// Creates the merger.
  init()
}

extension PropertyMerger {
  /// Returns the merger of a property.
  public static func merging<Root>(_ property: KeyPath<Root, Value>) -> Self { .init() }

  /// Returns the merger of a property that may be nil.
  public static func merging<Root>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(Self()) }
}
