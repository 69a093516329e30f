import Forked
public import ForkedDocument
import ForkedGit

/// What `show` is asked for.
public struct ShowRequest: Sendable {
  /// The revision.
  public var revision: String

  /// - Parameter revision: the revision.
  public init(revision: String) {
    self.revision = revision
  }
}

/// What a merge decided, found out by doing it again.
public struct RepeatedMerge: Sendable {
  /// What the merge decides by itself.
  public var resolved: [MergeDecision]
  /// What it leaves to a person, who settled it in this version.
  public var conflicts: [MergeConflict]
  /// True if it gives exactly this version.
  public var givesSame: Bool
}

/// One version.
public struct ShowReport: Report {
  /// The version.
  public var version: LoggedVersion
  /// How it differs from its first parent.
  public var files: [FileDifference]
  /// What the merge decided, for a version with two parents.
  public var merge: RepeatedMerge?

  /// As a line of `log`, and `"changes":[..],"merge":{"resolved":[..],"conflicts":[..],"same":true}`.
  public var reportValue: ReportValue {
    let commit = version.commit
    return .object([
      "commit": .string(commit.id.hex), "parents": .strings(commit.parents.map(\.hex)),
      "fork": .string(version.forks.first?.name), "version": .string(version.number),
      "author": .string(version.author), "time": .string(version.time),
      "message": .string(commit.text), "documents": version.documents.map { .strings($0) },
      "changes": .array(files.flatMap(\.lines)),
      "merge": merge.map {
        .object([
          "resolved": .array($0.resolved.map(\.reportValue)),
          "conflicts": .array($0.conflicts.map(\.reportValue)), "same": .bool($0.givesSame),
        ])
      },
    ])
  }
}

extension DocumentStore {
  /// One version: what it changed, and for a merge what was decided, by merging its parents again.
  ///
  /// The configuration of the repository decides that merge as it stands now.
  ///
  /// - Throws: kind `notFound` where there is no such revision.
  public func show(_ request: ShowRequest) throws -> ShowReport {
    let commit = try repository.commit(commit(at: request.revision))
    let files = try differences(
      from: snapshot(of: commit.parents.first), to: snapshot(of: commit.id))
    let forks = try repository.branches().filter { $0.tip == commit.id }.map(\.fork)
    let version = LoggedVersion(commit: commit, forks: forks, documents: files.map(\.document))
    return ShowReport(version: version, files: files, merge: try repeatedMerge(commit))
  }

  private func repeatedMerge(_ commit: CommitObject) throws -> RepeatedMerge? {
    guard commit.parents.count == 2 else { return nil }
    let merged = try mergedAgain(commit)
    return RepeatedMerge(
      resolved: merged.decisions.map(shown), conflicts: merged.conflicts.map(shown),
      givesSame: merged.tree == commit.tree)
  }

  /// What merging the two parents of a version gives, as the configuration stands now, with what the person decided
  /// when it was made.
  ///
  /// - Parameters:
  ///   - listingContested: whether every property that both sides changed is listed.
  ///   - settled: conflicts in which ours shall stand.
  func mergedAgain(
    _ commit: CommitObject, listingContested: Bool = false,
    settling settled: [MergeConflict] = []
  ) throws -> MergeResult<MergedTree> {
    var policy = try mergePolicy(commit.decidedPolicy, [])
    policy.choices = try choices(in: commit)
    for conflict in settled {
      policy.choices[conflict.document, default: [:]][conflict.pointer] = .ours
    }
    policy.listsContested = listingContested
    return try VersionMerge(
      self, ours: commit.parents[0], theirs: commit.parents[1], policy: policy
    ).run()
  }
}
