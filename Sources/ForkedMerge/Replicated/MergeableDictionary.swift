public import Forked

/// A dictionary that keeps the latest change of each key; ``Replicated`` and `Mergeable` values merge themselves.
///
/// A key that was removed and set again begins anew, with nothing of the removed value.
public struct MergeableDictionary<Key: Hashable, Value> {
  struct Entry {
    /// The stamp of the change that set the absent key.
    var birth: ChangeStamp
    /// The stamp of the last change or removal.
    var stamp: ChangeStamp
    var isPresent: Bool
    /// The value; also of a removed entry, which may have been changed later on another replica.
    var value: Value
  }

  private var entries: [Key: Entry] = [:]

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary of entries that have just been set.
  public init(_ dictionary: [Key: Value], on replica: Replica = .current) {
    for (key, value) in dictionary { set(key, to: value, on: replica) }
  }

  /// The value of a key. Setting it is a change on ``Replica/current``; `nil` removes the key.
  public subscript(key: Key) -> Value? {
    get { entries[key].flatMap { $0.isPresent ? $0.value : nil } }
    set { set(key, to: newValue) }
  }

  /// Sets the value of a key, or removes it if the value is nil.
  public mutating func set(_ key: Key, to value: Value?, on replica: Replica = .current) {
    let stamp = ChangeStamp.next(after: entries[key]?.stamp, on: replica)
    if let value {
      let birth = entries[key].flatMap { $0.isPresent ? $0.birth : nil } ?? stamp
      entries[key] = Entry(birth: birth, stamp: stamp, isPresent: true, value: value)
    } else if var entry = entries[key], entry.isPresent {
      entry.stamp = stamp
      entry.isPresent = false
      entries[key] = entry
    }
  }

  /// The number of keys.
  /// - Complexity: O(n).
  public var count: Int { entries.lazy.filter(\.value.isPresent).count }

  /// The keys, in no particular order.
  public var keys: [Key] { entries.lazy.filter(\.value.isPresent).map(\.key) }

  /// The values, in the order of ``keys``.
  public var values: [Value] { entries.lazy.filter(\.value.isPresent).map(\.value.value) }

  /// The plain dictionary.
  public var contents: [Key: Value] { entries.filter(\.value.isPresent).mapValues(\.value) }

  /// Forgets removals that were made before a time.
  ///
  /// This is safe if every replica has received these removals.
  public mutating func compact(before time: HybridTime) {
    entries = entries.filter { $0.value.isPresent || $0.value.stamp.time >= time.nanoseconds }
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

extension MergeableDictionary.Entry: Equatable where Value: Equatable {}
extension MergeableDictionary.Entry: Hashable where Value: Hashable {}
extension MergeableDictionary.Entry: Sendable where Value: Sendable {}
extension MergeableDictionary.Entry: Encodable where Value: Encodable {}
extension MergeableDictionary.Entry: Decodable where Value: Decodable {}
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

  /// Combines the changes of both.
  ///
  /// A `Mergeable` value that both changed is merged by its own rule, and one that both set anew is salvaged.
  /// - Throws: the errors of a value's rule.
  /// - Complexity: O(n), apart from values that merge themselves.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    var merged = merged(with: other)
    for (key, mine) in entries {
      guard let theirs = other.entries[key] else { continue }
      let joined = try mine.joined(with: theirs, since: commonAncestor.entries[key])
      if let joined { merged.entries[key] = joined }
    }
    return merged
  }
}

extension MergeableDictionary.Entry where Value: Equatable {
  /// Returns the entry with the later birth. If the births are equal, the later presence and value; replicated values
  /// are merged.
  fileprivate func merged(with other: Self) -> Self {
    if birth != other.birth { return birth < other.birth ? other : self }
    var merged = stamp < other.stamp ? other : self
    merged.value = ForkedMerge.joined(value, other.value) ?? merged.value
    return merged
  }

  /// Returns the entry that the value's own rule makes of two changes; nil if one of them alone counts.
  fileprivate func joined(with other: Self, since ancestor: Self?) throws -> Self? {
    guard isPresent, other.isPresent, stamp != other.stamp else { return nil }
    let (earlier, later) = stamp < other.stamp ? (self, other) : (other, self)
    var part = ConflictingPart(later: later.value, earlier: earlier.value)
    if birth == other.birth {
      guard let ancestor, ancestor.birth == birth, ancestor.stamp != stamp,
        ancestor.stamp != other.stamp
      else { return nil }
      part.ancestor = ancestor.value
    } else if let ancestor, [birth, other.birth].contains(ancestor.birth) {
      return nil  // One side removed it and set it again.
    }
    return try part.merged().map { value in
      Self(
        birth: max(birth, other.birth), stamp: .joining(stamp, other.stamp), isPresent: true,
        value: value)
    }
  }
}

/// Returns both values merged if they are replicated; else nil.
private func joined<Value>(_ value: Value, _ other: Value) -> Value? {
  func join<Content: Replicated>(_ value: Content) -> Value? {
    (other as? Content).flatMap { value.merged(with: $0) as? Value }
  }
  return (value as? any Replicated).flatMap { join($0) }
}
