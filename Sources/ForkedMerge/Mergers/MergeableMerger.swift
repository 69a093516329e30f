public import Forked

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
