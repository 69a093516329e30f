import Dispatch
import Forked
import Synchronization

/// Wakes the thread of an exchange when the time is over, a fork was updated, an exchange is requested, or the exchange
/// shall end.
final class ExchangeSignal: Sendable {
  private struct State {
    var hasUpdate = false
    var isAsked = false
    var isEnded = false
    /// Updates that the exchange itself made, until the change stream reports them.
    var expected: Set<ForkChange> = []
    /// The number of waits, and the last one whose time is over.
    var (waits, over) = (0, 0)
  }

  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  init(clock: any Clock<Duration>) { self.clock = clock }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  func exchangeBegins() {
    state.withLock { ($0.hasUpdate, $0.isAsked) = (false, false) }
  }

  func expect(_ change: ForkChange) {
    state.withLock { _ = $0.expected.insert(change) }
  }

  func wake(for change: ForkChange) {
    wake { if $0.expected.remove(change) == nil { $0.hasUpdate = true } }
  }

  func ask() { wake { $0.isAsked = true } }

  func end() { wake { $0.isEnded = true } }

  private func wake(_ change: @Sendable (inout State) -> Void) {
    state.withLock { change(&$0) }
    semaphore.signal()
  }

  /// Waits as ``ExchangeTimer/wait(_:endsOnUpdate:)`` describes.
  ///
  /// - Throws: kind `interrupted` after the end.
  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason {
    let number = state.withLock {
      $0.waits += 1
      return $0.waits
    }
    let timer = Task {
      do {
        try await clock.sleep(for: limit)
      } catch {
        return  // The wait has ended already.
      }
      wake { $0.over = number }
    }
    defer { timer.cancel() }
    while true {
      if let reason = try look(during: number, endsOnUpdate) { return reason }
      semaphore.wait()
    }
  }

  private func look(during wait: Int, _ endsOnUpdate: Bool) throws -> ExchangeWakeReason? {
    try state.withLock {
      if $0.isEnded { throw StoreError(.interrupted, "the exchange was ended") }
      if $0.isAsked { return .request }
      if endsOnUpdate, $0.hasUpdate {
        $0.hasUpdate = false
        return .update
      }
      return $0.over == wait ? .time : nil
    }
  }
}
