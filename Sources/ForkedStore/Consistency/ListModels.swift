import ForkedDocument
import ForkedGit
public import ForkedJSON

/// What `models` is asked for.
public struct ListModelsRequest: Sendable {
  /// The model; nil: all.
  public var model: String?
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?

  /// - Parameters:
  ///   - model: the model's identifier; nil: all.
  ///   - fork: the fork; nil: the current one.
  ///   - revision: the revision; nil: as the fork has it now.
  public init(model: String? = nil, fork: String? = nil, revision: String? = nil) {
    self.model = model
    self.fork = fork
    self.revision = revision
  }
}

/// The models of a fork.
public struct ListModelsReport: Report {
  /// Where a model stands.
  public struct Place: Hashable, Sendable {
    /// The document.
    public var document: String
    /// Where in it.
    public var pointer: JSONPointer
  }

  /// A model.
  public struct Listed: Sendable {
    /// Its identifier.
    public var model: String
    /// Where it stands, by document.
    public var places: [Place]
  }

  /// The models, by identifier.
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
  /// Lists the models and where they stand.
  ///
  /// - Throws: kind `notFound` where no document holds the one that was asked for.
  /// - Complexity: follows the documents that hold it; without one, all documents that hold any.
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

  /// Visits every document that holds models, in order.
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
