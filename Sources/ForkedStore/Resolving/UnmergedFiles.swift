import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The files that a merge of git's left unmerged, and what merging the index's three stages by property makes of
/// them.
struct UnmergedFiles {
  /// One of them.
  struct File {
    var stages: IndexConflict
    /// Whether it is a document, rather than some other file.
    var isDocument: Bool
    var outcome: EntryOutcome

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
    let commits = try store.commitsBeingMerged()
    let history = try commits.map { ours, theirs in
      MergeHistory(
        store.repository, ours: ours, theirs: theirs,
        bases: try store.repository.mergeBases(of: ours, and: theirs))
    }
    func merge(_ conflict: IndexConflict, _ schemas: SchemaSet) throws -> File {
      try store.environment.checkInterruption()
      let merge = StageMerge(
        schemas: schemas, taken: taken, history: history, repository: store.repository)
      let path = conflict.path.string
      return File(
        stages: conflict, isDocument: path.map(schemas.isDocument) ?? false,
        outcome: try merge.run(conflict, policy))
    }

    let isSchema = { (conflict: IndexConflict) in
      conflict.path.isWithin(DocumentStore.schemaDirectory)
    }
    let governing = try commits.map { try store.schemas(governingSchemasOf: $0, and: $1) }
    files = try conflicts.filter(isSchema).map { try merge($0, governing ?? SchemaSet()) }
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
    let conflict = RemainingConflict(
      document: stages.path.description, pointer: JSONPointer(),
      reason: PropertyConflict.Reason.bothChanged.rawValue,
      note: "it waits for the schema, which is not merged yet")
    self.init(
      stages: stages, isDocument: true,
      outcome: EntryOutcome(entry: stages.ours, conflicts: [conflict]))
  }
}

/// Merges the stages of one file.
private struct StageMerge {
  var schemas: SchemaSet
  var taken: TakenVersion?
  var history: MergeHistory?
  var repository: LocalRepository

  func run(_ stages: IndexConflict, _ policy: MergePolicy) throws -> EntryOutcome {
    let (base, ours, theirs) = (stages.base, stages.ours, stages.theirs)
    // What a renamed file left behind, and what only one side has: nobody contests it.
    if base == theirs || ours == theirs { return EntryOutcome(entry: ours) }
    if base == ours { return EntryOutcome(entry: theirs) }
    let diverged = TreeMerge.Diverged(path: stages.path, base: base, ours: ours, theirs: theirs)
    var (policy, outcome) = (policy, try merge(diverged, policy))
    if let earlier = try earlierSettlements(of: outcome, at: stages.path) {
      policy.add(outcome.conflicts, earlier.choice)
      outcome = try merge(diverged, policy)
    }
    if let taken {
      policy.conflicts = taken.policy
      if taken == .base { policy.add(try merge(diverged, policy).conflicts) { _ in .base } }
      outcome = try merge(diverged, policy)
    }
    if let defect = outcome.defects.first { throw StoreError(defect, in: stages.path.description) }
    return outcome
  }

  private func earlierSettlements(
    of outcome: EntryOutcome, at path: TreePath
  ) throws -> EarlierSettlements? {
    guard !outcome.conflicts.isEmpty, repository.workTreePath != nil,
      let entry = try repository.storeWorkTreeFile(at: path), entry.mode.isRegularFile
    else { return nil }
    return EarlierSettlements(in: try repository.blob(entry.id))
  }

  private func merge(
    _ diverged: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> EntryOutcome {
    try EntryMerge(repository, schemas, policy, history).merge(diverged)
  }
}

extension MergePolicy {
  /// Choices for conflicts that nobody decided yet.
  fileprivate mutating func add(
    _ conflicts: [RemainingConflict], _ choice: (RemainingConflict) -> ConflictChoice?
  ) {
    for conflict in conflicts where choices[conflict.document]?[conflict.pointer] == nil {
      choices[conflict.document, default: [:]][conflict.pointer] = choice(conflict)
    }
  }
}

extension DocumentStore {
  /// The commits that git is merging, as far as it tells; where it doesn't (a stash, a patch, a revert), no side is
  /// known as the later one.
  fileprivate func commitsBeingMerged() throws -> (ours: ObjectID, theirs: ObjectID)? {
    guard let ours = try repository.head().commit else { return nil }
    for name in ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD"] {
      do {
        return (ours, try repository.resolve(revision: name))
      } catch {
        guard error.kind == .notFound else { throw error }
      }
    }
    return nil
  }
}
