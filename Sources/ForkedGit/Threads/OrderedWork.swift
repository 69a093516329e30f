import Synchronization

/// Work that several threads do ahead, and whose results are taken in the order in which it was given.
///
/// The thread that takes a result helps: it does what no other thread has begun instead of waiting. So everything is
/// done where there is only one processor too, by the same code.
///
/// Use it from one thread. Its threads end with it.
public final class OrderedWork<Input: Sendable, Output: Sendable> {
  /// A function that does the work. Each thread has its own, with whatever that keeps.
  public typealias Worker = (Input) -> Output

  private let shared: Shared
  private let makeWorker: @Sendable (_ isEnded: @escaping () -> Bool) -> Worker
  private let isInterrupted: () -> Bool
  private lazy var worker = makeWorker(isInterrupted)
  private var helpers: [HelperThread] = []
  private let mostHelpers: Int

  /// Creates an empty list of work.
  ///
  /// - Parameters:
  ///   - helpers: The number of threads besides the one that takes the results; nil for as many as there are other
  ///     processors.
  ///   - isInterrupted: True if the user asked to stop. Then all work that was begun ends early.
  ///   - makeWorker: Called in each thread. Its argument is true if the result will not be used: the worker may return
  ///     anything then.
  public init(
    helpers: Int? = nil, isInterrupted: @escaping () -> Bool = { false },
    makeWorker: @escaping @Sendable (_ isEnded: @escaping () -> Bool) -> Worker
  ) {
    shared = Shared()
    mostHelpers = helpers ?? HelperThread.processors
    (self.isInterrupted, self.makeWorker) = (isInterrupted, makeWorker)
  }

  deinit { end() }

  /// The number of results that were not taken yet.
  public private(set) var count = 0

  /// The number that keeps all threads busy, without taking more memory than needed.
  public var capacity: Int { 2 * mostHelpers + 2 }

  /// Adds work. The first call starts the threads.
  public func give(_ input: Input) {
    shared.queue.change { $0.jobs.append(.waiting(input)) }
    count += 1
    guard helpers.isEmpty else { return }
    for _ in 0..<mostHelpers {
      let thread = HelperThread { [shared, makeWorker] in shared.help(by: makeWorker) }
      if let thread { helpers.append(thread) }
    }
  }

  /// Removes and returns the next result; nil if all were taken.
  public func take() -> Output? {
    guard count > 0 else { return nil }
    count -= 1
    while true {
      let next = shared.queue.wait(lookingUp: endIfInterrupted) { queue in
        queue.takeFinished().map(Next.finished) ?? queue.begin().map(Next.begun)
      }
      switch next {
      case .finished(let output): return output
      case .begun(let job):
        let output = worker(job.input)
        shared.queue.change { $0.finish(job.number, output) }
      }
    }
  }

  private func endIfInterrupted() {
    if isInterrupted() { shared.isEnded.store(true, ordering: .relaxed) }
  }

  private func end() {
    shared.isEnded.store(true, ordering: .relaxed)
    shared.queue.change { $0.isEnded = true }
    for helper in helpers { helper.join() }
  }
}

extension OrderedWork {
  private enum Next {
    case finished(Output)
    case begun((number: Int, input: Input))
  }

  private enum Job: Sendable {
    case waiting(Input)
    case begun
    case finished(Output)
  }

  /// The jobs that were given and not taken, in their order.
  private struct Queue: Sendable {
    var jobs: [Job] = []
    /// The number of jobs that were taken.
    var taken = 0
    var isEnded = false

    mutating func begin() -> (number: Int, input: Input)? {
      for (place, job) in jobs.enumerated() {
        guard case .waiting(let input) = job else { continue }
        jobs[place] = .begun
        return (taken + place, input)
      }
      return nil
    }

    mutating func finish(_ number: Int, _ output: Output) {
      jobs[number - taken] = .finished(output)
    }

    mutating func takeFinished() -> Output? {
      guard case .finished(let output)? = jobs.first else { return nil }
      jobs.removeFirst()
      taken += 1
      return output
    }
  }

  private final class Shared: Sendable {
    let queue = Monitor(Queue())
    let isEnded = Atomic(false)

    func help(by makeWorker: @Sendable (@escaping () -> Bool) -> Worker) {
      let worker = makeWorker { [self] in isEnded.load(ordering: .relaxed) }
      while let job = next() {
        let output = worker(job.input)
        queue.change { $0.finish(job.number, output) }
      }
    }

    private func next() -> (number: Int, input: Input)? {
      queue.wait { queue -> (number: Int, input: Input)?? in
        queue.isEnded ? .some(nil) : queue.begin().map { .some($0) }
      }
    }
  }
}
