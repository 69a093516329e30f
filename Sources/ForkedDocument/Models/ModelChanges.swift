public import ForkedJSON
public import ForkedSchema

/// What has become of models: the fields that changed, and what they hold now.
public struct ModelChanges: Sendable {
  private var fields: [ModelIdentifier: [ModelField: ModelValue]] = [:]
  /// What else is known of models, for places where they have not stood before.
  private var states: [ModelIdentifier: ModelState] = [:]

  /// No changes.
  public init() {}

  /// True if nothing changed.
  public var isEmpty: Bool { fields.isEmpty }

  /// The models that changed.
  public var identifiers: Set<ModelIdentifier> { Set(fields.keys) }

  /// Notes what a place says otherwise than was known of its model; nothing where they agree.
  ///
  /// - Returns: whether they disagree.
  @discardableResult
  public mutating func add(_ place: ModelPlace, since state: ModelState) -> Bool {
    let differences = state.differences(in: place)
    if differences.isEmpty { return false }
    fields[place.identifier, default: [:]].merge(differences) { first, _ in first }
    return true
  }

  /// Settles what places of a model disagree on, field by field.
  ///
  /// - Parameter choose: says which of several objects has the value that stands, given the field relative to them.
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

  /// Learns what a model is besides.
  public mutating func learn(_ place: ModelPlace) {
    states[place.identifier, default: ModelState()].learn(place)
  }

  /// The changes of these models alone.
  public func only(_ identifiers: Set<ModelIdentifier>) -> ModelChanges {
    var changes = self
    changes.fields = fields.filter { identifiers.contains($0.key) }
    return changes
  }

  func changes(of identifier: ModelIdentifier) -> [ModelField: ModelValue] {
    fields[identifier] ?? [:]
  }

  func state(of identifier: ModelIdentifier) -> ModelState { states[identifier] ?? ModelState() }

  /// The document with these changes at every place of the models; nil where it holds all of them already.
  ///
  /// Only the members that changed are touched; all other bytes stay as they are, and a field that a place's schema
  /// does not declare is never added to it.
  /// - Throws: `ValidationExcess`; ``AuditDefect`` where the audit of the rewriting finds something missing.
  /// - Complexity: O(size of the document and of what is written).
  public func applied(to document: JSONDocument, plan: FieldPlan) throws -> [UInt8]? {
    var writer = ModelWriter(changes: self)
    writer.write(document.root, plan)
    guard writer.hasChanged else { return nil }
    return try document.rewritten(as: writer.output, plan: plan)
  }
}

extension JSONDocument {
  /// The document with another text's values, formatted as it is; nil where it says the same.
  func rewritten(as text: [UInt8], plan: FieldPlan) throws -> [UInt8]? {
    let merged = try DocumentMerge(
      base: self, ours: self, theirs: JSONDocument(parsing: text), plan: plan,
      policy: .prefer(.theirs)
    ).run()
    if let defect = merged.defects.first { throw defect }
    return merged.bytes == bytes ? nil : merged.bytes
  }
}
