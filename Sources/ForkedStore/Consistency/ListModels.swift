import ForkedDocument
import ForkedGit
public import ForkedJSON

/// A request to list entities.
public struct ListModelsRequest: Sendable {
  /// The identifier of the entity; nil: all entities.
  public var model: String?
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: the current state of the fork.
  public var revision: String?

  /// Creates a request.
  public init(model: String? = nil, fork: String? = nil, revision: String? = nil) {
    self.model = model
    self.fork = fork
    self.revision = revision
  }
}

/// The entities of a fork.
public struct ListModelsReport: Report {
  /// An occurrence of an entity.
  public struct Place: Hashable, Sendable {
    /// The document.
    public var document: String
    /// The pointer of the entity in the document.
    public var pointer: JSONPointer
  }

  /// An entity and its occurrences.
  public struct Listed: Sendable {
    /// The identifier of the entity.
    public var model: String
    /// The occurrences, by document.
    public var places: [Place]
  }

  /// The entities, ordered by identifier.
  public var models: [Listed]

  /// `[{"model":..,"places":[{"document":..,"pointer":..}]}]`
  public var reportValue: ReportValue {
    .array(
      models.map { listed in
        .object([
          "model": .string(listed.model),
          "places": .array(
            listed.places.map {
              .object([
                "document": .string($0.document), "pointer": .string($0.pointer.description),
              ])
            }),
        ])
      })
  }
}

extension DocumentStore {
  /// Lists the entities and the documents that hold them.
  ///
  /// - Throws: kind `notFound` if no document holds the requested entity.
  /// - Complexity: proportional to the documents that hold the entity; for all entities, to the documents that hold
  ///   any.
  public func listModels(_ request: ListModelsRequest) throws -> ListModelsReport {
    let snapshot = try snapshot(at: request.revision, elseOf: request.fork)
    let wanted = request.model.map { ModelIdentifier(JSONString($0)) }
    var places: [ModelIdentifier: [ListModelsReport.Place]] = [:]
    func add(_ document: ModelDocument) {
      for place in document.places where wanted.map({ $0 == place.identifier }) ?? true {
        places[place.identifier, default: []].append(
          .init(document: shown(document.path), pointer: place.pointer))
      }
    }
    if let wanted {
      for document in try modelDocuments(holding: wanted, in: snapshot) { add(document) }
    } else {
      try forEachModelDocument(in: snapshot, add)
    }
    if let model = request.model, places.isEmpty { throw noSuchModel(model) }
    return ListModelsReport(
      models: places.sorted { $0.key < $1.key }.map {
        .init(model: $0.key.description, places: $0.value)
      })
  }

  /// Calls `body` with each document that holds entities, in order.
  func forEachModelDocument(in snapshot: Snapshot, _ body: (ModelDocument) throws -> Void) throws {
    guard let index = try modelIndex(governedBy: snapshot) else { return }
    let reader = ModelReader(self, try schemas(of: snapshot))
    let paths = try index.documents(in: snapshot.tree)
    for (count, path) in paths.enumerated() {
      try environment.checkInterruption()
      environment.report(Progress("reading documents", count, of: paths.count))
      if let document = try reader.read(entry(at: path, in: snapshot), at: path) {
        try body(document)
      }
    }
  }
}
