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
    let reason = "sync: with \(main.name)"
    return try transaction("sync: \(main.name)", kind: dryRun ? .dryRun : .command) {
      transaction in
      for fork in (forks + [main]).sorted() { try transaction.references.holdWorkTree(of: fork) }
      var parts = [Part(fork: main, tip: try tip(of: main))]
      var common = parts[0].tip
      let others = try forks.map { Part(fork: $0, tip: try tip(of: $0)) }
      for var part in others.sorted(by: { ($0.tip, $0.fork) < ($1.tip, $1.fork) }) {
        part.merged = try mergeVersions(part.tip, into: common) { ours, bases in
          try canonicalMerge(
            ours, part.tip, bases: bases, policy,
            names: SideNames(ours: main.name, theirs: part.fork.name))
        }
        common = part.merged.commit ?? common
        parts.append(part)
      }
      let synced = parts.filter(\.merged.conflicts.isEmpty).sorted { $0.fork < $1.fork }
      let updates = try synced.map {
        try transaction.update($0.fork, reason: reason, from: $0.tip, to: common)
      }
      let changed = Set(updates.filter(\.isChange).map(\.fork))
      return SyncReport(
        main: main, commit: common.hex,
        forks: parts.map {
          SyncReport.Synced(
            fork: $0.fork, isSynced: $0.merged.conflicts.isEmpty,
            changed: changed.contains($0.fork), resolved: $0.merged.decisions.map(shown),
            conflicts: $0.merged.conflicts.map(shown))
        })
    }
  }

  /// A fork that takes part, and the merge of its commit into the common version of the forks before it.
  private struct Part {
    var fork: Fork
    var tip: ObjectID
    var merged = MergeResult(MergedCommit())
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
