import ForkedDocument
public import ForkedJSON

/// The entities of a fork.
public struct ListEntitiesReport: Report {
  /// An occurrence of an entity.
  public struct Occurrence: Hashable, Sendable {
    /// The document.
    public var document: String
    /// The pointer of the entity in the document.
    public var pointer: JSONPointer
  }

  /// An entity and its occurrences.
  public struct Listed: Sendable {
    /// The identifier of the entity.
    public var entity: String
    /// The occurrences, by document.
    public var occurrences: [Occurrence]
  }

  /// The entities, ordered by identifier.
  public var entities: [Listed]

  /// `[{"model":..,"places":[{"document":..,"pointer":..}]}]`
  public var reportValue: ReportValue {
    .array(
      entities.map { listed in
        .object([
          "model": listed.entity,
          "places": listed.occurrences.map {
            ReportValue.object(["document": $0.document, "pointer": $0.pointer])
          },
        ])
      })
  }
}

extension DocumentStore {
  /// Lists the entities and the documents that hold them.
  ///
  /// - Parameter entity: The identifier of the entity; nil: all entities.
  /// - Throws: kind `notFound` if no document holds the requested entity.
  /// - Complexity: proportional to the documents that hold the entity; for all entities, to the documents that hold
  ///   any.
  public func listEntities(
    _ entity: String? = nil, fork: String? = nil, revision: String? = nil
  ) throws -> ListEntitiesReport {
    let snapshot = try snapshot(at: revision, elseOf: fork)
    let wanted = entity.map { EntityIdentifier(JSONString($0)) }
    var occurrences: [EntityIdentifier: [ListEntitiesReport.Occurrence]] = [:]
    func add(_ document: EntityDocument) {
      for occurrence in document.occurrences
      where wanted.map({ $0 == occurrence.identifier }) ?? true {
        occurrences[occurrence.identifier, default: []].append(
          .init(document: shown(document.path), pointer: occurrence.pointer))
      }
    }
    if let wanted {
      for document in try entityDocuments(holding: wanted, in: snapshot) { add(document) }
    } else {
      try forEachEntityDocument(in: snapshot, add)
    }
    if let entity, occurrences.isEmpty { throw noSuchEntity(entity) }
    return ListEntitiesReport(
      entities: occurrences.sorted { $0.key < $1.key }.map {
        .init(entity: $0.key.description, occurrences: $0.value)
      })
  }

  /// Calls `body` with each document that holds entities, in order.
  func forEachEntityDocument(in snapshot: Snapshot, _ body: (EntityDocument) throws -> Void) throws
  {
    guard let index = try entityIndex(governedBy: snapshot) else { return }
    let reader = EntityReader(self, try schemas(of: snapshot))
    let paths = try index.documents(in: snapshot.tree)
    for (count, path) in paths.enumerated() {
      try environment.step(Progress("reading documents", count, of: paths.count))
      if let document = try reader.read(entry(at: path, in: snapshot), at: path) {
        try body(document)
      }
    }
  }
}
