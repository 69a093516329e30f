/// Numbers that both sides count on: dominant + subordinate - ancestor.
///
/// Two equal increments are two increments, so merging a version with itself doubles its change.
public struct CounterMerger<Value: AdditiveArithmetic>: Merger {
  /// A merger of counters.
  public init() {}

  /// The ancestor with both changes; the dominant version where an integer can't hold that. Throws nothing.
  public func merge(
    _ value: Value, withSubordinate other: Value, commonAncestor: Value
  ) throws -> Value {
    guard let integer = value as? any FixedWidthInteger else {
      return value + other - commonAncestor
    }
    return Self.sum(integer, other, since: commonAncestor) ?? value
  }

  private static func sum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Value, since ancestor: Value
  ) -> Value? {
    guard let other = other as? Integer, let ancestor = ancestor as? Integer else { return nil }
    return exactSum(value, other, since: ancestor) as? Value
  }

  /// The sum, though a part of it may pass the limits; nil where the sum itself does.
  private static func exactSum<Integer: FixedWidthInteger>(
    _ value: Integer, _ other: Integer, since ancestor: Integer
  ) -> Integer? {
    let sum = value.addingReportingOverflow(other)
    let difference = sum.partialValue.subtractingReportingOverflow(ancestor)
    let wrapsUp = sum.overflow ? (other < 0 ? -1 : 1) : 0
    let wrapsDown = difference.overflow ? (ancestor < 0 ? 1 : -1) : 0
    return wrapsUp + wrapsDown == 0 ? difference.partialValue : nil
  }

  /// `counterMerge`.
  public var rule: MergeRule { MergeRule(.counterMerge) }
}
