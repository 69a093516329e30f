/// A value of which two versions can become one.
///
/// A conformance says how, in ``merged(withSubordinate:commonAncestor:)``. What never changes is
/// never asked: where one side alone changed, a ``ForkedResource`` takes that side without a call.
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
  /// This version and another in one; of two changes to one thing, this version's is the later.
  ///
  /// - Parameters:
  ///   - other: The version that gives way where one has to.
  ///   - commonAncestor: The version that both began from.
  /// - Throws: What the conformance throws where the two can't become one; nothing is stored then.
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self

  /// This version and another that never had a common ancestor, in one.
  ///
  /// The default is this version, and what the other one held is left behind.
  ///
  /// - Parameter other: The version that gives way where one has to.
  /// - Throws: What the conformance throws where the two can't become one; the default throws
  ///   nothing.
  func salvaging(from other: Self) throws -> Self
}

extension Mergeable {
  /// This version, whatever the other one holds.
  public func salvaging(from other: Self) throws -> Self { self }
}

extension Optional: Mergeable where Wrapped: Mergeable {
  /// The side that changed where one alone did, `nil` included; of two that changed, a value beats
  /// `nil`, and two values merge by their own rule.
  ///
  /// - Throws: What the rule of the wrapped type throws.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    if self == commonAncestor { return other }
    if other == commonAncestor { return self }
    guard let mine = self, let theirs = other else { return self ?? other }
    guard let ancestor = commonAncestor else { return try mine.salvaging(from: theirs) }
    return try mine.merged(withSubordinate: theirs, commonAncestor: ancestor)
  }

  /// The one value where only one side has one; two values by their own rule.
  ///
  /// - Throws: What the rule of the wrapped type throws.
  public func salvaging(from other: Self) throws -> Self {
    guard let mine = self, let theirs = other else { return self ?? other }
    return try mine.salvaging(from: theirs)
  }
}
