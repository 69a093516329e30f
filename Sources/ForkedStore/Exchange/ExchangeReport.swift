public import Forked
public import ForkedDocument
public import ForkedGit

/// What `exchange` is asked for.
public struct ExchangeRequest: Sendable {
  /// The remote; nil: the usual one.
  public var remote: String?
  /// Forks that take part even where only one side has them, and the only ones that do; none: the main fork and
  /// all that both sides have or had.
  public var forks: [String]
  /// True if all forks of either side take part.
  public var all: Bool
  /// True if nothing moves.
  public var dryRun: Bool
  /// What decides true conflicts, this side being ours; nil: as configuration and schema say.
  public var policy: ConflictPolicy?
  /// What a person decided, this side being ours.
  public var settlements: [ConflictSettlement]

  /// - Parameters:
  ///   - remote: the remote; nil: the usual one.
  ///   - forks: forks that take part even where only one side has them, and the only ones that do.
  ///   - all: whether all forks of either side take part.
  ///   - dryRun: whether nothing moves.
  ///   - policy: what decides true conflicts, this side being ours.
  ///   - settlements: what a person decided, this side being ours.
  public init(
    remote: String? = nil, forks: [String] = [], all: Bool = false, dryRun: Bool = false,
    policy: ConflictPolicy? = nil, settlements: [ConflictSettlement] = []
  ) {
    self.remote = remote
    self.forks = forks
    self.all = all
    self.dryRun = dryRun
    self.policy = policy
    self.settlements = settlements
  }
}

/// What became of an exchange.
public struct ExchangeReport: Report {
  /// Where a fork was deleted.
  public enum Deletion: String, Sendable {
    /// Here, after the remote.
    case here
    /// At the remote, after here.
    case there
  }

  /// What became of one fork.
  public struct Exchanged: Sendable {
    /// The fork.
    public var fork: Fork
    /// What was needed here.
    public var action = MergeAction.none
    /// Where it stands here now; nil: it is gone.
    public var commit: ObjectID?
    /// True if it moved at the remote.
    public var isPushed = false
    /// Where it was deleted.
    public var deletion: Deletion?
    /// How many files differ from what it had here before.
    public var changed = 0
    /// How many files both sides had changed.
    public var merged = 0
    /// What was decided.
    public var resolved: [MergeDecision] = []
    /// What keeps the two sides apart.
    public var conflicts: [MergeConflict] = []
    /// Why it was left as it is.
    public var failure: StoreError?

    /// True if anything moved, or should have.
    public var isNews: Bool {
      action != .none || isPushed || deletion != nil || !conflicts.isEmpty || failure != nil
    }
  }

  /// The remote's name.
  public var remote: String
  /// How often it was fetched and pushed.
  public var rounds = 0
  /// The forks that took part, ordered by name.
  public var forks: [Exchanged] = []
  /// What a person should know though it worked.
  public var warnings: [String] = []
  /// True if this only says what would happen.
  public var isDryRun = false

  /// True if any fork was left as it was because of conflicts.
  public var hasConflicts: Bool { forks.contains { !$0.conflicts.isEmpty } }
  /// Why a fork was left as it was, the first one.
  public var failure: StoreError? { forks.lazy.compactMap(\.failure).first }
  /// True if anything moved, or should have.
  public var isNews: Bool { forks.contains(where: \.isNews) }

  /// `{"remote":..,"rounds":1,"forks":[{"fork":..,"action":..,"commit":..,"pushed":true,"deleted":..,
  /// "documents":{..},"resolved":[..],"conflicts":[..],"error":..}],"warnings":[..]}`
  public var reportValue: ReportValue {
    .object([
      "remote": .string(remote), "rounds": .number(rounds),
      "forks": .array(forks.map(\.reportValue)), "warnings": .strings(warnings),
    ])
  }
}

extension ExchangeReport.Exchanged {
  fileprivate var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "action": .string(action.rawValue),
      "commit": .string(commit?.hex), "pushed": .bool(isPushed),
      "deleted": .string(deletion?.rawValue),
      "documents": .object(["changed": .number(changed), "merged": .number(merged)]),
      "resolved": .array(resolved.map(\.reportValue)),
      "conflicts": .array(conflicts.map(\.reportValue)), "error": .string(failure?.message),
    ])
  }
}

extension ExchangeReport {
  /// What is known of a fork, to be added to.
  subscript(fork: Fork) -> Exchanged {
    get { forks.first { $0.fork == fork } ?? Exchanged(fork: fork) }
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

/// Where a ``GitExchange`` is.
public enum ExchangeState: Sendable {
  /// It talks to the remote, or merges what came from there; how far it is, where that is known.
  case exchanging(Progress?)
  /// Both sides held the same when it last looked.
  case inStep(ExchangeReport)
  /// Forks were left as they are, and the report says which and why: conflicts that a person must settle, unsaved
  /// edits in a work tree, a server that refuses. All others are in step.
  case apart(ExchangeReport)
  /// The remote is not there, or refuses. It is tried again after that time; what changes meanwhile waits here.
  case waiting(StoreError, retryAfter: Duration)
  /// It is over: nil where the program ended it, else what waiting does not make better.
  case ended(StoreError?)

  /// What was done last, where that is what the state tells.
  public var report: ExchangeReport? {
    switch self {
    case .inStep(let report), .apart(let report): report
    case .exchanging, .waiting, .ended: nil
    }
  }

  /// What went wrong, where anything did; of several forks that were left apart, the first one's reason.
  public var failure: StoreError? {
    switch self {
    case .waiting(let failure, _), .ended(let failure?): failure
    case .apart(let report): report.failure
    case .exchanging, .inStep, .ended(nil): nil
    }
  }

  init(_ event: ExchangeEvent) {
    switch event {
    case .exchanged(let report):
      self = report.hasConflicts || report.failure != nil ? .apart(report) : .inStep(report)
    case .failed(let failure, let wait): self = .waiting(failure, retryAfter: wait)
    }
  }
}
