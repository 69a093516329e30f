public import Forked
public import ForkedDocument
public import ForkedGit

/// The result of a revert.
public struct RevertReport: Report {
  /// The fork on which the change was reverted.
  public var fork: Fork
  /// The version whose change was reverted.
  public var reverted: ObjectID
  /// The fork's commit now.
  public var commit: ObjectID?
  /// True if there is a new version, or would be after a dry run.
  public var changed: Bool
  /// The decisions of the merge.
  public var resolved: [MergeDecision]
  /// The conflicts that are left to the user. If there are any, no ref was updated.
  public var conflicts: [MergeConflict]
  /// True if this is the result of a dry run.
  public var isDryRun: Bool

  /// The result as JSON: `{"fork":..,"reverted":..,"commit":..,"changed":true,"resolved":[..],"conflicts":[..]}`.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "reverted": reverted, "commit": commit, "changed": changed,
      "resolved": resolved, "conflicts": conflicts,
    ])
  }
}

extension DocumentStore {
  /// Reverts what one version changed, property by property, in a new version.
  ///
  /// It merges the fork with the version before, with the reverted version as the merge base. Of a merge, the changes
  /// that its first parent got by it are reverted.
  ///
  /// - Parameters:
  ///   - revision: the version whose change is reverted.
  ///   - policy: the policy for properties that were changed again since; nil: they are conflicts.
  /// - Throws: kind `notFound` if the fork or the revision does not exist; kind `usage` for a first version, and for a
  ///   merge that left a document out until the user decides. A conflict is no error: the result lists it, and no ref is
  ///   updated.
  public func revert(
    _ revision: String, fork name: String? = nil, dryRun: Bool = false,
    policy: ConflictPolicy? = nil, resolutions: [ConflictResolution] = [], message: String? = nil
  ) throws -> RevertReport {
    let fork = try fork(named: name)
    let target = try repository.commit(commit(at: revision))
    guard let before = target.parents.first else {
      throw StoreError(
        .usage, "\(target.id.hex.prefix(10)) is the first version: there is nothing before it",
        hint: "to remove its documents: \(programName) remove <document>")
    }
    if let left = target.values(of: CommitObject.leftOutTrailer).first {
      throw StoreError(
        .usage,
        "\(target.id.hex.prefix(10)) left out '\(left)', which waits for a decision that would then count it twice",
        hint: "decide first, by '\(programName) exchange'; the merge that decides can be reverted")
    }
    let policy = try mergePolicy(policy ?? .manual, resolutions)
    let reason = "revert: \(revision)"
    return try transaction(reason, kind: dryRun ? .dryRun : .command) { transaction in
      var report = RevertReport(
        fork: fork, reverted: target.id, commit: nil, changed: false, resolved: [], conflicts: [],
        isDryRun: dryRun)
      try transaction.references.holdWorkTree(of: fork)
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
        tree: tree, parents: [tip], message: message ?? Self.message(reverting: target))
      try transaction.update(fork, reason: reason, from: tip, to: commit)
      if !dryRun { report.commit = commit }
      return report
    }
  }

  private static func message(reverting commit: CommitObject) -> String {
    "Revert \"\(commit.subject)\"\n\nThis reverts version \(commit.id.hex)."
  }
}
