public import ForkedJSON
public import ForkedSchema

/// The changes of entities: the fields that changed, with their new values.
public struct ModelChanges: Sendable {
  private var fields: [ModelIdentifier: [ModelField: ModelValue]] = [:]
  /// The other fields that are known of entities, for places in which they have not stood before.
  private var states: [ModelIdentifier: ModelState] = [:]

  /// Creates an empty set of changes.
  public init() {}

  /// True if nothing changed.
  public var isEmpty: Bool { fields.isEmpty }

  /// The entities that changed.
  public var identifiers: Set<ModelIdentifier> { Set(fields.keys) }

  /// Adds the fields in which an occurrence differs from the known state of its entity.
  ///
  /// - Returns: true if there are such fields.
  @discardableResult
  public mutating func add(_ place: ModelPlace, since state: ModelState) -> Bool {
    let differences = state.differences(in: place)
    if differences.isEmpty { return false }
    fields[place.identifier, default: [:]].merge(differences) { first, _ in first }
    return true
  }

  /// Decides between occurrences of an entity that disagree, field by field.
  ///
  /// - Parameter choose: returns the index of the object whose value is kept, given a field's path relative to the
  ///   objects.
  public mutating func settle(
    _ places: [ModelPlace], choosing choose: (PropertyPath, [JSONNode]) throws -> Int
  ) rethrows {
    var seen: Set<ModelField> = []
    for field in places.flatMap({ $0.fields.map(\.field) }) where seen.insert(field).inserted {
      var candidates: [(object: JSONNode, value: ModelValue)] = []
      for place in places where place.covers(field) {
        let value = ModelValue(node: place.object[field.key], plan: place.plan.property(field.key))
        if candidates.contains(where: { $0.value.isSame(as: value) }) { continue }
        candidates.append((place.object, value))
      }
      guard candidates.count > 1, let identifier = places.first?.identifier else { continue }
      let choice = try choose(PropertyPath([.key(field.key)]), candidates.map(\.object))
      fields[identifier, default: [:]][field] = candidates[choice].value
    }
    for place in places { learn(place) }
  }

  /// Learns the fields of an entity from an occurrence.
  public mutating func learn(_ place: ModelPlace) {
    states[place.identifier, default: ModelState()].learn(place)
  }

  /// Returns the changes of these entities alone.
  public func only(_ identifiers: Set<ModelIdentifier>) -> ModelChanges {
    var changes = self
    changes.fields = fields.filter { identifiers.contains($0.key) }
    return changes
  }

  func changes(of identifier: ModelIdentifier) -> [ModelField: ModelValue] {
    fields[identifier] ?? [:]
  }

  func state(of identifier: ModelIdentifier) -> ModelState { states[identifier] ?? ModelState() }

  /// Returns the document with these changes in every occurrence of the entities; nil if it holds all of them already.
  ///
  /// Only the members that changed are touched, and all other bytes stay as they are. A field that the schema of an
  /// occurrence does not declare is never added to it.
  /// - Throws: `ValidationExcess`; ``AuditDefect`` if the audit of the rewriting finds something missing.
  /// - Complexity: O(size of the document and of the text that is written).
  public func applied(to document: JSONDocument, plan: FieldPlan) throws -> [UInt8]? {
    var writer = ModelWriter(changes: self)
    writer.write(document.root, plan)
    guard writer.hasChanged else { return nil }
    return try document.rewritten(as: writer.output, plan: plan)
  }
}

extension JSONDocument {
  /// Returns the values of another text in this document's format; nil if the values are equal.
  func rewritten(as text: [UInt8], plan: FieldPlan) throws -> [UInt8]? {
    let merged = try DocumentMerge(
      base: self, ours: self, theirs: JSONDocument(parsing: text), plan: plan,
      policy: .prefer(.theirs)
    ).run()
    if let defect = merged.defects.first { throw defect }
    return merged.bytes == bytes ? nil : merged.bytes
  }
}
