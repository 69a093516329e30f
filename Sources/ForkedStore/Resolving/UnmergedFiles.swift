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

  /// Merges them; nothing is written but blobs.
  ///
  /// - Parameters:
  ///   - policy: what decides conflicts.
  ///   - takesBase: whether the ancestor's value stands wherever a conflict would remain.
  init(in store: DocumentStore, _ policy: MergePolicy, takesBase: Bool = false) throws {
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
        schemas: schemas, policy: policy, takesBase: takesBase, history: history,
        repository: store.repository)
      let path = conflict.path.string
      return File(
        stages: conflict, isDocument: path.map(schemas.isDocument) ?? false,
        outcome: try merge.run(conflict))
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
  var policy: MergePolicy
  var takesBase: Bool
  var history: MergeHistory?
  var repository: LocalRepository

  func run(_ stages: IndexConflict) throws -> EntryOutcome {
    let (base, ours, theirs) = (stages.base, stages.ours, stages.theirs)
    // What a renamed file left behind, and what only one side has: nobody contests it.
    if base == theirs || ours == theirs { return EntryOutcome(entry: ours) }
    if base == ours { return EntryOutcome(entry: theirs) }
    let diverged = TreeMerge.Diverged(path: stages.path, base: base, ours: ours, theirs: theirs)
    let outcome = try merge(diverged, policy)
    guard takesBase, !outcome.conflicts.isEmpty else { return try checked(outcome, stages.path) }
    var policy = policy
    for conflict in outcome.conflicts {
      let known = policy.choices[conflict.document]?[conflict.pointer]
      policy.choices[conflict.document, default: [:]][conflict.pointer] = known ?? .base
    }
    return try checked(merge(diverged, policy), stages.path)
  }

  private func merge(
    _ diverged: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> EntryOutcome {
    try EntryMerge(repository, schemas, policy, history).merge(diverged)
  }

  private func checked(_ outcome: EntryOutcome, _ path: TreePath) throws -> EntryOutcome {
    if let defect = outcome.defects.first { throw StoreError(defect, in: path.description) }
    return outcome
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
