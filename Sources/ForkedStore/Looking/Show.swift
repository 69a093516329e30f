public import ForkedDocument
import ForkedGit

/// The result of merging the parents of a version again.
public struct RepeatedMerge: Sendable {
  /// The decisions of the merge.
  public var resolved: [MergeDecision]
  /// The conflicts of the merge, which the user resolved in this version.
  public var conflicts: [ResolvedConflict]
  /// True if the repeated merge gives exactly this version.
  public var givesSame: Bool
}

/// A conflict of a merge, with the value that the user gave it.
public struct ResolvedConflict: Report {
  /// The conflict.
  public var conflict: MergeConflict
  /// The same with the result, as `explain` shows it.
  public var explained: ExplainedProperty

  /// The conflict as JSON, with `"result"` and `"stands"`: the value in the version, and the side that it is from.
  public var reportValue: ReportValue {
    .joined([
      conflict.reportValue,
      .object(["result": explained.result, "stands": explained.resultOrigin.rawValue]),
    ])
  }
}

/// The result of `show`: one version.
public struct ShowReport: Report {
  /// The version.
  public var version: LoggedVersion
  /// The differences from the first parent.
  public var files: [FileDifference]
  /// The repeated merge, for a version with two parents.
  public var merge: RepeatedMerge?

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    var version = version
    version.changes = files
    let merge = merge.map { merge in
      ReportValue.object([
        "resolved": merge.resolved, "conflicts": merge.conflicts, "same": merge.givesSame,
      ])
    }
    return .joined([version.reportValue, .object(["merge": merge])])
  }
}

extension DocumentStore {
  /// Returns one version: its changes, and for a merge the decisions, found by merging the parents again.
  ///
  /// The repeated merge uses the current configuration of the repository.
  ///
  /// - Throws: kind `notFound` if there is no such revision.
  public func show(_ revision: String) throws -> ShowReport {
    let commit = try repository.commit(commit(at: revision))
    let files = try differences(
      from: snapshot(of: presentParents(of: commit).first), to: snapshot(of: commit.id))
    notify(historyEndsAt: try repository.historyEnds().intersection([commit.id]))
    let forks = try shownBranches().filter { $0.tip == commit.id }.map(\.fork)
    let version = LoggedVersion(commit: commit, forks: forks, documents: files.map(\.document))
    return ShowReport(version: version, files: files, merge: try repeatedMerge(commit))
  }

  private func repeatedMerge(_ commit: CommitObject) throws -> RepeatedMerge? {
    guard try presentParents(of: commit).count == 2 else { return nil }
    let merged = try mergedAgain(commit)
    return RepeatedMerge(
      resolved: merged.decisions.map(shown),
      conflicts: merged.conflicts.isEmpty
        ? [] : try MergeExplanation(of: commit, as: merged, in: self).resolvedConflicts(),
      givesSame: merged.tree == commit.tree)
  }

  /// Merges the two parents of a version again, with the current configuration and the user's resolutions in that
  /// version.
  ///
  /// - Parameters:
  ///   - listing: what is listed beside decisions and conflicts.
  ///   - decided: conflicts that are resolved with ours.
  func mergedAgain(
    _ commit: CommitObject, listing: MergeListing = .nothingElse,
    deciding decided: [MergeConflict] = []
  ) throws -> MergeResult<MergedTree> {
    var policy = try mergePolicy(commit.decidedPolicy, [])
    let chosen = try choices(in: commit)
    if !chosen.isEmpty {
      let open = try VersionMerge(
        self, ours: commit.parents[0], theirs: commit.parents[1], policy: policy
      ).run()
      policy.choices = chosen
      try correct(&policy.choices, by: open.conflicts, in: commit)
    }
    for conflict in decided {
      policy.choices[conflict.document, default: [:]][conflict.pointer] = .ours
    }
    policy.listing = listing
    return try VersionMerge(
      self, ours: commit.parents[0], theirs: commit.parents[1], policy: policy
    ).run()
  }
}
