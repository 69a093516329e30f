/// A value whose versions can be merged.
///
/// A conformance defines the merge in ``merged(withSubordinate:commonAncestor:)``. If only one side
/// changed, a ``ForkedResource`` takes that side without calling it.
///
/// ```swift
/// struct AccumulatingInt: Mergeable {
///   var value: Int = 0
///   func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
///     AccumulatingInt(value: self.value + other.value - commonAncestor.value)
///   }
/// }
/// ```
public protocol Mergeable: Equatable {
  /// Returns this version merged with another one. If both changed the same thing, this version's
  /// change is the later one.
  ///
  /// - Parameters:
  ///   - other: The version whose change is dropped if one change has to be.
  ///   - commonAncestor: The version from which both began.
  /// - Throws: An error of the conformance if the versions cannot be merged; nothing is stored
  ///   then.
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self

  /// Returns this version merged with another one that has no common ancestor with it.
  ///
  /// The default returns this version and drops the other one.
  ///
  /// - Parameter other: The version whose values are dropped if necessary.
  /// - Throws: An error of the conformance if the versions cannot be merged. The default does not
  ///   throw.
  func salvaging(from other: Self) throws -> Self
}

extension Mergeable {
  /// Returns this version, whatever the other one holds.
  public func salvaging(from other: Self) throws -> Self { self }
}

extension Optional: Mergeable where Wrapped: Mergeable {
  /// Returns the changed side if only one side changed, `nil` included. If both sides changed, a
  /// value wins over `nil`, and two values are merged by their own rule.
  ///
  /// - Throws: Errors of the wrapped type's rule.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    if self == commonAncestor { return other }
    if other == commonAncestor { return self }
    guard let mine = self, let theirs = other else { return self ?? other }
    guard let ancestor = commonAncestor else { return try mine.salvaging(from: theirs) }
    return try mine.merged(withSubordinate: theirs, commonAncestor: ancestor)
  }

  /// Returns the only value if one side is `nil`. Two values are merged by their own rule.
  ///
  /// - Throws: Errors of the wrapped type's rule.
  public func salvaging(from other: Self) throws -> Self {
    guard let mine = self, let theirs = other else { return self ?? other }
    return try mine.salvaging(from: theirs)
  }
}
