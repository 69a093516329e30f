/// How two versions of a value become one: a value itself, so that mergers compose.
///
/// What every merger promises, with `o` the ancestor and `x` a version: merging `x` with `o` gives `x`, whichever of
/// the two dominates; and, but for counters, merging `x` with `x` gives `x`.
///
/// ```swift
/// let merger = DictionaryMerger<String, [String: Int]>(values: DictionaryMerger(values: CounterMerger()))
/// ```
public protocol Merger<Value>: Sendable {
  /// What it merges.
  associatedtype Value: Equatable

  /// Both versions of a value in one.
  ///
  /// - Parameters:
  ///   - value: the dominant version: of two changes to one thing, its change is the later.
  ///   - other: the version that gives way where one has to.
  ///   - commonAncestor: the version that both began from.
  /// - Throws: what a ``Mergeable`` inside throws. The mergers of this module throw nothing themselves.
  func merge(_ value: Value, withSubordinate other: Value, commonAncestor: Value) throws -> Value

  /// Two versions that never had a common ancestor, in one. The default is the dominant one.
  func salvage(_ value: Value, from other: Value) throws -> Value

  /// True if a changed value beats the other side's deletion, also where the deletion is the later of the two. True but for
  /// "most recent wins", which counts absence as a value.
  var changeBeatsDeletion: Bool { get }

  /// The same merge in the words of a schema file. The default is `manual`: what only a program can merge, a
  /// program that sees only JSON leaves to a person.
  var rule: MergeRule { get }
}

extension Merger {
  /// The dominant version.
  public func salvage(_ value: Value, from other: Value) throws -> Value { value }

  /// Yes.
  public var changeBeatsDeletion: Bool { true }

  /// What a schema leaves to a person.
  public var rule: MergeRule { MergeRule(.manual) }

  /// The version of the side that alone changed the value; nil where both did.
  func versionOfOnlyChange(_ value: Value, _ other: Value, since ancestor: Value) -> Value? {
    if areSame(other, ancestor) { return value }
    return areSame(value, ancestor) ? other : nil
  }

  /// What a part becomes that any of the three versions may lack; nil where it is gone.
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
