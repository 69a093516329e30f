/// Dictionaries, key by key; each value by a merger of its own.
public struct DictionaryMerger<Key: Hashable, Value: Equatable>: Merger {
  private let values: any Merger<Value>

  /// A merger whose values merge by themselves where they are ``Mergeable``; else the most recent wins.
  public init() {
    values = ownMerger(of: Value.self)
  }

  /// A merger whose values merge by another one.
  public init(values: some Merger<Value>) {
    self.values = values
  }

  /// Every key with the changes of both. Throws what the merger of the values throws; O(n) apart from it.
  public func merge(
    _ value: [Key: Value], withSubordinate other: [Key: Value], commonAncestor: [Key: Value]
  ) throws -> [Key: Value] {
    var merged = value
    for (key, theirs) in other {
      try merge(&merged, key, value[key], theirs, since: commonAncestor[key])
    }
    for (key, ancestor) in commonAncestor where other[key] == nil {
      try merge(&merged, key, value[key], nil, since: ancestor)
    }
    return merged
  }

  private func merge(
    _ merged: inout [Key: Value], _ key: Key, _ mine: Value?, _ theirs: Value?,
    since ancestor: Value?
  ) throws {
    if let theirs, let ancestor, areSame(theirs, ancestor) { return }
    merged[key] = try values.mergePart(mine, theirs, since: ancestor)
  }

  /// The entries of both; where both have a key, by the merger of the values.
  public func salvage(_ value: [Key: Value], from other: [Key: Value]) throws -> [Key: Value] {
    try merge(value, withSubordinate: other, commonAncestor: [:])
  }

  /// `dictionaryMerge`, with the rule of the values.
  public var rule: MergeRule {
    var rule = MergeRule(.dictionaryMerge)
    rule.parts = values.rule
    return rule
  }
}
