public import Forked
public import ForkedDocument
import ForkedGit

/// The input of `exchange`.
public struct ExchangeRequest: Sendable {
  /// The remote; nil: the default one.
  public var remote: String?
  /// The forks that take part, even if only one side has them; if empty, the main fork and all that both sides have or
  /// had.
  public var forks: [String]
  /// True if all forks of either side take part.
  public var all: Bool
  /// The main fork; nil: that of the repository.
  public var main: String?
  /// True if no ref is updated.
  public var dryRun: Bool
  /// The policy for conflicts, where this side is ours; nil: as configuration and schema say.
  public var policy: ConflictPolicy?
  /// The user's resolutions, where this side is ours.
  public var resolutions: [ConflictResolution]
  /// The user's decisions about the conflicts of single forks.
  public var decisions: [ConflictDecisions]

  /// Creates a request.
  public init(
    remote: String? = nil, forks: [String] = [], all: Bool = false, main: String? = nil,
    dryRun: Bool = false, policy: ConflictPolicy? = nil,
    resolutions: [ConflictResolution] = [], decisions: [ConflictDecisions] = []
  ) {
    self.remote = remote
    self.forks = forks
    self.all = all
    self.main = main
    self.dryRun = dryRun
    self.policy = policy
    self.resolutions = resolutions
    self.decisions = decisions
  }
}

/// The result of an exchange.
public struct ExchangeReport: Report {
  /// The side on which a fork was deleted.
  public enum Deletion: String, Sendable {
    /// Deleted here, since the remote had deleted it.
    case here
    /// Deleted at the remote, since it had been deleted here.
    case there
  }

  /// The reason why a fork stays that was deleted on one side.
  public enum Survival: String, Sendable {
    /// It was deleted at the remote, but is checked out here. It was not pushed.
    case checkedOut
    /// It was deleted at the remote, but has new versions here.
    case changedHere
    /// It was deleted here, but has new versions at the remote.
    case changedThere
  }

  /// The result for one fork: that of its merge with the one of the remote, and of what follows from it.
  @dynamicMemberLookup
  public struct Exchanged: Sendable {
    /// The fork that was exchanged.
    public var fork: Fork
    /// The merge with the remote's fork. Its commit is nil if the fork is gone here, and its conflicts are those that
    /// keep the two sides apart, or of the documents that wait.
    public var merge: MergeReport
    /// True if it was updated at the remote.
    public var isPushed = false
    /// The side on which it was deleted.
    public var deletion: Deletion?
    /// The reason why it stays although one side had deleted it; nil if none had.
    public var survival: Survival?
    /// The documents that are as at the remote until the user decides their conflicts. All others are merged. If there
    /// are none, conflicts keep the whole fork as it is.
    public var waiting: [String] = []
    /// The reason why it was left as it is.
    public var failure: StoreError?

    /// A part of the merge.
    public subscript<Value>(dynamicMember part: WritableKeyPath<MergeReport, Value>) -> Value {
      get { merge[keyPath: part] }
      set { merge[keyPath: part] = newValue }
    }

    /// True if conflicts keep the fork as it is on both sides.
    public var isBlocked: Bool { !merge.conflicts.isEmpty && waiting.isEmpty }

    /// True if anything was updated, or should have been.
    public var isNews: Bool {
      merge.action != .none || isPushed || deletion != nil || survival != nil
        || !merge.conflicts.isEmpty || failure != nil
    }
  }

  /// The remote's name.
  public var remote: String
  /// The number of times that it was fetched from and pushed to.
  public var rounds = 0
  /// The forks that took part, ordered by name.
  public var forks: [Exchanged] = []
  /// Warnings for the user, though the exchange succeeded.
  public var warnings: [String] = []
  /// True if this is the result of a dry run.
  public var isDryRun = false
  /// True if it is remembered here what the remote's forks hold.
  var isFetched = false

  /// True if any fork or document waits for a decision about conflicts.
  public var hasConflicts: Bool { forks.contains { !$0.conflicts.isEmpty } }
  /// The error of the first fork that was left as it was, if there is one.
  public var failure: StoreError? { forks.lazy.compactMap(\.failure).first }
  /// True if anything was updated, or should have been.
  public var isNews: Bool { forks.contains(where: \.isNews) }

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object(["remote": remote, "rounds": rounds, "forks": forks, "warnings": warnings])
  }
}

extension ExchangeReport.Exchanged: Report {
  /// The result for the fork as JSON.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "action": merge.action.rawValue, "commit": merge.commit, "pushed": isPushed,
      "deleted": deletion?.rawValue, "kept": survival?.rawValue, "documents": merge.counts,
      "resolved": merge.resolved, "conflicts": merge.conflicts, "waiting": waiting,
      "error": failure?.message,
    ])
  }

  /// Records the result of a merge.
  mutating func record(
    _ result: MergeResult<MergedCommit>, of commits: MergedCommits, in store: DocumentStore
  ) {
    merge.commits = commits
    merge.conflicts = result.conflicts.map(store.shown)
    waiting = result.areConflictsLeftOut ? Set(merge.conflicts.map(\.document)).sorted() : []
    guard !isBlocked else { return }
    merge.resolved += result.decisions.map(store.shown)
    merge.merged += result.mergedFiles
    if merge.action != .resolveConflict, result.action != .none { merge.action = result.action }
  }
}

extension ExchangeReport {
  /// The merge of each fork, those with conflicts first.
  public var merges: [MergeReport] {
    let merges = forks.map(\.merge)
    return merges.filter { !$0.conflicts.isEmpty } + merges.filter(\.conflicts.isEmpty)
  }

  /// The row of a fork; setting it adds one if there is none.
  subscript(fork: Fork) -> Exchanged {
    get {
      forks.first { $0.fork == fork }
        ?? Exchanged(
          fork: fork,
          merge: MergeReport(
            into: fork, from: ["\(remote)/\(fork.name)"], commit: nil, isDryRun: isDryRun))
    }
    set {
      if let index = forks.firstIndex(where: { $0.fork == fork }) {
        forks[index] = newValue
      } else {
        forks.append(newValue)
        forks.sort { $0.fork < $1.fork }
      }
    }
  }
}

/// The state of a ``GitExchange``.
public enum ExchangeState: Sendable {
  /// It is connected to the remote, or merges. The progress is nil if it is not known.
  case exchanging(Progress?)
  /// Both sides held the same versions after the last exchange.
  case inStep(ExchangeReport)
  /// Some forks or documents were left as they are, and the result lists them with the reason: conflicts that the user
  /// must resolve, uncommitted changes in a work tree, or a server that refuses. All others are synchronized.
  case apart(ExchangeReport)
  /// The remote cannot be reached, or refuses. It is tried again after this time, and then changes made meanwhile are
  /// exchanged too.
  case waiting(StoreError, retryAfter: Duration)
  /// The exchange is over: nil if the program ended it, else the error that waiting does not resolve.
  case ended(StoreError?)

  /// The result of the last exchange, if the state holds one.
  public var report: ExchangeReport? {
    switch self {
    case .inStep(let report), .apart(let report): report
    case .exchanging, .waiting, .ended: nil
    }
  }

  /// The error, if there is one; if several forks were left apart, that of the first.
  public var failure: StoreError? {
    switch self {
    case .waiting(let failure, _), .ended(let failure?): failure
    case .apart(let report): report.failure
    case .exchanging, .inStep, .ended(nil): nil
    }
  }

  /// Creates the state after an exchange.
  init(_ report: ExchangeReport) {
    self = report.hasConflicts || report.failure != nil ? .apart(report) : .inStep(report)
  }
}
