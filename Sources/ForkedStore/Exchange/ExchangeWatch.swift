import Forked
import ForkedGit

/// The times at which a continuous exchange exchanges.
public struct ExchangePace: Hashable, Sendable {
  /// The time between fetches while no fork is updated here.
  public var interval: Duration
  /// The time for which no fork must be updated here before an update is exchanged, so that several in a row are
  /// exchanged together. Updates without such a pause are exchanged after the interval.
  public var rest: Duration
  /// The longest time between tries while the remote cannot be reached. The first is the interval, and each further one
  /// is twice as long.
  public var longestWait: Duration

  /// Creates a pace.
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

/// The timer of a continuous exchange, which also learns of updates of forks here.
protocol ExchangeTimer {
  /// Notes that an exchange begins. It includes all updates up to now.
  func exchangeBegins() throws
  /// Notes that the exchange itself updated a fork here.
  func exchangeUpdated(_ forkUpdate: ForkUpdate)
  /// Waits.
  ///
  /// - Parameters:
  ///   - limit: the longest time to wait.
  ///   - endsOnUpdate: true if the wait ends as soon as a fork was updated since the exchange began, or since the last
  ///     wait that ended so.
  /// - Returns: the reason why the wait ended.
  /// - Throws: kind `interrupted` if the exchange shall end.
  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason
}

/// The reason why a wait ended.
enum ExchangeWakeReason {
  /// The time is over.
  case time
  /// A fork was updated here.
  case update
  /// An exchange was requested.
  case request
}

extension DocumentStore {
  /// Exchanges now, and again whenever a fork is updated here or the remote has new versions, until interrupted.
  ///
  /// If the remote cannot be reached or refuses, the exchange is tried again after increasing times.
  ///
  /// - Parameters:
  ///   - request: the remote, the forks and the policy.
  ///   - pace: the times of the exchanges.
  ///   - onState: takes the state after each exchange: `inStep`, `apart` or `waiting`.
  /// - Throws: kind `interrupted`; and errors that waiting does not resolve.
  public func exchangeContinuously(
    _ request: ExchangeRequest, pace: ExchangePace = ExchangePace(),
    onState: (ExchangeState) -> Void
  ) throws -> Never {
    try exchangeContinuously(request, pace: pace, timer: ForkTips(of: self), onState: onState)
  }

  /// Exchanges as ``exchangeContinuously(_:pace:onState:)`` does, with another source of updates of forks.
  func exchangeContinuously(
    _ request: ExchangeRequest, pace: ExchangePace, timer: some ExchangeTimer,
    onState: (ExchangeState) -> Void
  ) throws -> Never {
    let store = notifying(timer.exchangeUpdated)
    var failures = 0
    while true {
      do {
        try timer.exchangeBegins()
        onState(ExchangeState(try store.exchange(request)))
        failures = 0
        try pace.pause(timer)
      } catch {
        let failure = StoreError(translating: error)
        guard Self.mayPass.contains(failure.kind) else { throw failure }
        failures += 1
        let wait = pace.wait(afterFailures: failures)
        onState(.waiting(failure, retryAfter: wait))
        _ = try timer.wait(wait, endsOnUpdate: false)
      }
    }
  }

  private static let mayPass: Set<StoreError.Kind> = [
    .unavailable, .notPermitted, .tryAgain, .notFound,
  ]
}

extension ExchangePace {
  /// Waits until the next exchange is due: for the interval, or until a fork was updated and the rest has passed.
  fileprivate func pause(_ timer: some ExchangeTimer) throws {
    guard try timer.wait(interval, endsOnUpdate: true) == .update else { return }
    var unrest = Duration.zero
    while unrest < interval, try timer.wait(rest, endsOnUpdate: true) == .update { unrest += rest }
  }
}

/// The tips of a repository's forks, read ten times a second, since any program may update them.
private final class ForkTips: ExchangeTimer {
  private let store: DocumentStore
  private var tips: [Fork: ObjectID] = [:]

  private static let lookup = Duration.milliseconds(100)

  init(of store: DocumentStore) { self.store = store }

  func exchangeBegins() throws { tips = try present() }

  func exchangeUpdated(_ forkUpdate: ForkUpdate) { tips[forkUpdate.fork] = forkUpdate.to }

  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason {
    var waited = Duration.zero
    while waited < limit {
      try store.environment.checkInterruption()
      store.environment.sleep(UInt64(Self.lookup.inSeconds * 1e9))
      waited += Self.lookup
      guard endsOnUpdate, case let now = try present(), now != tips else { continue }
      tips = now
      return .update
    }
    return .time
  }

  private func present() throws -> [Fork: ObjectID] {
    Dictionary(uniqueKeysWithValues: try store.repository.branches().map { ($0.fork, $0.tip) })
  }
}

extension Duration {
  /// The duration as a number of seconds.
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
