import Synchronization

/// A clock that stands still until it is moved.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: (deadline: Instant, asleep: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock {
      $0.next += 1
      return $0.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { asleep in
        let isOver: Bool? = state.withLock {
          if $0.cancelled.contains(number) { return nil }
          if deadline <= $0.now { return true }
          $0.sleepers[number] = (deadline, asleep)
          return false
        }
        switch isOver {
        case true?: asleep.resume()
        case nil: asleep.resume(throwing: CancellationError())
        case false?: break
        }
      }
    } onCancel: {
      let sleeper = state.withLock {
        $0.cancelled.insert(number)
        return $0.sleepers.removeValue(forKey: number)
      }
      sleeper?.asleep.resume(throwing: CancellationError())
    }
  }

  func move(by duration: Duration) {
    let woken = state.withLock { state in
      state.now.offset += duration
      let over = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in over.keys { state.sleepers[number] = nil }
      return over.values.map(\.asleep)
    }
    for sleeper in woken { sleeper.resume() }
  }

  /// Waits until a task sleeps for that long from now.
  func isAwaited(for duration: Duration) async throws {
    while !state.withLock({ state in
      state.sleepers.values.contains { state.now.duration(to: $0.deadline) == duration }
    }) {
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}
