import Synchronization

/// The states of an exchange, and their readers.
final class ExchangeLedger: Sendable {
  typealias Caller = CheckedContinuation<ExchangeReport, any Error>

  private struct Contents {
    var state = ExchangeState.exchanging(nil)
    var readers: [Int: AsyncStream<ExchangeState>.Continuation] = [:]
    var next = 0
    /// The callers that requested an exchange which has not begun, and those whom the running one answers.
    var (waiting, served): ([Caller], [Caller]) = ([], [])

    var isEnded: Bool { if case .ended = state { true } else { false } }
  }

  private let contents = Mutex(Contents())

  var state: ExchangeState { contents.withLock { $0.state } }

  func stream() -> AsyncStream<ExchangeState> {
    let (stream, reader) = AsyncStream<ExchangeState>.makeStream()
    let number = contents.withLock { contents in
      contents.next += 1
      reader.yield(contents.state)
      if !contents.isEnded { contents.readers[contents.next] = reader }
      return contents.isEnded ? nil : contents.next
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

  /// Adds a caller that waits for the result of the next exchange.
  func ask(_ waiting: Caller) {
    let isLate = contents.withLock { contents in
      if !contents.isEnded { contents.waiting.append(waiting) }
      return contents.isEnded
    }
    if isLate { waiting.resume(throwing: Self.over) }
  }

  private static let over = StoreError(.interrupted, "the exchange is over")
}

extension ExchangeLedger {
  func exchangeBegins() {
    contents.withLock {
      $0.served += $0.waiting
      $0.waiting = []
    }
    enter(.exchanging(nil))
  }

  func enter(_ progress: Progress) {
    let isNews = contents.withLock { contents in
      guard case .exchanging(let last) = contents.state, !progress.isNews(after: last) else {
        return true
      }
      contents.state = .exchanging(progress)
      return false
    }
    if isNews { enter(.exchanging(progress)) }
  }

  func exchangeEnds(_ state: ExchangeState) {
    enter(state)
    answer { caller in
      switch state {
      case .inStep(let report), .apart(let report): caller.resume(returning: report)
      default: caller.resume(throwing: state.failure ?? Self.over)
      }
    }
  }

  func end(_ failure: StoreError?) {
    let readers = enter(.ended(failure))
    for reader in readers { reader.finish() }
    contents.withLock {
      $0.served += $0.waiting
      $0.waiting = []
      $0.readers = [:]
    }
    answer { $0.resume(throwing: failure ?? Self.over) }
  }

  @discardableResult
  private func enter(_ state: ExchangeState) -> [AsyncStream<ExchangeState>.Continuation] {
    let readers = contents.withLock {
      $0.state = state
      return $0.readers.values.map { $0 }
    }
    for reader in readers { reader.yield(state) }
    return readers
  }

  private func answer(_ body: (Caller) -> Void) {
    let served = contents.withLock { contents in
      defer { contents.served = [] }
      return contents.served
    }
    served.forEach(body)
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
