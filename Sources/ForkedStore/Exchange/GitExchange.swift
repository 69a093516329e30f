import Dispatch
public import Forked
import ForkedGit

/// Keeps a value that lives in git in step with a remote, from the moment it is made until it is let go.
///
/// ```swift
/// let note = try ForkedResource(repository: GitRepository<Note>(at: url, path: "note.json"))
/// let exchange = try GitExchange(note)
/// for await state in exchange.states { show(state) }
/// ```
///
/// Each change of the resource is exchanged as soon as the forks come to rest; what others put on the remote is asked
/// for in between, arrives in the forks of the same names, and is told of by the resource's change stream as any other
/// change. Two versions become one by the rule of the repository, and who merges the same two elsewhere makes the same
/// commit. All forks that both sides have or had take part, main always.
///
/// Without the remote everything goes on here, and is exchanged when it comes back. A fork that cannot be merged, or
/// that the remote refuses, is left as it is and named by the state; the others proceed.
///
/// The work is done on a thread of its own, as another process would do it: no call of the resource waits for the
/// network.
public final class GitExchange<Model: Codable & Equatable & Sendable>: Sendable {
  private let resource: ForkedResource<GitRepository<Model>>
  private let bell: ExchangeBell
  private let ledger = ExchangeLedger()

  /// Begins to exchange.
  ///
  /// - Parameters:
  ///   - resource: What is exchanged. Keep using it.
  ///   - request: The remote and the forks; by default the usual remote (`origin`), and main with all forks that both
  ///     sides have or had.
  ///   - pace: When.
  ///   - clock: What the pace is kept by.
  ///   - now: The wall clock, in nanoseconds since 1970-01-01 00:00 UTC; a remote whose versions are dated far ahead
  ///     of it is warned of.
  ///   - random: Random bits, for waits after lost races.
  /// - Throws: ``StoreError`` of kind `notFound` where there is no such remote. A remote that is not reachable is no
  ///   error: the state says so.
  public init(
    _ resource: ForkedResource<GitRepository<Model>>,
    _ request: ExchangeRequest = ExchangeRequest(), pace: ExchangePace = ExchangePace(),
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Int64 = { Environment.wallClock() },
    random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
  ) throws {
    self.resource = resource
    bell = ExchangeBell(clock: clock)
    let worker = ExchangeWorker(
      resource: resource, request: request, pace: pace, bell: bell, ledger: ledger, now: now,
      random: random)
    _ = try worker.openStore().configuredRemote(named: request.remote)
    let changes = resource.changeStream
    let listener = Task { [bell] in
      for await change in changes { bell.ring(for: change) }
    }
    DispatchQueue(label: "fork.exchange").async {
      worker.run()
      listener.cancel()
    }
  }

  deinit { bell.end() }

  /// Where the exchange is.
  public var state: ExchangeState { ledger.state }

  /// Where the exchange is, and from now on each state that it comes to. It ends with the exchange.
  ///
  /// How far an exchange is comes at each hundredth of it; ``state`` is more exact.
  public var states: AsyncStream<ExchangeState> { ledger.stream() }

  /// Exchanges now, whatever the pace.
  ///
  /// - Returns: What became of an exchange that was begun after the call, so all changes up to now are part of it.
  /// - Throws: ``StoreError``: why it did not work (it is tried again by itself), or kind `interrupted` where the
  ///   exchange is over.
  @discardableResult
  public func exchange() async throws -> ExchangeReport {
    try await withCheckedThrowingContinuation { asking in
      ledger.ask(asking)
      bell.ask()
    }
  }

  /// Ends it, and waits until nothing of it is under way any more. Nothing is left half done.
  public func end() async {
    bell.end()
    for await _ in states {}
  }
}
