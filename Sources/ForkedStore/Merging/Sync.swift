public import Forked
public import ForkedDocument
import ForkedGit

/// What `sync` is asked for.
public struct SyncRequest: Sendable {
  /// The forks to bring to one version with main; none: the current one.
  public var forks: [String]
  /// True if all forks take part.
  public var all: Bool
  /// True if nothing moves.
  public var dryRun: Bool
  /// What decides true conflicts, main being ours; nil: as configuration and schema say.
  public var policy: ConflictPolicy?
  /// What a person decided, main being ours.
  public var settlements: [ConflictSettlement]

  /// - Parameters:
  ///   - forks: the forks to bring to one version with main; none: the current one.
  ///   - all: whether all forks take part.
  ///   - dryRun: whether nothing moves.
  ///   - policy: what decides true conflicts, main being ours.
  ///   - settlements: what a person decided, main being ours.
  public init(
    forks: [String], all: Bool = false, dryRun: Bool = false, policy: ConflictPolicy? = nil,
    settlements: [ConflictSettlement] = []
  ) {
    self.forks = forks
    self.all = all
    self.dryRun = dryRun
    self.policy = policy
    self.settlements = settlements
  }
}

/// What became of a sync.
public struct SyncReport: Report {
  /// What became of one fork.
  public struct Synced: Sendable {
    /// The fork.
    public var fork: Fork
    /// True if it holds the common version now.
    public var isSynced: Bool
    /// True if it moved for that.
    public var changed: Bool
    /// What was decided for it.
    public var resolved: [MergeDecision]
    /// What keeps it from the common version.
    public var conflicts: [MergeConflict]
  }

  /// The hub.
  public var main: Fork
  /// The common version.
  public var commit: String
  /// Main and the forks, in the order in which they were merged.
  public var forks: [Synced]

  /// True if any fork was left as it was because of conflicts.
  public var hasConflicts: Bool { forks.contains { !$0.conflicts.isEmpty } }

  /// `{"main":..,"commit":..,"forks":[{"fork":..,"synced":true,"changed":true,"resolved":[..],"conflicts":[..]}]}`
  public var reportValue: ReportValue {
    .object([
      "main": .string(main.name), "commit": .string(commit),
      "forks": .array(
        forks.map {
          .object([
            "fork": .string($0.fork.name), "synced": .bool($0.isSynced),
            "changed": .bool($0.changed), "resolved": .array($0.resolved.map(\.reportValue)),
            "conflicts": .array($0.conflicts.map(\.reportValue)),
          ])
        }),
    ])
  }
}

extension DocumentStore {
  /// Brings main and forks to one version, the same whatever the order in which they are named and on whichever
  /// machine it runs: the merge commits are canonical.
  ///
  /// A fork with conflicts is left as it is, and the others proceed.
  ///
  /// - Throws: kind `notFound` where there is no such fork, `usage` where there is only main; ``GitError`` of kind
  ///   `editedDocuments` where a person's edits would be overwritten: nothing changed then.
  public func sync(_ request: SyncRequest) throws -> SyncReport {
    let main = try mainFork()
    let forks = try forks(of: request, besides: main)
    let policy = try mergePolicy(request.policy, request.settlements)
    return try transaction(
      "sync: \(main.name)", kind: request.dryRun ? .dryRun : .command
    ) { transaction in
      for fork in (forks + [main]).sorted() { try transaction.holdWorkTree(of: fork) }
      let common = try commonVersion(of: main, and: forks, policy)
      return try report(common, updated: update(common, in: transaction))
    }
  }

  private func forks(of request: SyncRequest, besides main: Fork) throws -> [Fork] {
    let named =
      request.all
      ? try repository.branches().map(\.fork)
      : try request.forks.isEmpty ? [currentFork()] : request.forks.map { try fork(named: $0) }
    let others = Set(named.filter { $0 != main })
    guard !others.isEmpty || request.all else {
      throw StoreError(
        .usage, "there is nothing to sync '\(main.name)' with",
        hint: "name forks, or sync with all: fork sync --all")
    }
    return others.sorted()
  }
}

/// The version that main and the forks come to.
private struct CommonVersion {
  struct Part {
    var fork: Fork
    var tip: ObjectID
    /// The merge of its commit into what the forks before it came to.
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
      try canonicalMerge(tip, part.tip, bases: bases, policy)
    }
    common.commit = part.merged.commit ?? common.commit
  }

  /// Updates all forks without conflicts to the common version.
  ///
  /// - Returns: those that did not hold it.
  private func update(
    _ common: CommonVersion, in transaction: Transaction
  ) throws -> Set<Fork> {
    let synced = common.parts.filter(\.merged.conflicts.isEmpty).sorted { $0.fork < $1.fork }
    let movements = try synced.map { part in
      try transaction.update(
        part.fork, reason: "sync: with \(common.main.name)", from: part.tip, to: common.commit)
    }
    return Set(movements.filter(\.isChange).map(\.fork))
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
