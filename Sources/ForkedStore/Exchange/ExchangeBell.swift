import Dispatch
import Forked
import Synchronization

/// Wakes the thread of an exchange when the time is over, a fork was updated, an exchange is requested, or the exchange
/// shall end.
final class ExchangeBell: Sendable {
  private struct State {
    var hasMoved = false
    var isAsked = false
    var isEnded = false
    /// Updates that the exchange itself made, until the change stream reports them.
    var expected: Set<Forked.ForkChange> = []
    /// The number of waits, and the last one whose time is over.
    var (waits, over) = (0, 0)
  }

  private let clock: any Clock<Duration>
  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  init(clock: any Clock<Duration>) { self.clock = clock }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  func exchangeBegins() {
    state.withLock { ($0.hasMoved, $0.isAsked) = (false, false) }
  }

  func expect(_ change: Forked.ForkChange) {
    state.withLock { _ = $0.expected.insert(change) }
  }

  func ring(for change: Forked.ForkChange) {
    ring { if $0.expected.remove(change) == nil { $0.hasMoved = true } }
  }

  func ask() { ring { $0.isAsked = true } }

  func end() { ring { $0.isEnded = true } }

  private func ring(_ change: @Sendable (inout State) -> Void) {
    state.withLock { change(&$0) }
    semaphore.signal()
  }

  /// Waits as ``ExchangeAlarm/wait(_:endsWithMoves:)`` describes.
  ///
  /// - Throws: kind `interrupted` after the end.
  func wait(_ limit: Duration, endsWithMoves: Bool) throws -> ExchangeWakening {
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
      ring { $0.over = number }
    }
    defer { timer.cancel() }
    while true {
      if let wakening = try look(during: number, endsWithMoves) { return wakening }
      semaphore.wait()
    }
  }

  private func look(during wait: Int, _ endsWithMoves: Bool) throws -> ExchangeWakening? {
    try state.withLock {
      if $0.isEnded { throw StoreError(.interrupted, "the exchange was ended") }
      if $0.isAsked { return .request }
      if endsWithMoves, $0.hasMoved {
        $0.hasMoved = false
        return .move
      }
      return $0.over == wait ? .time : nil
    }
  }
}
