public import Forked
import ForkedDocument
public import ForkedGit
public import ForkedJSON

/// The result of removing an entity.
public struct RemoveEntityReport: Report {
  /// A value that was removed.
  public struct Part: Sendable {
    /// The document.
    public var document: String
    /// The pointer of the removed value; the root if the whole document was removed.
    public var pointer: JSONPointer
    /// The pointers of the entity in the document.
    public var occurrences: [JSONPointer]

    /// True if more than the entity was removed, since the schema does not allow the rest to be without it.
    public var isCascade: Bool { occurrences != [pointer] }
  }

  /// The fork that held the entity.
  public var fork: Fork
  /// The entity's identifier.
  public var entity: String
  /// The removed values, by document.
  public var removed: [Part]
  /// The fork's tip afterwards.
  public var commit: ObjectID?
  /// True if nothing was changed, since only a dry run was requested.
  public var isDryRun: Bool

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "model": entity,
      "removed": removed.map {
        ReportValue.object([
          "document": $0.document, "pointer": $0.pointer,
          "because": $0.isCascade ? $0.occurrences.map(\.description) : nil,
        ])
      },
      "commit": commit, "changed": !isDryRun,
    ])
  }
}

extension DocumentStore {
  /// Removes an entity from all documents that hold it, in one version.
  ///
  /// An optional member and an element of an array are removed alone. If the schema requires the value, the value
  /// around it is removed too, up to the whole document.
  ///
  /// - Parameters:
  ///   - entity: the entity's identifier.
  ///   - dryRun: true if nothing is changed.
  /// - Throws: kind `notFound` if no document holds the entity; `invalidData` if the rest would not be valid;
  ///   `cannotCreate` if uncommitted changes in the work tree would be lost. Nothing is changed then.
  /// - Complexity: proportional to the documents that hold the entity.
  public func removeEntity(
    _ entity: String, fork name: String? = nil, dryRun: Bool = false, message: String? = nil,
    expecting expectation: Expectation? = nil
  ) throws -> RemoveEntityReport {
    let fork = try fork(named: name)
    var parts: [RemoveEntityReport.Part] = []
    let forkUpdate = try record(
      on: fork, command: "remove: model \(entity)", expecting: expectation,
      kind: dryRun ? .dryRun : .command
    ) { snapshot in
      let removal = try removal(of: entity, in: snapshot)
      parts = removal.parts
      return VersionDraft(changes: removal.changes, message: message ?? "remove entity \(entity)")
    }.forkUpdate
    return RemoveEntityReport(
      fork: fork, entity: entity, removed: parts, commit: dryRun ? forkUpdate.from : forkUpdate.to,
      isDryRun: dryRun)
  }

  private func removal(
    of entity: String, in snapshot: Snapshot
  ) throws -> (changes: [DocumentPath: TreeEntry?], parts: [RemoveEntityReport.Part]) {
    let identifier = EntityIdentifier(JSONString(entity))
    var changes: [DocumentPath: TreeEntry?] = [:]
    var parts: [RemoveEntityReport.Part] = []
    for document in try entityDocuments(holding: identifier, in: snapshot) {
      let path = document.path
      guard
        let removal = try EntityRemoval(
          of: identifier, from: document.document, plan: document.plan)
      else { continue }
      changes[path] = .some(
        try removal.bytes.map {
          TreeEntry(mode: document.mode, id: try repository.writeBlob($0))
        })
      parts += removal.parts.map {
        .init(document: shown(path), pointer: $0.pointer, occurrences: $0.occurrences)
      }
    }
    guard !parts.isEmpty else { throw noSuchEntity(entity) }
    return (changes, parts)
  }

  /// The parsed documents that hold an entity, in order.
  func entityDocuments(
    holding identifier: EntityIdentifier, in snapshot: Snapshot
  ) throws -> [EntityDocument] {
    guard let index = try entityIndex(governedBy: snapshot) else { return [] }
    let reader = EntityReader(self, try schemas(of: snapshot))
    let paths = try documents(holding: [identifier], in: snapshot, index)[identifier] ?? []
    return try paths.compactMap { try reader.read(entry(at: $0, in: snapshot), at: $0) }
      .filter { $0.occurrences.contains { $0.identifier == identifier } }
  }

  func noSuchEntity(_ entity: String) -> StoreError {
    StoreError(
      .notFound, "no document holds the entity '\(entity)'",
      hint: "'\(programName) entities' lists them")
  }
}
