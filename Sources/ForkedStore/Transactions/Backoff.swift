import Forked
import ForkedGit

/// Random waits after lost races, each longer than the one before.
struct Backoff {
  /// The number of races that may be lost in a row.
  private static let tries = 2_000

  private let environment: Environment
  private let deadline: ContinuousClock.Instant
  private var longest: UInt64 = 250_000
  private var count = 0

  init(_ environment: Environment) {
    self.environment = environment
    deadline = .now + environment.lockTimeout
  }

  /// Waits before the next attempt.
  ///
  /// - Returns: false if too many races were lost.
  mutating func wait() -> Bool {
    count += 1
    guard count < Self.tries, count == 1 || ContinuousClock.now < deadline else { return false }
    environment.sleep(environment.random() % longest)
    longest = min(longest * 2, 32_000_000)
    return true
  }
}

extension DocumentStore {
  /// Calls `attempt` until there is a result. Waits after each lost race.
  func retrying<Result>(_ fork: Fork, _ attempt: () throws -> Result) throws -> Result {
    var backoff = Backoff(environment)
    while true {
      do {
        return try attempt()
      } catch let error as GitError where error.kind == .raceLost {
        guard backoff.wait() else { throw StoreError(busy: fork) }
        try environment.checkInterruption()
      }
    }
  }
}

extension StoreError {
  /// Creates the error for a fork that other processes update all the time.
  init(busy fork: Fork) {
    self.init(
      .tryAgain, "other processes keep updating '\(fork.name)'; nothing was changed",
      hint: "try again")
  }
}
