public import Forked

/// A value that keeps its latest change, as a whole.
public struct MergeableValue<Value> {
  private var content: Value
  /// The stamp of the last change.
  public private(set) var stamp: ChangeStamp

  /// Creates a value that has just been set.
  public init(_ value: Value, on replica: Replica = .current) {
    content = value
    stamp = .next(on: replica)
  }

  /// The value. Setting it is a change on ``Replica/current``.
  public var value: Value {
    get { content }
    set { set(newValue, on: .current) }
  }

  /// Sets the value, as a change later than the one before.
  public mutating func set(_ value: Value, on replica: Replica) {
    content = value
    stamp = .next(after: stamp, on: replica)
  }
}

extension MergeableValue: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { value.id }
}

extension Optional: @retroactive Identifiable where Wrapped: Identifiable {
  /// The id of the wrapped value; nil for nil.
  public var id: Wrapped.ID? { self?.id }
}

extension MergeableValue: Equatable where Value: Equatable {}
extension MergeableValue: Hashable where Value: Hashable {}
extension MergeableValue: Sendable where Value: Sendable {}
extension MergeableValue: Encodable where Value: Encodable {}
extension MergeableValue: Decodable where Value: Decodable {}

extension MergeableValue: Replicated, Mergeable where Value: Equatable {
  /// Returns the value that was set later.
  public func merged(with other: Self) -> Self { stamp < other.stamp ? other : self }
}
