import Dispatch
public import Forked

/// Keeps a value that lives in git synchronized with a remote, until it is released.
///
/// ```swift
/// let note = try ForkedResource(repository: GitRepository<Note>(at: url, path: "note.json"))
/// let exchange = try GitExchange(note)
/// for await state in exchange.states { show(state) }
/// ```
///
/// Each change of the resource is exchanged as soon as no further change follows for ``ExchangePace/rest``. The remote
/// is fetched from at each ``ExchangePace/interval``. Versions from there are merged into the forks of the same names,
/// and the resource's change stream reports them as any other change. Two versions are merged by the rule of the
/// repository, and a clone that merges the same two makes the same commit. All forks that both sides have or had take
/// part, and main always does.
///
/// While the remote cannot be reached, the resource works as before, and its changes are exchanged later. A fork that
/// cannot be merged, or that the remote refuses, is left as it is and listed in the state; the others proceed.
///
/// The work is done on a thread of its own, as another process would do it: no call of the resource waits for the
/// network.
public final class GitExchange<Model: Codable & Equatable & Sendable>: Sendable {
  private let resource: ForkedResource<GitRepository<Model>>
  private let control: ExchangeControl

  /// Begins to exchange.
  ///
  /// - Parameters:
  ///   - resource: The resource to exchange. Keep using it.
  ///   - request: The remote and the forks; by default the default remote (`origin`), and main with all forks that both
  ///     sides have or had.
  ///   - pace: The times of the exchanges.
  ///   - clock: The clock that measures the pace.
  /// - Throws: ``StoreError`` of kind `notFound` if there is no such remote. A remote that cannot be reached is no
  ///   error: the state reports it.
  public init(
    _ resource: ForkedResource<GitRepository<Model>>,
    _ request: ExchangeRequest = ExchangeRequest(), pace: ExchangePace = ExchangePace(),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws {
    self.resource = resource
    control = ExchangeControl(clock: clock)
    let worker = ExchangeWorker(resource: resource, control: control)
    _ = try worker.openStore().configuredRemote(named: request.remote)
    let changes = resource.changeStream
    let listener = Task { [control] in
      for await change in changes { control.note(change) }
    }
    DispatchQueue(label: "fork.exchange").async {
      worker.run(request, pace: pace)
      listener.cancel()
    }
  }

  deinit { control.stop() }

  /// The current state of the exchange.
  public var state: ExchangeState { control.state }

  /// The current state of the exchange, and then each new state. The stream ends with the exchange.
  ///
  /// It reports progress at each hundredth of an exchange; ``state`` is more exact.
  public var states: AsyncStream<ExchangeState> { control.stream() }

  /// Exchanges now, whatever the pace.
  ///
  /// - Returns: The result of an exchange that began after the call, so all changes up to now are part of it.
  /// - Throws: ``StoreError`` if the exchange failed (it is tried again automatically), or of kind `interrupted` if the
  ///   exchange was ended.
  @discardableResult
  public func exchange() async throws -> ExchangeReport {
    try await withCheckedThrowingContinuation { control.request(for: $0) }
  }

  /// Ends the exchange, and waits until its work is done. Nothing is left half done.
  public func end() async {
    control.stop()
    for await _ in states {}
  }
}
