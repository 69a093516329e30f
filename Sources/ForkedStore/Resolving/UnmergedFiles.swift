import Forked
public import ForkedDocument
import ForkedGit
import ForkedSchema

/// The files that git left unmerged, each with the merge of the index's three stages by property.
struct UnmergedFiles {
  /// One unmerged file.
  struct File {
    var stages: TreeMerge.Diverged
    /// True if it is a document.
    var isDocument: Bool
    var outcome: MergeResult<MergedEntry>

    var path: TreePath { stages.path }
    var isResolved: Bool { outcome.conflicts.isEmpty }
  }

  /// The files, ordered by path.
  private(set) var files: [File] = []
  /// The commits that git merges, as far as git's files tell.
  private(set) var commits = MergedCommits(ours: nil, theirs: [])
  /// The names of both sides in a rebase, in which ours is not the user's fork; nil in other merges.
  private(set) var rebase: RebaseSides?

  /// Merges the files; nothing is written but blobs. Resolutions in the work tree's files are kept.
  ///
  /// - Parameters:
  ///   - policy: the policy for conflicts.
  ///   - taken: the version that decides all remaining conflicts.
  init(in store: DocumentStore, _ policy: MergePolicy, taking taken: TakenVersion? = nil) throws {
    let conflicts = try store.repository.conflicts()
    guard !conflicts.isEmpty else { return }
    let merges = try store.repository.stoppedMerges()
    let histories = try store.histories(of: merges)
    commits = MergedCommits(
      ours: try store.repository.head().commit, theirs: merges.compactMap(\.commit))
    rebase = try store.rebaseSides(of: merges)
    let names = try store.sideNames(of: merges, rebase)
    var done = 0
    func merge(
      _ conflict: TreeMerge.Diverged, _ schemas: SchemaSet, former: FormerSchemas? = nil
    ) throws -> File {
      try store.environment.checkInterruption()
      done += 1
      store.environment.report(Progress("merging files", done, of: conflicts.count))
      let merge = StageMerge(
        schemas: schemas, former: former, taken: taken, histories: histories,
        repository: store.repository, names: names)
      let path = conflict.path.string
      return File(
        stages: conflict, isDocument: path.map(schemas.isDocument) ?? false,
        outcome: try merge.run(conflict, policy))
    }

    let isSchema = { (conflict: TreeMerge.Diverged) in
      conflict.path.isWithin(DocumentStore.schemaDirectory)
    }
    let governing = try store.schemas(governingSchemasIn: merges.first)
    files = try conflicts.filter(isSchema).map { try merge($0, governing) }
    let others = conflicts.filter { !isSchema($0) }
    if files.allSatisfy(\.isResolved) {
      let merged = files.map { ($0.path, $0.outcome.entry) }
      let schemas = try store.workTreeSchemas(
        insteadOf: Dictionary(uniqueKeysWithValues: merged))
      let former = try merges.first.flatMap(store.formerSchemas)
      files += try others.map { try merge($0, schemas, former: former) }
    } else {
      files += others.map(File.init(waitingForSchema:))
    }
    files.sort { $0.path < $1.path }
  }
}

extension UnmergedFiles.File {
  /// Creates a conflict for a file that cannot be merged before the schema that governs it.
  fileprivate init(waitingForSchema stages: TreeMerge.Diverged) {
    let conflict = MergeConflict(
      document: stages.path.description, reason: .bothChanged,
      detail: .text("the schema has conflicts, which must be resolved first"))
    self.init(
      stages: stages, isDocument: true,
      outcome: MergeResult(MergedEntry(entry: stages.ours), conflicts: [conflict]))
  }
}

extension DocumentStore {
  /// Returns the schemas that govern the merge of schema files; none if git does not tell which commits it merges.
  fileprivate func schemas(governingSchemasIn merge: OngoingMerge?) throws -> SchemaSet {
    guard let ours = try repository.head().commit else { return SchemaSet() }
    switch merge?.change {
    case .history(let theirs), .commit(let theirs):
      return try schemas(governingSchemasOf: ours, and: theirs)
    case .undoing, .patch, nil: return SchemaSet()
    }
  }
}

extension DocumentStore {
  /// Returns the current fork, and a fork that holds the commit which git merges; nil for what git's markers name.
  fileprivate func sideNames(of merges: [OngoingMerge], _ rebase: RebaseSides?) throws -> SideNames
  {
    if let rebase { return SideNames(ours: rebase.ours) }
    let ours = try repository.headFork()?.name ?? "HEAD"
    return SideNames(ours: ours, theirs: try merges.first?.commit.flatMap(fork)?.name)
  }

  /// Returns the sides of a rebase; nil for other merges.
  fileprivate func rebaseSides(of merges: [OngoingMerge]) throws -> RebaseSides? {
    guard let onto = try repository.rebasedOnto(), let merge = merges.first else { return nil }
    return RebaseSides(
      ours: try fork(at: onto)?.name ?? repository.shortID(onto),
      theirs: try repository.markerLabels(of: merge).theirs)
  }

  private func fork(at commit: ObjectID) throws -> Fork? {
    try repository.readableBranches().readable.first { $0.tip == commit }?.fork
  }
}

extension OngoingMerge {
  /// The commit that git merges, or whose change it applies; nil while it undoes a commit or applies a patch.
  fileprivate var commit: ObjectID? {
    switch change {
    case .history(let commit), .commit(let commit): commit
    case .undoing, .patch: nil
    }
  }
}

/// The sides of a rebase, as git's markers have them.
public struct RebaseSides: Sendable {
  /// The branch, or commit, that git rebases onto.
  public var ours: String
  /// The commit that git applies.
  public var theirs: String
}

/// The files that git left unmerged.
public struct ConflictsReport: Report {
  /// The unmerged paths, ordered.
  public var unmerged: [String]
  /// The decisions of merging them by property.
  public var resolved: [MergeDecision]
  /// The conflicts that this leaves to the user.
  public var conflicts: [MergeConflict]
  /// The unmerged paths whose files have no markers any more: the user, or git's rerere, resolved them.
  public var edited: [String]
  /// The commits of both sides, as far as they are known.
  public var commits: MergedCommits
  /// The names of both sides in a rebase; nil in other merges.
  public var rebase: RebaseSides?

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "unmerged": unmerged, "edited": edited,
      "rebase": rebase.map {
        ReportValue.object(["ours": $0.ours, "theirs": $0.theirs])
      },
      "resolved": resolved, "conflicts": conflicts, "groups": conflicts.groupsValue,
    ])
  }
}

extension DocumentStore {
  /// Merges the files that git left unmerged, by property, and returns the decisions and conflicts. Nothing is changed.
  ///
  /// - Throws: kind `invalidData` if the schema has errors.
  public func conflicts() throws -> ConflictsReport {
    let unmerged = try UnmergedFiles(in: self, resolvingPolicy([]))
    let files = unmerged.files
    if files.isEmpty { try hintOfWaiting().map(environment.notify) }
    let open = files.filter { !$0.outcome.isWithoutMarkers }
    return ConflictsReport(
      unmerged: files.map { shown($0.path) },
      resolved: open.flatMap(\.outcome.decisions).map(shown),
      conflicts: open.flatMap(\.outcome.conflicts).map(shown),
      edited: files.filter(\.outcome.isWithoutMarkers).map { shown($0.path) },
      commits: unmerged.commits, rebase: unmerged.rebase)
  }

  /// Returns the policy for conflicts, with the style of conflict markers.
  func resolvingPolicy(_ resolutions: [ConflictResolution]) throws -> MergePolicy {
    var policy = try mergePolicy(nil, resolutions)
    policy.lines.style = try LineMerge.Style(configuredIn: repository.configuration())
    return policy
  }
}
