import Forked
import ForkedGit

/// The work of a ``GitExchange`` on its thread. It announces the updates of an exchange to the resource's listeners, and
/// learns of other updates from them.
struct ExchangeWorker<Model: Codable & Equatable & Sendable>: ExchangeTimer, Sendable {
  let resource: ForkedResource<GitRepository<Model>>
  let control: ExchangeControl

  /// Exchanges until it is stopped, or until an error that waiting does not resolve.
  func run(_ request: ExchangeRequest, pace: ExchangePace) {
    do {
      let store = try openStore()
      try store.exchangeContinuously(request, pace: pace, timer: self, onState: control.finish)
    } catch {
      let failure = StoreError(translating: error)
      control.finish(.ended(failure.kind == .interrupted ? nil : failure))
    }
    control.stop()
  }

  /// Opens the repository once more, since a handle belongs to one thread.
  func openStore() throws -> DocumentStore {
    var environment = resource.repository.environment
    environment.isInterrupted = { [control] in control.isStopped }
    environment.report = { [control] in control.report($0) }
    let opened = try LocalRepository.open(
      at: environment.workingDirectory, options: .init(environment: environment.variables))
    return DocumentStore(opened, environment: environment)
      .merging(resource.repository.ownMerging)
  }

  func exchangeBegins() throws { control.begin() }

  func exchangeUpdated(_ forkUpdate: ForkUpdate) {
    guard forkUpdate.to != nil else { return }
    let fork = resource.repository.fork(of: forkUpdate.fork)
    do {
      try resource.announceOutsideChange(of: fork) { version in
        control.expect(ForkChange(fork: fork, version: version))
      }
    } catch {
      // The fork was deleted meanwhile. The change stream does not report deletions.
    }
  }

  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason {
    try control.wait(limit, endsOnUpdate: endsOnUpdate)
  }
}
