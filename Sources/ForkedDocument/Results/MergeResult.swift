public import ForkedJSON

/// The result of merging two versions with their base: a value, the decisions made, and the open conflicts.
///
/// Merges of documents, files, directories and whole versions each return such a result, with values of their own.
@dynamicMemberLookup
public struct MergeResult<Value> {
  /// The merged value.
  public var value: Value
  /// The decisions between both sides' changes: no value is dropped without one.
  public var decisions: [MergeDecision] = []
  /// The conflicts that are left to the user.
  public var conflicts: [MergeConflict] = []
  /// The defects that the audit found: changes missing from value, decisions and conflicts.
  ///
  /// Each one is a defect of the merge itself.
  public var defects: [AuditDefect] = []
  /// The properties that both sides changed to different values, whatever the outcome; empty unless asked for.
  public var changedByBoth: [PropertyChangedByBoth] = []
  /// The things that were matched without an id and are not alike in all versions, or were moved; empty unless asked for.
  public var pairings: [MergePairing] = []

  /// Creates a result.
  public init(
    _ value: Value, decisions: [MergeDecision] = [], conflicts: [MergeConflict] = [],
    defects: [AuditDefect] = [], changedByBoth: [PropertyChangedByBoth] = []
  ) {
    self.value = value
    self.decisions = decisions
    self.conflicts = conflicts
    self.defects = defects
    self.changedByBoth = changedByBoth
  }

  /// True if there are no conflicts and the audit found no defects.
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
  /// The merged document; git's conflict markers enclose each conflict.
  public var bytes: [UInt8] { value }
}

extension MergeResult {
  /// Returns the same decisions, conflicts and defects with another value.
  public func with<Other>(_ other: Other) -> MergeResult<Other> {
    var result = MergeResult<Other>(
      other, decisions: decisions, conflicts: conflicts, defects: defects,
      changedByBoth: changedByBoth)
    result.pairings = pairings
    return result
  }

  /// Adds the decisions, conflicts and defects of another merge.
  public mutating func add<Other>(_ other: MergeResult<Other>) {
    decisions += other.decisions
    conflicts += other.conflicts
    defects += other.defects
    changedByBoth += other.changedByBoth
    pairings += other.pairings
  }

  /// Returns the same result with the document named in each decision, conflict and defect.
  public consuming func named(_ document: String) -> MergeResult {
    for index in decisions.indices { decisions[index].document = document }
    for index in conflicts.indices { conflicts[index].document = document }
    for index in defects.indices { defects[index].document = document }
    for index in changedByBoth.indices { changedByBoth[index].document = document }
    for index in pairings.indices { pairings[index].document = document }
    return self
  }

  /// The same result with ours and theirs exchanged.
  public var swapped: MergeResult {
    var result = self
    result.decisions = decisions.map(\.swapped)
    result.conflicts = conflicts.map(\.swapped)
    return result
  }
}

/// A defect that the audit found in a merge.
///
/// Either a change of one side is neither in the merged document nor reported, or the document holds something that
/// no version explains.
public struct AuditDefect: Error, Sendable {
  /// The document; empty if the merge was given no name.
  public var document = ""
  /// The property.
  public var pointer: JSONPointer
  /// The description of the defect.
  public var message: String
  /// True if nothing but the question which thing is which is open: a text stands twice or nowhere, or a change may be
  /// at another thing. The user can answer it.
  public var isAboutIdentity = false

  /// Creates a defect at a property.
  public init(pointer: JSONPointer, message: String) {
    self.pointer = pointer
    self.message = message
  }

  /// Returns the same defect with the document named.
  public func named(_ document: String) -> AuditDefect {
    var defect = self
    defect.document = document
    return defect
  }
}
