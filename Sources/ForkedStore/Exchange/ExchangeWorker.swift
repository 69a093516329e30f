import Forked
import ForkedGit

/// The work of a ``GitExchange`` on its thread. It announces the updates of an exchange to the resource's listeners, and
/// learns of other updates from them.
struct ExchangeWorker<Model: Codable & Equatable & Sendable>: ExchangeTimer, Sendable {
  let resource: ForkedResource<GitRepository<Model>>
  let request: ExchangeRequest
  let pace: ExchangePace
  let signal: ExchangeSignal
  let ledger: ExchangeLedger
  let now: @Sendable () -> Int64
  let random: @Sendable () -> UInt64

  private var repository: GitRepository<Model> { resource.repository }

  /// Exchanges until it is ended, or until an error that waiting does not resolve.
  func run() {
    do {
      let store = try openStore()
      try store.exchangeContinuously(request, pace: pace, timer: self, onState: ledger.exchangeEnds)
    } catch {
      let failure = StoreError(translating: error)
      ledger.end(failure.kind == .interrupted ? nil : failure)
    }
    signal.end()
  }

  /// Opens the repository once more, since a handle belongs to one thread.
  func openStore() throws -> DocumentStore {
    let environment = environment
    let opened = try LocalRepository.open(
      at: repository.directory, options: .init(environment: environment.variables))
    return DocumentStore(opened, environment: environment).merging(repository.ownMerging)
  }

  private var environment: Environment {
    let gitEnvironment = repository.gitEnvironment
    return Environment(
      variables: gitEnvironment.variables, workingDirectory: repository.directory,
      user: gitEnvironment.user, host: gitEnvironment.host, clock: now,
      offsetMinutes: gitEnvironment.offsetMinutes, random: random, sleep: Machine.pause,
      lockTimeout: gitEnvironment.lockTimeout,
      isInterrupted: { [signal] in signal.isEnded },
      report: { [ledger] in ledger.enter($0) })
  }

  func exchangeBegins() throws {
    signal.exchangeBegins()
    ledger.exchangeBegins()
  }

  func exchangeUpdated(_ forkUpdate: ForkUpdate) {
    guard forkUpdate.to != nil else { return }
    let fork = resource.repository.fork(of: forkUpdate.fork)
    do {
      try resource.announceOutsideChange(of: fork) { version in
        signal.expect(ForkChange(fork: fork, version: version))
      }
    } catch {
      // The fork was deleted meanwhile. The change stream does not report deletions.
    }
  }

  func wait(_ limit: Duration, endsOnUpdate: Bool) throws -> ExchangeWakeReason {
    try signal.wait(limit, endsOnUpdate: endsOnUpdate)
  }
}
