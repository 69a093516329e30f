public import ForkedJSON

/// One difference between two versions of a document, by property.
public struct PropertyChange: Sendable {
  /// What happened, in the words of RFC 6902.
  public enum Operation: String, Sendable { case add, remove, replace, move }
  /// What happened.
  public var operation: Operation
  /// Where: in the newer version, for `remove` in the older one. In a patch, at the moment when the
  /// operation is applied.
  public var pointer: JSONPointer
  /// Where a moved value came from: in the older version, or in a patch at that moment.
  public var from: JSONPointer?
  /// The older value; nil for `add`.
  public var old: JSONNode?
  /// The newer value; nil for `remove`.
  public var new: JSONNode?

  /// - Parameters:
  ///   - operation: what happened.
  ///   - pointer: where.
  ///   - from: where a moved value came from.
  ///   - old: the older value.
  ///   - new: the newer value.
  public init(
    _ operation: Operation, _ pointer: JSONPointer, from: JSONPointer? = nil,
    old: JSONNode? = nil, new: JSONNode? = nil
  ) {
    self.operation = operation
    self.pointer = pointer
    self.from = from
    self.old = old
    self.new = new
  }
}
