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
