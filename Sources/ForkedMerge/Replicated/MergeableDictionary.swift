public import Forked

/// A dictionary of which each key's latest change counts; values that are ``Replicated`` or `Mergeable` merge themselves.
///
/// A key that was removed and set again begins anew: nothing of what was removed comes back.
public struct MergeableDictionary<Key: Hashable, Value> {
  struct Entry {
    /// When the key was set where it had been absent.
    var birth: ChangeStamp
    /// When it was changed or removed last.
    var stamp: ChangeStamp
    var isPresent: Bool
    /// Also of a removed entry, which may prove to have been changed later than it was removed.
    var value: Value
  }

  private var entries: [Key: Entry] = [:]

  /// An empty dictionary.
  public init() {}

  /// A dictionary of entries that have just been set.
  public init(_ dictionary: [Key: Value], on replica: Replica = .current) {
    for (key, value) in dictionary { set(key, to: value, on: replica) }
  }

  /// The value of a key. Setting it is a change on ``Replica/current``; `nil` removes the key.
  public subscript(key: Key) -> Value? {
    get { entries[key].flatMap { $0.isPresent ? $0.value : nil } }
    set { set(key, to: newValue) }
  }

  /// Sets or, with nil, removes a key.
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

  /// The number of keys. O(n).
  public var count: Int { entries.lazy.filter(\.value.isPresent).count }

  /// The plain dictionary.
  public var contents: [Key: Value] { entries.filter(\.value.isPresent).mapValues(\.value) }

  /// Forgets removals that were made before a time. Safe where every replica has seen them.
  public mutating func compact(before time: HybridTime) {
    entries = entries.filter { $0.value.isPresent || $0.value.stamp.time >= time.nanoseconds }
  }
}

extension MergeableDictionary where Value: Equatable {
  /// The plain dictionary. Setting it sets and removes what differs, on ``Replica/current``.
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
  /// A dictionary of entries that have just been set; of a repeated key the last counts.
  public init(dictionaryLiteral elements: (Key, Value)...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension MergeableDictionary: Replicated, Mergeable where Value: Equatable {
  /// For each key the later change. O(n), apart from values that merge themselves.
  public func merged(with other: Self) -> Self {
    var merged = self
    merged.entries.merge(other.entries) { $0.merged(with: $1) }
    return merged
  }

  /// The changes of both. A `Mergeable` value that both changed merges by its own rule, and one that both made anew is
  /// salvaged. O(n), apart from values that merge themselves.
  ///
  /// - Throws: what the rule of a value throws.
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
  /// The later birth's; of one birth, the value of both where it is replicated, else the later, and the later presence.
  fileprivate func merged(with other: Self) -> Self {
    if birth != other.birth { return birth < other.birth ? other : self }
    var merged = stamp < other.stamp ? other : self
    merged.value = ForkedMerge.joined(value, other.value) ?? merged.value
    return merged
  }

  /// The entry that two changes of one value make by the value's own rule; nil where one of them counts.
  fileprivate func joined(with other: Self, since ancestor: Self?) throws -> Self? {
    guard isPresent, other.isPresent, stamp != other.stamp else { return nil }
    let (earlier, later) = stamp < other.stamp ? (self, other) : (other, self)
    var part = ContestedPart(later: later.value, earlier: earlier.value)
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

/// Both values in one where they are replicated.
private func joined<Value>(_ value: Value, _ other: Value) -> Value? {
  func join<Content: Replicated>(_ value: Content) -> Value? {
    (other as? Content).flatMap { value.merged(with: $0) as? Value }
  }
  return (value as? any Replicated).flatMap { join($0) }
}
