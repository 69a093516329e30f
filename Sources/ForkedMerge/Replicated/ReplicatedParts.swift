import Forked

/// A part of a replicated collection that both sides changed, and what becomes of it where it has a rule of its own.
struct ContestedPart<Value> {
  /// The value of the side whose change is later.
  var later: Value
  /// The value of the other side.
  var earlier: Value
  /// The value that both began from; nil where there is none.
  var ancestor: Value?

  /// The value of both, where the type is `Mergeable` and not `Replicated`, whose values merge without an ancestor; else nil.
  ///
  /// - Throws: what the rule of the value throws.
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
