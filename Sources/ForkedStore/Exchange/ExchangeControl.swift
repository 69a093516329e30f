import Dispatch
import Forked
import Synchronization

/// The state that the thread of a ``GitExchange`` shares with its callers.
///
/// Callers read the state, request an exchange and stop the thread, and the thread waits until it is to exchange again.
final class ExchangeControl: Sendable {
  typealias Caller = CheckedContinuation<ExchangeReport, any Error>

  private struct Contents {
    var state = ExchangeState.exchanging(nil)
    var readers: [Int: AsyncStream<ExchangeState>.Continuation] = [:]
    var nextReader = 0
    /// The callers that requested an exchange which has not begun, and those whom the running one answers.
    var (waiting, served): ([Caller], [Caller]) = ([], [])
    var hasUpdate = false
    var isStopped = false
    /// Updates that the exchange itself made, until the change stream reports them.
    var expected: Set<ForkChange> = []
    /// The number of waits, and the last one whose time is over.
    var (waits, over) = (0, 0)

    var isEnded: Bool { if case .ended = state { true } else { false } }
  }

  private let contents = Mutex(Contents())
  private let clock: any Clock<Duration>
  private let semaphore = DispatchSemaphore(value: 0)

  init(clock: any Clock<Duration>) { self.clock = clock }

  private static let over = StoreError(.interrupted, "the exchange is over")
}

// MARK: - For callers

extension ExchangeControl {
  var state: ExchangeState { contents.withLock { $0.state } }

  func stream() -> AsyncStream<ExchangeState> {
    let (stream, reader) = AsyncStream<ExchangeState>.makeStream()
    let number = contents.withLock { contents in
      contents.nextReader += 1
      reader.yield(contents.state)
      if !contents.isEnded { contents.readers[contents.nextReader] = reader }
      return contents.isEnded ? nil : contents.nextReader
    }
    guard let number else {
      reader.finish()
      return stream
    }
    reader.onTermination = { [weak self] _ in
      self?.contents.withLock { _ = $0.readers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Requests an exchange, whose result the caller gets.
  func request(for caller: Caller) {
    let isLate = contents.withLock { contents in
      if !contents.isEnded { contents.waiting.append(caller) }
      return contents.isEnded
    }
    if isLate { caller.resume(throwing: Self.over) }
    semaphore.signal()
  }

  /// Notes that a fork was updated.
  func note(_ change: ForkChange) {
    wake { if $0.expected.remove(change) == nil { $0.hasUpdate = true } }
  }

  func stop() { wake { $0.isStopped = true } }

  private func wake(_ change: @Sendable (inout Contents) -> Void) {
    contents.withLock { change(&$0) }
    semaphore.signal()
  }
}

// MARK: - For the thread

extension ExchangeControl {
  var isStopped: Bool { contents.withLock { $0.isStopped } }

  /// Notes that an exchange begins, which serves all requests up to now.
  func begin() {
    contents.withLock {
      $0.served += $0.waiting
      $0.waiting = []
      $0.hasUpdate = false
    }
    enter(.exchanging(nil))
  }

  func report(_ progress: Progress) {
    let isNews = contents.withLock { contents in
      guard case .exchanging(let last) = contents.state, !progress.isNews(after: last) else {
        return true
      }
      contents.state = .exchanging(progress)
      return false
    }
    if isNews { enter(.exchanging(progress)) }
  }

  /// Notes an update that the exchange itself makes.
  func expect(_ change: ForkChange) {
    contents.withLock { _ = $0.expected.insert(change) }
  }

  /// Enters the state after an exchange, and answers the callers whose requests it served; at the end, all callers.
  func finish(_ state: ExchangeState) {
    enter(state)
    let callers = contents.withLock { contents in
      let callers = contents.served + (contents.isEnded ? contents.waiting : [])
      contents.served = []
      if contents.isEnded { contents.waiting = [] }
      return callers
    }
    for caller in callers {
      switch state {
      case .inStep(let report), .apart(let report): caller.resume(returning: report)
      default: caller.resume(throwing: state.failure ?? Self.over)
      }
    }
  }

  private func enter(_ state: ExchangeState) {
    let (readers, isEnded) = contents.withLock { contents in
      contents.state = state
      return (Array(contents.readers.values), contents.isEnded)
    }
    for reader in readers {
      reader.yield(state)
      if isEnded { reader.finish() }
    }
  }

  /// Waits as ``ExchangeTimer/wait(_:endsOnUpdate:)`` describes.
  ///
  /// - Throws: kind `interrupted` after a stop.
  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason {
    let number = contents.withLock {
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
    try contents.withLock {
      if $0.isStopped { throw StoreError(.interrupted, "the exchange was ended") }
      if !$0.waiting.isEmpty { return .request }
      if endsOnUpdate, $0.hasUpdate {
        $0.hasUpdate = false
        return .update
      }
      return $0.over == wait ? .time : nil
    }
  }
}

extension Progress {
  /// True if at least another hundredth is done, or twice as much if the total is unknown.
  fileprivate func isNews(after last: Progress?) -> Bool {
    guard let last, last.activity == activity, last.total == total else { return true }
    guard let total, total > 0 else {
      return done.leadingZeroBitCount < last.done.leadingZeroBitCount
    }
    return Double(done) / Double(total) * 100 >= (Double(last.done) / Double(total) * 100).rounded(
      .down) + 1
  }
}
