public import ForkedJSON
public import ForkedSchema

/// The changes of entities: the fields that changed, with their new values.
public struct EntityChanges: Sendable {
  private var fields: [EntityIdentifier: [EntityField: EntityValue]] = [:]
  /// The other fields that are known of entities, for places in which they have not stood before.
  private var states: [EntityIdentifier: EntityState] = [:]

  /// Creates an empty set of changes.
  public init() {}

  /// True if nothing changed.
  public var isEmpty: Bool { fields.isEmpty }

  /// The entities that changed.
  public var identifiers: Set<EntityIdentifier> { Set(fields.keys) }

  /// Adds the fields in which an occurrence differs from the known state of its entity.
  ///
  /// - Returns: true if there are such fields.
  @discardableResult
  public mutating func add(_ occurrence: EntityOccurrence, since state: EntityState) -> Bool {
    let differences = state.differences(in: occurrence)
    if differences.isEmpty { return false }
    fields[occurrence.identifier, default: [:]].merge(differences) { first, _ in first }
    return true
  }

  /// Decides between occurrences of an entity that disagree, field by field.
  ///
  /// - Parameter choose: returns the index of the object whose value is kept, given a field's path relative to the
  ///   objects.
  public mutating func resolve(
    _ occurrences: [EntityOccurrence], choosing choose: (PropertyPath, [JSONNode]) throws -> Int
  ) rethrows {
    var seen: Set<EntityField> = []
    for field in occurrences.flatMap({ $0.fields.map(\.field) }) where seen.insert(field).inserted {
      var candidates: [(object: JSONNode, value: EntityValue)] = []
      for occurrence in occurrences where occurrence.covers(field) {
        let value = EntityValue(
          node: occurrence.object[field.key], plan: occurrence.plan.property(field.key))
        if candidates.contains(where: { $0.value.isSame(as: value) }) { continue }
        candidates.append((occurrence.object, value))
      }
      guard candidates.count > 1, let identifier = occurrences.first?.identifier else { continue }
      let choice = try choose(PropertyPath([.key(field.key)]), candidates.map(\.object))
      fields[identifier, default: [:]][field] = candidates[choice].value
    }
    for occurrence in occurrences { learn(occurrence) }
  }

  /// Learns the fields of an entity from an occurrence.
  public mutating func learn(_ occurrence: EntityOccurrence) {
    states[occurrence.identifier, default: EntityState()].learn(occurrence)
  }

  /// Returns the changes of these entities alone.
  public func only(_ identifiers: Set<EntityIdentifier>) -> EntityChanges {
    var changes = self
    changes.fields = fields.filter { identifiers.contains($0.key) }
    return changes
  }

  func changes(of identifier: EntityIdentifier) -> [EntityField: EntityValue] {
    fields[identifier] ?? [:]
  }

  func state(of identifier: EntityIdentifier) -> EntityState { states[identifier] ?? EntityState() }

  /// Returns the document with these changes in every occurrence of the entities; nil if it holds all of them already.
  ///
  /// Only the members that changed are touched, and all other bytes stay as they are. A field that the schema of an
  /// occurrence does not declare is never added to it.
  /// - Throws: `ValidationExcess`; ``AuditDefect`` if the audit of the rewriting finds something missing.
  /// - Complexity: O(size of the document and of the text that is written).
  public func applied(to document: JSONDocument, plan: FieldPlan) throws -> [UInt8]? {
    var writer = EntityWriter(changes: self)
    writer.write(document.root, plan)
    guard writer.hasChanged else { return nil }
    return try document.rewritten(as: writer.output, plan: plan)
  }
}

extension JSONDocument {
  /// Returns the values of another text in this document's format; nil if the values are equal.
  func rewritten(as text: [UInt8], plan: FieldPlan) throws -> [UInt8]? {
    var merge = DocumentMerge(
      base: self, ours: self, theirs: try JSONDocument(parsing: text), plan: plan,
      policy: .prefer(.theirs))
    merge.takesValuesAlone = true
    let merged = try merge.run()
    if let defect = merged.defects.first { throw defect }
    return merged.bytes == file ? nil : merged.bytes
  }
}
