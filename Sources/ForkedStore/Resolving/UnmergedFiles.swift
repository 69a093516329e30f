public import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The files that a merge of git's left unmerged, and what merging the index's three stages by property makes of
/// them.
struct UnmergedFiles {
  /// One of them.
  struct File {
    var stages: IndexConflict
    /// True if it is a document, rather than some other file.
    var isDocument: Bool
    var outcome: MergeResult<MergedEntry>

    var path: TreePath { stages.path }
    var isSettled: Bool { outcome.conflicts.isEmpty }
  }

  /// Ordered by path.
  private(set) var files: [File] = []

  /// Merges them; nothing is written but blobs. What the work tree's files show as settled stays so.
  ///
  /// - Parameters:
  ///   - policy: what decides conflicts.
  ///   - taken: which version stands wherever a conflict would remain.
  init(in store: DocumentStore, _ policy: MergePolicy, taking taken: TakenVersion? = nil) throws {
    let conflicts = try store.repository.conflicts()
    guard !conflicts.isEmpty else { return }
    let merges = try store.repository.stoppedMerges()
    let histories = try OngoingHistories(of: merges, in: store)
    var done = 0
    func merge(_ conflict: IndexConflict, _ schemas: SchemaSet) throws -> File {
      try store.environment.checkInterruption()
      done += 1
      store.environment.report(Progress("merging files", done, of: conflicts.count))
      let merge = StageMerge(
        schemas: schemas, taken: taken, histories: histories, repository: store.repository)
      let path = conflict.path.string
      return File(
        stages: conflict, isDocument: path.map(schemas.isDocument) ?? false,
        outcome: try merge.run(conflict, policy))
    }

    let isSchema = { (conflict: IndexConflict) in
      conflict.path.isWithin(DocumentStore.schemaDirectory)
    }
    let governing = try store.schemas(governingSchemasIn: merges.first)
    files = try conflicts.filter(isSchema).map { try merge($0, governing) }
    let others = conflicts.filter { !isSchema($0) }
    if files.allSatisfy(\.isSettled) {
      let merged = files.map { ($0.path, $0.outcome.entry) }
      let schemas = try store.workTreeSchemas(
        insteadOf: Dictionary(uniqueKeysWithValues: merged))
      files += try others.map { try merge($0, schemas) }
    } else {
      files += others.map(File.init(waitingForSchema:))
    }
    files.sort { $0.path < $1.path }
  }
}

extension UnmergedFiles.File {
  /// A file that nobody can merge until it is known what governs it.
  fileprivate init(waitingForSchema stages: IndexConflict) {
    let conflict = MergeConflict(
      document: stages.path.description, reason: .bothChanged,
      detail: .text("it waits for the schema, which is not merged yet"))
    self.init(
      stages: stages, isDocument: true,
      outcome: MergeResult(MergedEntry(entry: stages.ours), conflicts: [conflict]))
  }
}

extension DocumentStore {
  /// The schemas that govern the merge of schema files; none where git doesn't tell which commits it merges.
  fileprivate func schemas(governingSchemasIn merge: OngoingMerge?) throws -> SchemaSet {
    guard let ours = try repository.head().commit else { return SchemaSet() }
    switch merge?.change {
    case .history(let theirs), .commit(let theirs):
      return try schemas(governingSchemasOf: ours, and: theirs)
    case .undoing, .patch, nil: return SchemaSet()
    }
  }
}

/// What a merge of git's left unmerged.
public struct ConflictsReport: Report {
  /// The unmerged paths, ordered.
  public var unmerged: [String]
  /// What merging them by property decides.
  public var resolved: [MergeDecision]
  /// What that leaves to a person.
  public var conflicts: [MergeConflict]

  /// `{"unmerged":[..],"resolved":[..],"conflicts":[..]}`
  public var reportValue: ReportValue {
    .object([
      "unmerged": .strings(unmerged), "resolved": .array(resolved.map(\.reportValue)),
      "conflicts": .array(conflicts.map(\.reportValue)),
    ])
  }
}

extension DocumentStore {
  /// What a merge of git's left unmerged, by property. Nothing changes.
  ///
  /// - Throws: kind `invalidData` where the schema has mistakes.
  public func conflicts() throws -> ConflictsReport {
    let files = try UnmergedFiles(in: self, resolvingPolicy([])).files
    return ConflictsReport(
      unmerged: files.map { shown($0.path) },
      resolved: files.flatMap(\.outcome.decisions).map(shown),
      conflicts: files.flatMap(\.outcome.conflicts).map(shown))
  }

  /// What decides conflicts, and how those that remain are marked.
  func resolvingPolicy(_ settlements: [ConflictSettlement]) throws -> MergePolicy {
    var policy = try mergePolicy(nil, settlements)
    policy.lines.style = try LineMerge.Style(configuredIn: repository.configuration())
    return policy
  }
}
