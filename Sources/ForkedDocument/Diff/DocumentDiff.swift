public import ForkedJSON
public import ForkedSchema

/// One difference between two versions of a document, by property.
public struct PropertyChange: Sendable {
  /// What happened, in the words of RFC 6902.
  public enum Operation: String, Sendable { case add, remove, replace, move }
  /// What happened.
  public var operation: Operation
  /// Where, in the newer version (for `remove`, in the older one).
  public var pointer: JSONPointer
  /// Where a moved value stood in the older version.
  public var from: JSONPointer?
  /// The older value; nil for `add`.
  public var old: JSONNode?
  /// The newer value; nil for `remove`.
  public var new: JSONNode?
}

/// The differences between two versions of a document.
public struct DocumentDiff {
  /// The smallest set of changes by property: members by key, elements by identity where they have one, others by
  /// a shortest edit script. Empty exactly where the two are equal by JSON value.
  public static func changes(
    from old: JSONDocument?, to new: JSONDocument?, plan: FieldPlan = .none
  ) -> [PropertyChange] { fatalError("stub") }
}
