public import Forked
public import ForkedGit
import ForkedSchema

/// Where a person stands.
public struct StatusReport: Report {
  /// A path that is edited in the work tree.
  public struct Edited: Hashable, Sendable {
    /// The path.
    public var document: String
    /// How it differs from the last version.
    public var state: PathState
    /// True if it is a document, which `update` records.
    public var isDocument: Bool
  }

  /// The current fork; nil where HEAD is detached.
  public var fork: Fork?
  /// The commit; nil where there is none yet.
  public var commit: ObjectID?
  /// The main fork.
  public var main: Fork
  /// How many versions the current fork has that main doesn't have.
  public var ahead: Int
  /// How many versions main has that the current fork doesn't have.
  public var behind: Int
  /// What git is in the middle of.
  public var operation: RepositoryOperation?
  /// What is edited, ordered by path; none in a bare repository.
  public var edited: [Edited]
  /// The paths that a merge left in conflict.
  public var conflicts: [String]

  /// `{"fork":..,"commit":..,"main":..,"ahead":0,"behind":0,"edited":[{"document":..,"state":"modified"}],
  /// "others":[..],"conflicts":[..]}`, with `"operation"` where git is in the middle of one.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork?.name), "commit": .string(commit?.hex), "main": .string(main.name),
      "ahead": .number(ahead), "behind": .number(behind), "operation": .string(operation?.rawValue),
      "edited": .array(
        edited.filter(\.isDocument).map {
          .object(["document": .string($0.document), "state": .string($0.state.rawValue)])
        }),
      "others": .strings(edited.filter { !$0.isDocument }.map(\.document)),
      "conflicts": .strings(conflicts),
    ])
  }
}

extension DocumentStore {
  /// Which fork is the current one, how it stands to main, and what is edited.
  ///
  /// - Complexity: the whole work tree is looked at.
  public func status() throws -> StatusReport {
    let head = try repository.head()
    let main = try mainFork()
    let changes = repository.isBare ? [] : try repository.status()
    let (ahead, behind) = try aheadBehind(head.commit, repository.tip(of: main))
    return StatusReport(
      fork: head.fork, commit: head.commit, main: main, ahead: ahead, behind: behind,
      operation: repository.operationInProgress,
      edited: try edited(changes.filter { !$0.isConflicted }, since: snapshot(of: head.commit)),
      conflicts: changes.filter(\.isConflicted).map { shown($0.path) })
  }

  private func aheadBehind(
    _ commit: ObjectID?, _ main: ObjectID?
  ) throws -> (ahead: Int, behind: Int) {
    guard let commit, let main else { return (0, 0) }
    return try repository.aheadBehind(commit, main)
  }

  private func edited(
    _ changes: [WorkTreeChange], since snapshot: Snapshot
  ) throws -> [StatusReport.Edited] {
    guard !changes.isEmpty else { return [] }
    let schemas = try schemas(of: snapshot)
    return changes.compactMap { change in
      guard let state = change.stateSinceHead else { return nil }
      return StatusReport.Edited(
        document: shown(change.path), state: state,
        isDocument: change.path.string.map(schemas.isDocument) ?? false)
    }
  }
}

extension WorkTreeChange {
  /// How the work tree differs from HEAD, the index left aside; nil where a new file is gone again.
  fileprivate var stateSinceHead: PathState? {
    switch (staged, unstaged) {
    case (.new?, .deleted?): nil
    case (.new?, _): .new
    case (.deleted?, .new?): .modified
    case (let staged?, nil): staged
    case (_, let unstaged): unstaged
    }
  }
}
