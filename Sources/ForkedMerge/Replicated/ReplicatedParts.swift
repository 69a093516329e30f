import Forked

/// A part of a replicated collection that both sides changed.
struct ConflictingPart<Value: Equatable> {
  /// The value of the side with the later change.
  private let later: Value
  /// The value of the other side.
  private let earlier: Value
  /// The value in the common ancestor; nil if there is none.
  private let ancestor: Value?
  /// The stamp of the merge.
  let stamp: ChangeStamp

  /// Nil if the stamps are equal: both sides then have one change.
  init?(
    _ mine: (value: Value, stamp: ChangeStamp), _ theirs: (value: Value, stamp: ChangeStamp),
    since ancestor: Value?
  ) {
    if mine.stamp == theirs.stamp { return nil }
    let (earlier, later) = mine.stamp < theirs.stamp ? (mine, theirs) : (theirs, mine)
    self.later = later.value
    self.earlier = earlier.value
    self.ancestor = ancestor
    stamp = .joining(earlier.stamp, later.stamp)
  }

  /// Merges the values by their own rule. Of values without one, the only changed one is taken, or else the later one.
  ///
  /// - Throws: the errors of the value's rule.
  func merged() throws -> Value {
    if let value = later as? any Mergeable, let merged = try merged(as: value) { return merged }
    return later == ancestor ? earlier : later
  }

  private func merged<Content: Mergeable>(as later: Content) throws -> Value? {
    guard let earlier = earlier as? Content else { return nil }
    guard let ancestor = ancestor as? Content else {
      return try later.salvaging(from: earlier) as? Value
    }
    return try later.merged(withSubordinate: earlier, commonAncestor: ancestor) as? Value
  }
}

/// Returns both values merged if they are ``Replicated``; else nil.
func replicatedUnion<Value>(of value: Value, and other: Value) -> Value? {
  func union<Content: Replicated>(of value: Content) -> Value? {
    (other as? Content).flatMap { value.merged(with: $0) as? Value }
  }
  guard Value.self is any Replicated.Type, let value = value as? any Replicated else { return nil }
  return union(of: value)
}
