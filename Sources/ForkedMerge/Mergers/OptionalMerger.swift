/// Values that may be absent, merged by a merger of the values.
///
/// Where one side is unchanged, the other's stands, `nil` included. Of two that changed, a value beats `nil`, but
/// under "most recent wins", where the dominant version stands.
public struct OptionalMerger<Wrapped: Equatable>: Merger {
  private let wrapped: any Merger<Wrapped>

  /// A merger of optional values.
  /// - Parameter wrapped: merges two values that are there.
  public init(_ wrapped: some Merger<Wrapped>) {
    self.wrapped = wrapped
  }

  /// Both versions in one.
  public func merge(
    _ value: Wrapped?, withSubordinate other: Wrapped?, commonAncestor: Wrapped?
  ) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: commonAncestor)
  }

  /// The one that is there, or both by the merger of the values.
  public func salvage(_ value: Wrapped?, from other: Wrapped?) throws -> Wrapped? {
    try wrapped.mergePart(value, other, since: nil)
  }

  /// As the merger of the values says.
  public var changeBeatsDeletion: Bool { wrapped.changeBeatsDeletion }

  /// That of the values, for a value that may be absent.
  public var rule: MergeRule {
    var rule = wrapped.rule
    rule.isOptional = true
    return rule
  }
}
