public import Forked
public import ForkedGit

/// One fork, seen from the main one.
public struct ListedFork: Hashable, Sendable {
  /// How a fork stands to the main one.
  public enum Standing: String, Sendable {
    /// Both hold the same versions.
    case same
    /// It has versions that main doesn't have.
    case ahead
    /// Main has versions that it doesn't have.
    case behind
    /// Each has versions of its own.
    case diverged
  }

  /// The fork.
  public var fork: Fork
  /// Where it stands.
  public var commit: ObjectID
  /// How many versions it has that main doesn't have.
  public var ahead: Int
  /// How many versions main has that it doesn't have.
  public var behind: Int
  /// True if HEAD names it.
  public var isCurrent: Bool
  /// True if it is the main fork.
  public var isMain: Bool

  /// How it stands to the main fork.
  public var standing: Standing {
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
  /// The forks, and how each stands to the main one.
  ///
  /// - Complexity: the versions since the forks parted from main.
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
