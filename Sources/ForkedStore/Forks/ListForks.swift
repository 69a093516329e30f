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

  /// The fork.
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

  /// `[{"fork":..,"commit":..,"ahead":1,"behind":0,"current":false}]`
  public var reportValue: ReportValue {
    .array(
      forks.map {
        .object([
          "fork": .string($0.fork.name), "commit": .string($0.commit.hex),
          "ahead": .number($0.ahead), "behind": .number($0.behind), "current": .bool($0.isCurrent),
        ])
      })
  }
}

extension DocumentStore {
  /// Lists the forks with their relations to the main fork.
  ///
  /// - Complexity: proportional to the versions since the forks diverged from main.
  public func listForks() throws -> ListForksReport {
    let current = try repository.head().fork
    let main = try mainFork()
    let mainTip = try repository.tip(of: main)
    let forks = try repository.branches().map { fork, tip in
      let (ahead, behind) = try mainTip.map { try repository.aheadBehind(tip, $0) } ?? (0, 0)
      return ListedFork(
        fork: fork, commit: tip, ahead: ahead, behind: behind, isCurrent: fork == current,
        isMain: fork == main)
    }
    return ListForksReport(forks: forks)
  }
}
