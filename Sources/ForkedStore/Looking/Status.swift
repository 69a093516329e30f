public import Forked
public import ForkedDocument
public import ForkedGit

/// The conflicts between a fork and the remote's that it follows, which the user has to decide: before they can be
/// merged, or where a merge took the remote's document until then.
public struct WaitingConflicts: Report {
  /// The remote's fork as a revision, like `origin/main`.
  public var remote: String
  /// The command that merges the two, and takes the decisions.
  public var command: String
  /// The conflicts.
  public var conflicts: [MergeConflict]

  /// `{"remote":"origin/main","command":"fork exchange origin","conflicts":[..]}`
  public var reportValue: ReportValue {
    .object(["remote": remote, "command": command, "conflicts": conflicts])
  }
}

/// The state of the current fork and of the work tree.
public struct StatusReport: Report {
  /// A path with uncommitted changes in the work tree.
  public struct Edited: Hashable, Sendable {
    /// The path.
    public var document: String
    /// The kind of difference from the last version.
    public var state: PathState
    /// The former path of a renamed file; nil for any other.
    public var renamedFrom: String?
    /// True if it is a document, which `update` records.
    public var isDocument: Bool

    /// The kind of difference in a word: `new`, `modified`, `deleted`, `typeChanged` or `renamed`.
    public var word: String { renamedFrom == nil ? state.rawValue : "renamed" }
  }

  /// The current fork; nil if HEAD is detached.
  public var fork: Fork?
  /// The commit; nil if there is none yet.
  public var commit: ObjectID?
  /// The main fork.
  public var main: Fork
  /// The number of versions that the current fork has and main does not.
  public var ahead: Int
  /// The number of versions that main has and the current fork does not.
  public var behind: Int
  /// The relation to the remote's fork that the current fork follows; nil if it follows none.
  public var remote: RemoteRelation?
  /// The operation of git that is in progress.
  public var operation: RepositoryOperation?
  /// The uncommitted changes, ordered by path; none in a bare repository.
  public var edited: [Edited]
  /// The paths that a merge left in conflict.
  public var conflicts: [String]
  /// The conflicts with the remote's fork, as it was last fetched; nil if there are none.
  public var waiting: WaitingConflicts?

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "fork": fork?.name, "commit": commit, "main": main, "ahead": ahead, "behind": behind,
      "remote": remote, "operation": operation?.rawValue,
      "edited": edited.filter(\.isDocument).map {
        ReportValue.object([
          "document": $0.document, "renamedFrom": $0.renamedFrom, "state": $0.word,
        ])
      },
      "others": edited.filter { !$0.isDocument }.map(\.document), "conflicts": conflicts,
      "waiting": waiting,
    ])
  }
}

extension DocumentStore {
  /// Returns the current fork, its distance from main, the uncommitted changes, and the conflicts that wait.
  ///
  /// - Complexity: reads the state of the whole work tree, and merges with the remote's fork if both have versions of
  ///   their own.
  public func status() throws -> StatusReport {
    let head = try repository.head()
    let main = try mainFork()
    let changes = repository.isBare ? [] : try repository.status()
    let (ahead, behind) = try aheadBehind(head.commit, repository.tip(of: main))
    return StatusReport(
      fork: head.fork, commit: head.commit, main: main, ahead: ahead, behind: behind,
      remote: try relationToRemote(of: head), operation: repository.operationInProgress,
      edited: try edited(changes.filter { !$0.isConflicted }, since: snapshot(of: head.commit)),
      conflicts: changes.filter(\.isConflicted).map { shown($0.path) },
      waiting: try waitingConflicts(of: head))
  }

  /// Merges the current fork with the remote's and with what waits, and returns the conflicts. A version that cannot be
  /// merged does not keep the status from the user.
  private func waitingConflicts(of head: Head) throws -> WaitingConflicts? {
    guard case .branch(let fork, let tip) = head,
      let followed = try RemoteForks(of: self).followed(by: fork)
    else { return nil }
    do {
      let policy = try mergePolicy(nil, [])
      let names = SideNames(ours: fork.name, theirs: followed.name)
      var (merged, way) = (MergeResult(MergedCommit()), "exchange")
      if case .merge(let bases) = try repository.need(of: tip, for: followed.tip) {
        merged = try canonicalMerge(tip, followed.tip, bases: bases, policy, names: names)
        if followed.fork != fork { way = "pull" }
      }
      try mergeWaiting(into: &merged, at: tip, policy, names: names)
      let conflicts = merged.conflicts.map(shown)
      return conflicts.isEmpty
        ? nil
        : WaitingConflicts(
          remote: followed.name,
          command: "\(programName) \(way) \(followed.remote.shellWord)"
            + (way == "pull" || followed.fork == fork ? "" : " --fork \(fork.name.shellWord)"),
          conflicts: conflicts)
    } catch {
      let failure = StoreError(translating: error)
      if failure.kind == .interrupted { throw failure }
      environment.notify("conflicts with \(followed.name) are not known: \(failure.message)")
      return nil
    }
  }

  private func relationToRemote(of head: Head) throws -> RemoteRelation? {
    guard case .branch(let fork, let tip) = head else { return nil }
    return try RemoteForks(of: self).relation(of: fork, at: tip)
  }

  private func aheadBehind(
    _ commit: ObjectID?, _ main: ObjectID?
  ) throws -> (ahead: Int, behind: Int) {
    guard let commit, let main else { return (0, 0) }
    return try repository.aheadBehind(commit, main)
  }

  private func edited(
    _ changes: [WorkTreeChange], since snapshot: Snapshot
  ) throws -> [StatusReport.Edited] {
    guard !changes.isEmpty else { return [] }
    let schemas = try schemas(of: snapshot)
    let renames = try renames(among: changes, since: snapshot)
    let formerPaths = Set(renames.values.map(\.path))
    return changes.compactMap { change in
      guard let state = change.stateSinceHead, !formerPaths.contains(change.path) else {
        return nil
      }
      return StatusReport.Edited(
        document: shown(change.path), state: state,
        renamedFrom: renames[change.path].map { shown($0.path) },
        isDocument: change.path.string.map(schemas.isDocument) ?? false)
    }
  }

  /// Returns the former files by the new paths.
  private func renames(
    among changes: [WorkTreeChange], since snapshot: Snapshot
  ) throws -> [TreePath: PathEntry] {
    let states = Dictionary(grouping: changes, by: \.stateSinceHead).mapValues { $0.map(\.path) }
    guard let tree = snapshot.tree, let gone = states[.deleted], let come = states[.new] else {
      return [:]
    }
    let deletions = try gone.map {
      TreeChange(path: $0, old: try repository.entry(at: $0, in: tree), new: nil)
    }
    let additions = try come.map {
      TreeChange(path: $0, old: nil, new: try repository.storeWorkTreeFile(at: $0))
    }
    return try repository.renames(among: (deletions + additions).filter { $0.old != $0.new })
  }
}

extension WorkTreeChange {
  /// The difference of the work tree from HEAD, without regard to the index; nil if a staged new file was deleted
  /// again.
  fileprivate var stateSinceHead: PathState? {
    switch (staged, unstaged) {
    case (.new?, .deleted?): nil
    case (.new?, _): .new
    case (.deleted?, .new?): .modified
    case (let staged?, nil): staged
    case (_, let unstaged): unstaged
    }
  }
}
