import Forked

/// A part of a replicated collection that both sides changed.
struct ConflictingPart<Value> {
  /// The value of the side with the later change.
  var later: Value
  /// The value of the other side.
  var earlier: Value
  /// The value in the common ancestor; nil if there is none.
  var ancestor: Value?

  /// Merges the values by their own rule; nil if the type has none, or is `Replicated` and merges without an ancestor.
  ///
  /// - Throws: the errors of the value's rule.
  func merged() throws -> Value? {
    guard let value = later as? any Mergeable, !(value is any Replicated) else { return nil }
    return try merged(as: value)
  }

  private func merged<Content: Mergeable>(as later: Content) throws -> Value? {
    guard let earlier = earlier as? Content else { return nil }
    guard let ancestor = ancestor as? Content else {
      return try later.salvaging(from: earlier) as? Value
    }
    return try later.merged(withSubordinate: earlier, commonAncestor: ancestor) as? Value
  }
}
