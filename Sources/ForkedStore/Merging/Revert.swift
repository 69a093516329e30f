public import Forked
public import ForkedDocument
public import ForkedGit

/// What `revert` is asked for.
public struct RevertRequest: Sendable {
  /// The version whose change is taken back.
  public var revision: String
  /// The fork; nil: the current one.
  public var fork: String?
  /// True if nothing moves.
  public var dryRun: Bool
  /// What decides where the property was changed again since; nil: a person.
  public var policy: ConflictPolicy?
  /// What a person decided.
  public var settlements: [ConflictSettlement]
  /// What the version says; nil: what was done.
  public var message: String?

  /// - Parameters:
  ///   - revision: the version whose change is taken back.
  ///   - fork: the fork; nil: the current one.
  ///   - dryRun: whether nothing moves.
  ///   - policy: what decides where the property was changed again since.
  ///   - settlements: what a person decided.
  ///   - message: what the version says; nil: what was done.
  public init(
    revision: String, fork: String? = nil, dryRun: Bool = false, policy: ConflictPolicy? = nil,
    settlements: [ConflictSettlement] = [], message: String? = nil
  ) {
    self.revision = revision
    self.fork = fork
    self.dryRun = dryRun
    self.policy = policy
    self.settlements = settlements
    self.message = message
  }
}

/// What became of a revert.
public struct RevertReport: Report {
  /// The fork that moved.
  public var fork: Fork
  /// The version whose change was taken back.
  public var reverted: ObjectID
  /// Where the fork stands now.
  public var commit: ObjectID?
  /// True if there is a new version, or would be.
  public var changed: Bool
  /// What was decided.
  public var resolved: [MergeDecision]
  /// What is left to a person. Where there is any, nothing moved.
  public var conflicts: [MergeConflict]
  /// True if this only says what would happen.
  public var isDryRun: Bool

  /// `{"fork":..,"reverted":..,"commit":..,"changed":true,"resolved":[..],"conflicts":[..]}`
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "reverted": .string(reverted.hex), "commit": .string(commit?.hex),
      "changed": .bool(changed), "resolved": .array(resolved.map(\.reportValue)),
      "conflicts": .array(conflicts.map(\.reportValue)),
    ])
  }
}

extension DocumentStore {
  /// Takes back what one version changed, property by property, in a new version: a merge of the fork with the version
  /// before, the version itself being their ancestor. Of a merge, what its first parent got by it is taken back.
  ///
  /// - Throws: kind `notFound` where there is no such fork or revision; kind `usage` for a first version. A conflict
  ///   is no error: the report names it, and nothing moved.
  public func revert(_ request: RevertRequest) throws -> RevertReport {
    let fork = try fork(named: request.fork)
    let target = try repository.commit(commit(at: request.revision))
    guard let before = target.parents.first else {
      throw StoreError(
        .usage, "\(target.id.hex.prefix(10)) is the first version: there is nothing before it",
        hint: "'fork remove' takes documents away")
    }
    let policy = try mergePolicy(request.policy ?? .manual, request.settlements)
    return try transaction(
      "revert: \(request.revision)", kind: request.dryRun ? .dryRun : .command
    ) { transaction in
      var report = RevertReport(
        fork: fork, reverted: target.id, commit: nil, changed: false, resolved: [], conflicts: [],
        isDryRun: request.dryRun)
      try transaction.holdWorkTree(of: fork)
      report.commit = try repository.tip(of: fork)
      guard let tip = report.commit else { return report }
      let merged = try VersionMerge(
        self, ours: tip, theirs: before, bases: [target.id], policy: policy
      ).run()
      try merged.checkAudit()
      report.resolved = merged.decisions.map(shown)
      report.conflicts = merged.conflicts.map(shown)
      report.changed = try merged.tree.map { try $0 != repository.tree(ofCommit: tip) } ?? false
      guard let tree = merged.tree, report.changed else { return report }
      let commit = try writeCommit(
        tree: tree, parents: [tip], message: request.message ?? Self.message(reverting: target))
      try transaction.update(
        fork, reason: "revert: \(request.revision)", from: tip, to: commit)
      if !request.dryRun { report.commit = commit }
      return report
    }
  }

  private static func message(reverting commit: CommitObject) -> String {
    "Revert \"\(commit.subject)\"\n\nThis takes back version \(commit.id.hex)."
  }
}
