public import Forked
public import ForkedDocument
import ForkedGit

/// The result of a sync.
public struct SyncReport: Report {
  /// The result for one fork.
  public struct Synced: Sendable {
    /// The fork that takes part.
    public var fork: Fork
    /// True if the fork holds the common version now.
    public var isSynced: Bool
    /// True if the fork was updated to hold it.
    public var changed: Bool
    /// The decisions of its merge.
    public var resolved: [MergeDecision]
    /// The conflicts that keep it from the common version.
    public var conflicts: [MergeConflict]
  }

  /// The main fork.
  public var main: Fork
  /// The common version.
  public var commit: String
  /// The main fork and the others, in the order in which they were merged.
  public var forks: [Synced]

  /// True if any fork was left as it was because of conflicts.
  public var hasConflicts: Bool { forks.contains { !$0.conflicts.isEmpty } }

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "main": main, "commit": commit,
      "forks": forks.map {
        ReportValue.object([
          "fork": $0.fork, "synced": $0.isSynced, "changed": $0.changed, "resolved": $0.resolved,
          "conflicts": $0.conflicts,
        ])
      },
    ])
  }
}

extension DocumentStore {
  /// Updates main and the forks to one version that holds the changes of all.
  ///
  /// The version is the same in whatever order the forks are named, and on every machine: the merge commits are
  /// canonical.
  /// A fork with conflicts is left as it is, and the others proceed.
  ///
  /// - Parameters:
  ///   - forks: the forks; if empty, the current one.
  ///   - all: true if all forks take part.
  ///   - dryRun: true if no ref is updated.
  ///   - policy: the policy for conflicts, where main is ours; nil: as configuration and schema say.
  ///   - resolutions: the user's resolutions, where main is ours.
  /// - Throws: kind `notFound` if a fork does not exist, `usage` if there is no fork besides main; ``GitError`` of kind
  ///   `editedDocuments` if uncommitted changes would be overwritten: nothing is changed then.
  public func sync(
    _ forks: [String], all: Bool = false, dryRun: Bool = false, policy: ConflictPolicy? = nil,
    resolutions: [ConflictResolution] = []
  ) throws -> SyncReport {
    let main = try mainFork()
    let forks = try self.forks(forks, all: all, besides: main)
    let policy = try mergePolicy(policy, resolutions)
    return try transaction("sync: \(main.name)", kind: dryRun ? .dryRun : .command) {
      transaction in
      for fork in (forks + [main]).sorted() { try transaction.references.holdWorkTree(of: fork) }
      let common = try commonVersion(of: main, and: forks, policy)
      return try report(common, updated: update(common, in: transaction))
    }
  }

  private func forks(_ names: [String], all: Bool, besides main: Fork) throws -> [Fork] {
    let named =
      all
      ? try repository.branches().map(\.fork)
      : try names.isEmpty
        ? [currentFork(named: "as an argument")] : names.map { try fork(named: $0) }
    let others = Set(named.filter { $0 != main })
    guard !others.isEmpty || all else {
      throw StoreError(
        .usage, "there is nothing to sync '\(main.name)' with",
        hint: "name forks, or sync with all: \(programName) sync --all")
    }
    return others.sorted()
  }
}

/// The version that merges main and the forks.
private struct CommonVersion {
  struct Part {
    var fork: Fork
    var tip: ObjectID
    /// The merge of its commit into the common version of the forks before it.
    var merged = MergeResult(MergedCommit())
  }

  let main: Fork
  var commit: ObjectID
  var parts: [Part]
}

extension DocumentStore {
  private func commonVersion(
    of main: Fork, and forks: [Fork], _ policy: MergePolicy
  ) throws -> CommonVersion {
    let tip = try tip(of: main)
    var common = CommonVersion(main: main, commit: tip, parts: [.init(fork: main, tip: tip)])
    let others = try forks.map { CommonVersion.Part(fork: $0, tip: try self.tip(of: $0)) }
    for var part in others.sorted(by: { ($0.tip, $0.fork) < ($1.tip, $1.fork) }) {
      try merge(&part, into: &common, policy)
      common.parts.append(part)
    }
    return common
  }

  private func merge(
    _ part: inout CommonVersion.Part, into common: inout CommonVersion, _ policy: MergePolicy
  ) throws {
    part.merged = try merged(part.tip, into: common.commit) { tip, bases in
      try canonicalMerge(
        tip, part.tip, bases: bases, policy,
        names: SideNames(ours: common.main.name, theirs: part.fork.name))
    }
    common.commit = part.merged.commit ?? common.commit
  }

  /// Updates all forks without conflicts to the common version.
  ///
  /// - Returns: the forks that did not hold it before.
  private func update(
    _ common: CommonVersion, in transaction: Transaction
  ) throws -> Set<Fork> {
    let synced = common.parts.filter(\.merged.conflicts.isEmpty).sorted { $0.fork < $1.fork }
    let forkUpdates = try synced.map { part in
      try transaction.update(
        part.fork, reason: "sync: with \(common.main.name)", from: part.tip, to: common.commit)
    }
    return Set(forkUpdates.filter(\.isChange).map(\.fork))
  }

  private func report(_ common: CommonVersion, updated: Set<Fork>) throws -> SyncReport {
    SyncReport(
      main: common.main, commit: common.commit.hex,
      forks: common.parts.map { part in
        SyncReport.Synced(
          fork: part.fork, isSynced: part.merged.conflicts.isEmpty,
          changed: updated.contains(part.fork),
          resolved: part.merged.decisions.map(shown),
          conflicts: part.merged.conflicts.map(shown))
      })
  }
}
