public import ForkedJSON

/// The result of merging two versions with their base: a value, the decisions on the way, and the open conflicts.
///
/// Merges of documents, files, directories and whole versions all give one of these, around values of their own.
@dynamicMemberLookup
public struct MergeResult<Value> {
  /// The merged value.
  public var value: Value
  /// The decisions between both sides' changes: nothing gives way silently.
  public var decisions: [MergeDecision] = []
  /// The conflicts that are left to the user.
  public var conflicts: [MergeConflict] = []
  /// The findings of the audit: changes missing from value, decisions and conflicts. Each is a defect of the merge.
  public var defects: [AuditDefect] = []
  /// The properties that both sides changed, to different values, however that ended; only where asked for.
  public var contested: [ContestedProperty] = []

  /// A result around a value.
  public init(
    _ value: Value, decisions: [MergeDecision] = [], conflicts: [MergeConflict] = [],
    defects: [AuditDefect] = [], contested: [ContestedProperty] = []
  ) {
    self.value = value
    self.decisions = decisions
    self.conflicts = conflicts
    self.defects = defects
    self.contested = contested
  }

  /// True if nothing is left to the user, and the audit found nothing.
  public var isClean: Bool { conflicts.isEmpty && defects.isEmpty }

  /// A property of the value.
  public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
    get { value[keyPath: part] }
    set { value[keyPath: part] = newValue }
  }

  /// A property of the value.
  public subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part { value[keyPath: part] }
}

extension MergeResult: Sendable where Value: Sendable {}

extension MergeResult<[UInt8]> {
  /// The merged document; with conflicts, it holds git's conflict markers around each.
  public var bytes: [UInt8] { value }
}

extension MergeResult {
  /// The same findings around another value.
  public func with<Other>(_ other: Other) -> MergeResult<Other> {
    MergeResult<Other>(
      other, decisions: decisions, conflicts: conflicts, defects: defects, contested: contested)
  }

  /// Adds what another merge decided, left open and found.
  public mutating func add<Other>(_ other: MergeResult<Other>) {
    decisions += other.decisions
    conflicts += other.conflicts
    defects += other.defects
    contested += other.contested
  }

  /// The same result, of which each finding names the document.
  public func named(_ document: String) -> MergeResult {
    var result = self
    for index in decisions.indices { result.decisions[index].document = document }
    for index in conflicts.indices { result.conflicts[index].document = document }
    result.defects = defects.map { $0.named(document) }
    for index in contested.indices { result.contested[index].document = document }
    return result
  }

  /// The same result, with ours and theirs exchanged.
  public var swapped: MergeResult {
    var result = self
    result.decisions = decisions.map(\.swapped)
    result.conflicts = conflicts.map(\.swapped)
    return result
  }
}

/// A change of one side that is neither in the merged document nor among the decisions, or something in the document
/// that comes from nowhere.
public struct AuditDefect: Error, Sendable {
  /// The document; empty where the merge was told no name.
  public var document = ""
  /// The property.
  public var pointer: JSONPointer
  /// The defect in words.
  public var message: String

  /// A defect at a property.
  public init(pointer: JSONPointer, message: String) {
    self.pointer = pointer
    self.message = message
  }

  /// The same defect, of a document.
  public func named(_ document: String) -> AuditDefect {
    var defect = self
    defect.document = document
    return defect
  }
}
