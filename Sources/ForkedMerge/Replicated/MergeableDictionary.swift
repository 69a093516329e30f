public import Forked

/// A dictionary that keeps the latest change of each key; ``Replicated`` and `Mergeable` values merge themselves.
///
/// A key that was removed and set again begins anew, with nothing of the removed value. A removal concerns only what its
/// replica knew: a key that another replica set by itself stays.
public struct MergeableDictionary<Key: Hashable, Value> {
  private var entries: [Key: DictionaryEntry<Value>] = [:]

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary of entries that have just been set.
  public init(_ dictionary: [Key: Value], on replica: Replica = .current) {
    for (key, value) in dictionary { set(key, to: value, on: replica) }
  }

  /// The value of a key. Setting it is a change on ``Replica/current``; `nil` removes the key.
  public subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set { set(key, to: newValue) }
  }

  /// Sets the value of a key, or removes it if the value is nil.
  public mutating func set(_ key: Key, to value: Value?, on replica: Replica = .current) {
    let stamp = ChangeStamp.next(after: entries[key]?.stamp, on: replica)
    if let value {
      entries[key, default: DictionaryEntry()].set(value, at: stamp)
    } else {
      entries[key]?.remove(at: stamp)
    }
  }

  /// The number of keys.
  /// - Complexity: O(n).
  public var count: Int { entries.values.lazy.filter(\.isPresent).count }

  /// The keys, in no particular order.
  public var keys: [Key] { entries.lazy.filter(\.value.isPresent).map(\.key) }

  /// The values, in the order of ``keys``.
  public var values: [Value] { entries.values.compactMap(\.value) }

  /// The plain dictionary.
  public var contents: [Key: Value] { entries.compactMapValues(\.value) }

  /// Forgets removals that were made before a time.
  ///
  /// This is safe if every replica has received these removals.
  public mutating func compact(before time: HybridTime) {
    entries = entries.compactMapValues { $0.compacted(before: time) }
  }
}

extension MergeableDictionary where Value: Equatable {
  /// The plain dictionary. Setting it sets and removes the keys that differ, on ``Replica/current``.
  public var dictionary: [Key: Value] {
    get { contents }
    set {
      for key in contents.keys where newValue[key] == nil { set(key, to: nil) }
      for (key, value) in newValue where self[key] != value { set(key, to: value) }
    }
  }
}

extension MergeableDictionary: Equatable where Value: Equatable {}
extension MergeableDictionary: Hashable where Value: Hashable {}
extension MergeableDictionary: Sendable where Key: Sendable, Value: Sendable {}
extension MergeableDictionary: Encodable where Key: Encodable, Value: Encodable {}
extension MergeableDictionary: Decodable where Key: Decodable, Value: Decodable {}

extension MergeableDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary of entries that have just been set; of a repeated key the last one counts.
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension MergeableDictionary: Replicated, Mergeable where Value: Equatable {
  /// Keeps the later change of each key.
  /// - Complexity: O(n), apart from values that merge themselves.
  public func merged(with other: Self) -> Self {
    var merged = self
    merged.entries.merge(other.entries) { $0.merged(with: $1) }
    return merged
  }

  /// Combines the contents of both, which have no common ancestor.
  ///
  /// - Throws: the errors of a value's rule.
  /// - Complexity: that of ``merged(withSubordinate:commonAncestor:)``.
  public func salvaging(from other: Self) throws -> Self {
    try merged(withSubordinate: other, commonAncestor: Self())
  }

  /// Combines the changes of both.
  ///
  /// A `Mergeable` value that both changed is merged by its own rule, and one that both set anew is salvaged. A key is
  /// removed only if one side has removed it, even if it is in the ancestor.
  /// - Throws: the errors of a value's rule.
  /// - Complexity: O(n), apart from values that merge themselves.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    var merged = merged(with: other)
    guard Value.self is any Mergeable.Type, !(Value.self is any Replicated.Type) else {
      return merged
    }
    for (key, mine) in entries {
      guard let theirs = other.entries[key] else { continue }
      let ancestor = commonAncestor.entries[key]
      try merged.entries[key]?.join(mine, theirs, since: ancestor)
    }
    return merged
  }
}
