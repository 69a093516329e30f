import Forked
import ForkedGit

/// What a lasting exchange tells, as it happens.
public enum ExchangeEvent: Sendable {
  /// An exchange was made.
  case exchanged(ExchangeReport)
  /// It did not work, and is tried again after that time.
  case failed(StoreError, retryAfter: Duration)
}

extension ExchangeEvent: Report {
  /// The report, or `{"state":"waiting","error":..,"retryAfter":5}`, in seconds.
  public var reportValue: ReportValue {
    switch self {
    case .exchanged(let report): report.reportValue
    case .failed(let error, let wait):
      .object([
        "state": .string("waiting"), "error": .string(error.message),
        "retryAfter": .number(Int(wait.inSeconds.rounded(.up))),
      ])
    }
  }
}

/// When a lasting exchange exchanges.
public struct ExchangePace: Hashable, Sendable {
  /// How often the remote is asked where nothing moves here.
  public var interval: Duration
  /// How long the forks rest here after a move, until that is exchanged: several in a row go together. Moves that
  /// never rest are exchanged after the interval.
  public var rest: Duration
  /// The longest time between tries while the remote is not there. The first is the interval, each further one twice
  /// as long.
  public var longestWait: Duration

  /// - Parameters:
  ///   - interval: how often the remote is asked where nothing moves here.
  ///   - rest: how long the forks rest here after a move, until that is exchanged.
  ///   - longestWait: the longest time between tries while the remote is not there.
  public init(
    interval: Duration = .seconds(5), rest: Duration = .milliseconds(300),
    longestWait: Duration = .seconds(60)
  ) {
    self.interval = interval
    self.rest = rest
    self.longestWait = longestWait
  }

  func wait(afterFailures count: Int) -> Duration {
    min(longestWait, interval * (1 << min(max(0, count - 1), 20)))
  }
}

/// How a lasting exchange lets time pass, and learns that a fork moved here.
protocol ExchangeAlarm: AnyObject {
  /// An exchange begins: moves up to now are part of it.
  func exchangeBegins() throws
  /// The exchange itself moved a fork here.
  func exchangeMoved(_ movement: Movement)
  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - limit: how much.
  ///   - endsWithMoves: whether it ends as soon as a fork has moved since the exchange began, or since the last such
  ///     end.
  /// - Returns: what ended it.
  /// - Throws: kind `interrupted` where nothing shall go on.
  func wait(_ limit: Duration, endsWithMoves: Bool) throws -> ExchangeWakening
}

/// What ended a wait.
enum ExchangeWakening {
  /// The time is over.
  case time
  /// A fork moved here.
  case move
  /// Someone wants an exchange now.
  case request
}

extension DocumentStore {
  /// Exchanges, and goes on whenever a fork moves here or the remote has something new, until interrupted.
  ///
  /// Where the remote is not there or refuses, it is tried again, after ever longer times.
  ///
  /// - Parameters:
  ///   - request: what is exchanged.
  ///   - pace: when.
  ///   - onEvent: takes what happened.
  /// - Throws: kind `interrupted`; and what cannot get better by waiting.
  public func exchangeContinuously(
    _ request: ExchangeRequest, pace: ExchangePace = ExchangePace(),
    onEvent: (ExchangeEvent) -> Void
  ) throws -> Never {
    try exchangeContinuously(request, pace: pace, alarm: ForkTips(of: self), onEvent: onEvent)
  }

  /// As ``exchangeContinuously(_:pace:onEvent:)``, for someone who knows otherwise when a fork moves.
  func exchangeContinuously(
    _ request: ExchangeRequest, pace: ExchangePace, alarm: some ExchangeAlarm,
    onEvent: (ExchangeEvent) -> Void
  ) throws -> Never {
    let store = telling { [weak alarm] in alarm?.exchangeMoved($0) }
    var failures = 0
    while true {
      do {
        try alarm.exchangeBegins()
        onEvent(.exchanged(try store.exchange(request)))
        failures = 0
        try pace.pause(alarm)
      } catch {
        let failure = StoreError(translating: error)
        guard Self.mayPass.contains(failure.kind) else { throw failure }
        failures += 1
        let wait = pace.wait(afterFailures: failures)
        onEvent(.failed(failure, retryAfter: wait))
        _ = try alarm.wait(wait, endsWithMoves: false)
      }
    }
  }

  private static let mayPass: Set<StoreError.Kind> = [
    .unavailable, .notPermitted, .tryAgain, .notFound,
  ]
}

extension ExchangePace {
  /// Waits until the remote is to be asked, and no longer than until a fork moves and then rests.
  fileprivate func pause(_ alarm: some ExchangeAlarm) throws {
    guard try alarm.wait(interval, endsWithMoves: true) == .move else { return }
    var unrest = Duration.zero
    while unrest < interval, try alarm.wait(rest, endsWithMoves: true) == .move { unrest += rest }
  }
}

/// Where the forks of a repository stand, looked up ten times a second: any program may move them.
private final class ForkTips: ExchangeAlarm {
  private let store: DocumentStore
  private var tips: [Fork: ObjectID] = [:]

  private static let lookup = Duration.milliseconds(100)

  init(of store: DocumentStore) { self.store = store }

  func exchangeBegins() throws { tips = try present() }

  func exchangeMoved(_ movement: Movement) { tips[movement.fork] = movement.to }

  func wait(_ limit: Duration, endsWithMoves: Bool) throws -> ExchangeWakening {
    var waited = Duration.zero
    while waited < limit {
      try store.environment.checkInterruption()
      store.environment.sleep(UInt64(Self.lookup.inSeconds * 1e9))
      waited += Self.lookup
      guard endsWithMoves, case let now = try present(), now != tips else { continue }
      tips = now
      return .move
    }
    return .time
  }

  private func present() throws -> [Fork: ObjectID] {
    Dictionary(uniqueKeysWithValues: try store.repository.branches().map { ($0.fork, $0.tip) })
  }
}

extension Duration {
  /// As a number of seconds.
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
