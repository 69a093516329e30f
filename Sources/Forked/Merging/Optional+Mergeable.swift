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
