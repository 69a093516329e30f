import Synchronization

/// The states of an exchange, and their readers.
final class ExchangeLedger: Sendable {
  typealias Asking = CheckedContinuation<ExchangeReport, any Error>

  private struct Book {
    var state = ExchangeState.exchanging(nil)
    var readers: [Int: AsyncStream<ExchangeState>.Continuation] = [:]
    var next = 0
    /// The callers that requested an exchange which has not begun, and those whom the running one answers.
    var (asking, served): ([Asking], [Asking]) = ([], [])

    var isEnded: Bool { if case .ended = state { true } else { false } }
  }

  private let book = Mutex(Book())

  var state: ExchangeState { book.withLock { $0.state } }

  func stream() -> AsyncStream<ExchangeState> {
    let (stream, reader) = AsyncStream<ExchangeState>.makeStream()
    let number = book.withLock { book in
      book.next += 1
      reader.yield(book.state)
      if !book.isEnded { book.readers[book.next] = reader }
      return book.isEnded ? nil : book.next
    }
    guard let number else {
      reader.finish()
      return stream
    }
    reader.onTermination = { [weak self] _ in
      self?.book.withLock { _ = $0.readers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Adds a caller that waits for the result of the next exchange.
  func ask(_ asking: Asking) {
    let isLate = book.withLock { book in
      if !book.isEnded { book.asking.append(asking) }
      return book.isEnded
    }
    if isLate { asking.resume(throwing: Self.over) }
  }

  private static let over = StoreError(.interrupted, "the exchange is over")
}

extension ExchangeLedger {
  func exchangeBegins() {
    book.withLock {
      $0.served += $0.asking
      $0.asking = []
    }
    enter(.exchanging(nil))
  }

  func enter(_ progress: Progress) {
    let isNews = book.withLock { book in
      guard case .exchanging(let last) = book.state, !progress.isNews(after: last) else {
        return true
      }
      book.state = .exchanging(progress)
      return false
    }
    if isNews { enter(.exchanging(progress)) }
  }

  func enter(_ event: ExchangeEvent) {
    enter(ExchangeState(event))
    switch event {
    case .exchanged(let report): answer { $0.resume(returning: report) }
    case .failed(let failure, _): answer { $0.resume(throwing: failure) }
    }
  }

  func end(_ failure: StoreError?) {
    let readers = enter(.ended(failure))
    for reader in readers { reader.finish() }
    book.withLock {
      $0.served += $0.asking
      $0.asking = []
      $0.readers = [:]
    }
    answer { $0.resume(throwing: failure ?? Self.over) }
  }

  @discardableResult
  private func enter(_ state: ExchangeState) -> [AsyncStream<ExchangeState>.Continuation] {
    let readers = book.withLock {
      $0.state = state
      return $0.readers.values.map { $0 }
    }
    for reader in readers { reader.yield(state) }
    return readers
  }

  private func answer(_ body: (Asking) -> Void) {
    let served = book.withLock { book in
      defer { book.served = [] }
      return book.served
    }
    served.forEach(body)
  }
}

extension Progress {
  /// True if at least another hundredth is done, or twice as much if the total is unknown.
  fileprivate func isNews(after last: Progress?) -> Bool {
    guard let last, last.what == what, last.total == total else { return true }
    guard let total, total > 0 else {
      return done.leadingZeroBitCount < last.done.leadingZeroBitCount
    }
    return Double(done) / Double(total) * 100 >= (Double(last.done) / Double(total) * 100).rounded(
      .down) + 1
  }
}
