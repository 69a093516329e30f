import Forked
import ForkedGit

/// What a lasting exchange tells, as it happens.
public enum ExchangeEvent: Sendable {
  /// An exchange was made.
  case exchanged(ExchangeReport)
  /// It did not work, and is tried again after that many seconds.
  case failed(StoreError, retryAfter: Double)
}

extension ExchangeEvent: Report {
  /// The report, or `{"state":"waiting","error":..,"retryAfter":5}`.
  public var reportValue: ReportValue {
    switch self {
    case .exchanged(let report): report.reportValue
    case .failed(let error, let seconds):
      .object([
        "state": .string("waiting"), "error": .string(error.message),
        "retryAfter": .number(Int(seconds.rounded(.up))),
      ])
    }
  }
}

extension DocumentStore {
  /// Exchanges, and goes on whenever a fork moves here or the remote has something new, until interrupted.
  ///
  /// Where the remote is not there or refuses, it is tried again, after ever longer times.
  ///
  /// - Parameters:
  ///   - request: what is exchanged.
  ///   - interval: how often the remote is asked, in seconds.
  ///   - onEvent: takes what happened.
  /// - Throws: kind `interrupted`; and what cannot get better by waiting.
  public func exchangeContinuously(
    _ request: ExchangeRequest, interval: Double = 5, onEvent: (ExchangeEvent) -> Void
  ) throws -> Never {
    var failures = 0
    while true {
      do {
        onEvent(.exchanged(try exchange(request)))
        failures = 0
        try pause(seconds: interval, whileForksStandAt: try localTips())
      } catch {
        let failure = StoreError(translating: error)
        guard Self.mayPass.contains(failure.kind) else { throw failure }
        failures += 1
        let seconds = min(60, interval * Double(1 << min(failures - 1, 10)))
        onEvent(.failed(failure, retryAfter: seconds))
        try pause(seconds: seconds, whileForksStandAt: nil)
      }
    }
  }

  private static let mayPass: Set<StoreError.Kind> = [
    .unavailable, .notPermitted, .tryAgain, .notFound,
  ]

  private func localTips() throws -> [Fork: ObjectID] {
    Dictionary(uniqueKeysWithValues: try repository.branches().map { ($0.fork, $0.tip) })
  }

  /// Waits, and no longer than until a fork moves and then rests.
  private func pause(seconds: Double, whileForksStandAt tips: [Fork: ObjectID]?) throws {
    var (waited, rested, last) = (0.0, 0.0, tips)
    while waited < seconds {
      try environment.checkInterruption()
      environment.sleep(100_000_000)
      waited += 0.1
      guard let tips else { continue }
      let now = try localTips()
      if now != last { (last, rested) = (now, 0) } else { rested += 0.1 }
      if now != tips, rested >= 0.3 { return }
    }
  }
}
