public import Forked

/// A value that carries its own history, so that two versions merge without a common ancestor.
///
/// Merging is commutative, associative and idempotent: whoever has seen the same changes holds an equal value, in
/// whatever order they came and however often.
public protocol Replicated: Mergeable {
  /// The changes of both.
  func merged(with other: Self) -> Self
}

extension Replicated {
  /// The changes of both; the ancestor doesn't matter.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    merged(with: other)
  }

  /// The changes of both.
  public func salvaging(from other: Self) throws -> Self { merged(with: other) }
}
