public import Forked
public import ForkedGit

/// A fork, compared with the main fork.
public struct ListedFork: Hashable, Sendable {
  /// The relation of a fork to the main fork.
  public enum Relation: String, Sendable {
    /// Both have the same versions.
    case same
    /// The fork has versions that main does not have.
    case ahead
    /// Main has versions that the fork does not have.
    case behind
    /// Each has versions of its own.
    case diverged
  }

  /// The fork that is listed.
  public var fork: Fork
  /// The fork's tip.
  public var commit: ObjectID
  /// The number of versions that the fork has and main does not.
  public var ahead: Int
  /// The number of versions that main has and the fork does not.
  public var behind: Int
  /// True if HEAD names it.
  public var isCurrent: Bool
  /// True if it is the main fork.
  public var isMain: Bool
  /// The relation to the remote's fork that it follows; nil if it follows none.
  public var remote: RemoteRelation?

  /// The relation of the fork to the main fork.
  public var relation: Relation {
    switch (ahead > 0, behind > 0) {
    case (false, false): .same
    case (true, false): .ahead
    case (false, true): .behind
    case (true, true): .diverged
    }
  }
}

/// The forks of a repository.
public struct ListForksReport: Report {
  /// The forks, ordered by the bytes of their names.
  public var forks: [ListedFork]
  /// The forks of remotes, as they were last fetched, that no fork here follows; ordered by name, like `origin/feat`.
  public var remoteForks: [ListedFork] = []

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .array(
      (forks + remoteForks).map {
        .object([
          "fork": $0.fork, "commit": $0.commit, "ahead": $0.ahead, "behind": $0.behind,
          "current": $0.isCurrent, "remote": $0.remote,
        ])
      })
  }
}

extension DocumentStore {
  /// Lists the forks with their relations to the main fork and to the forks of remotes.
  ///
  /// - Complexity: proportional to the versions since the forks diverged from main.
  public func listForks() throws -> ListForksReport {
    let current = try repository.headFork()
    let main = try mainFork()
    let mainTip = try repository.tip(of: main)
    let remotes = try RemoteForks(of: self)
    func listed(_ fork: Fork, at tip: ObjectID) throws -> ListedFork {
      let (ahead, behind) = try mainTip.map { try repository.aheadBehind(tip, $0) } ?? (0, 0)
      return ListedFork(
        fork: fork, commit: tip, ahead: ahead, behind: behind, isCurrent: fork == current,
        isMain: fork == main)
    }
    let forks = try shownBranches().map { fork, tip in
      var listed = try listed(fork, at: tip)
      listed.remote = try remotes.relation(of: fork, at: tip)
      return listed
    }
    let followed = Set(forks.compactMap(\.remote?.name))
    let others = try remotes.all.filter { !followed.contains($0.name) }
      .map { try listed(Fork(name: $0.name), at: $0.tip) }
    return ListForksReport(forks: forks, remoteForks: others)
  }
}
