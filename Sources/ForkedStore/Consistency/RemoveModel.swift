public import Forked
import ForkedDocument
public import ForkedGit
public import ForkedJSON

/// What `remove --model` is asked for.
public struct RemoveModelRequest: Sendable {
  /// The model's identifier.
  public var model: String
  /// The fork; nil: the current one.
  public var fork: String?
  /// True if nothing moves.
  public var dryRun: Bool
  /// What the version says; nil: what was done.
  public var message: String?
  /// What the change relies on.
  public var expectation: Expectation?

  /// - Parameters:
  ///   - model: the model's identifier.
  ///   - fork: the fork; nil: the current one.
  ///   - dryRun: whether nothing moves.
  ///   - message: what the version says; nil: what was done.
  ///   - expectation: what the change relies on.
  public init(
    model: String, fork: String? = nil, dryRun: Bool = false, message: String? = nil,
    expectation: Expectation? = nil
  ) {
    self.model = model
    self.fork = fork
    self.dryRun = dryRun
    self.message = message
    self.expectation = expectation
  }
}

/// What went with a model.
public struct RemoveModelReport: Report {
  /// A value that went.
  public struct Part: Sendable {
    /// The document.
    public var document: String
    /// Where the value stood; the root: the whole document went.
    public var pointer: JSONPointer
    /// Where the model stood in it.
    public var places: [JSONPointer]

    /// True if more went than the model, since it cannot be without it.
    public var isCascade: Bool { places != [pointer] }
  }

  /// The fork.
  public var fork: Fork
  /// The model.
  public var model: String
  /// What went, by document.
  public var removed: [Part]
  /// Where the fork stands now.
  public var commit: ObjectID?
  /// True if this only says what would happen: nothing moved.
  public var isDryRun: Bool

  /// `{"fork":..,"model":..,"removed":[{"document":..,"pointer":..,"because":[..]}],"commit":..,"changed":true}`; the
  /// pointer of a whole document is empty, and `because` says where the model stood in what went with it.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "model": .string(model),
      "removed": .array(
        removed.map {
          .object([
            "document": .string($0.document), "pointer": .string($0.pointer.description),
            "because": $0.isCascade ? .strings($0.places.map(\.description)) : nil,
          ])
        }),
      "commit": .string(commit?.hex), "changed": .bool(!isDryRun),
    ])
  }
}

extension DocumentStore {
  /// Takes a model away wherever it stands, in one version: an optional member goes, an array's element goes, and where
  /// the schema requires it what is around it goes too, up to the document.
  ///
  /// - Throws: kind `notFound` where no document holds it; `invalidData` where what is left would not be valid;
  ///   `cannotCreate` where edits in the work tree would be lost. Nothing changed then.
  /// - Complexity: follows the documents that hold it.
  public func removeModel(_ request: RemoveModelRequest) throws -> RemoveModelReport {
    let fork = try fork(named: request.fork)
    let (movement, parts) = try record(
      on: fork, command: "remove: model \(request.model)", expecting: request.expectation,
      kind: request.dryRun ? .dryRun : .command
    ) { snapshot in
      let removal = try removal(of: request.model, in: snapshot)
      let draft = VersionDraft(
        changes: removal.changes, message: request.message ?? "remove model \(request.model)")
      return (draft, removal.parts)
    }
    let commit = request.dryRun ? movement.from : movement.to
    return RemoveModelReport(
      fork: fork, model: request.model, removed: parts, commit: commit, isDryRun: request.dryRun)
  }

  private func removal(
    of model: String, in snapshot: Snapshot
  ) throws -> (changes: [DocumentPath: TreeEntry?], parts: [RemoveModelReport.Part]) {
    let identifier = ModelIdentifier(JSONString(model))
    var changes: [DocumentPath: TreeEntry?] = [:]
    var parts: [RemoveModelReport.Part] = []
    for document in try modelDocuments(holding: identifier, in: snapshot) {
      let path = document.path
      do {
        guard
          let removal = try ModelRemoval(
            of: identifier, from: document.document, plan: document.plan)
        else { continue }
        changes[path] = .some(
          try removal.bytes.map {
            TreeEntry(mode: document.mode, id: try repository.writeBlob($0))
          })
        parts += removal.parts.map {
          .init(document: shown(path), pointer: $0.pointer, places: $0.places)
        }
      } catch let defect as AuditDefect {
        throw StoreError(defect.named(path.string))
      }
    }
    guard !parts.isEmpty else { throw noSuchModel(model) }
    return (changes, parts)
  }

  /// The documents that hold a model, read, in order.
  func modelDocuments(
    holding identifier: ModelIdentifier, in snapshot: Snapshot
  ) throws -> [ModelDocument] {
    guard let index = try modelIndex(governedBy: snapshot) else { return [] }
    let reader = ModelReader(self, try schemas(of: snapshot))
    let paths = try documents(holding: [identifier], in: snapshot, index)[identifier] ?? []
    return try paths.compactMap { try reader.read(entry(at: $0, in: snapshot), at: $0) }
      .filter { $0.places.contains { $0.identifier == identifier } }
  }

  func noSuchModel(_ model: String) -> StoreError {
    StoreError(
      .notFound, "no document holds the model '\(model)'", hint: "'fork models' lists them")
  }
}
