import Forked
import ForkedGit

/// The work of a ``GitExchange`` on its thread.
struct ExchangeWorker<Model: Codable & Equatable & Sendable>: Sendable {
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
      let timer = ResourceTimer(resource: resource, signal: signal, ledger: ledger)
      try store.exchangeContinuously(request, pace: pace, timer: timer) { ledger.enter($0) }
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
      user: gitEnvironment.user,
      host: gitEnvironment.host, clock: now, offsetMinutes: gitEnvironment.offsetMinutes,
      random: random,
      sleep: Machine.pause,
      lockTimeout: gitEnvironment.lockTimeout,
      isInterrupted: { [signal] in signal.isEnded },
      report: { [ledger] in ledger.enter($0) })
  }
}

/// Announces the updates of an exchange to a resource's listeners, and learns of other updates from them.
private final class ResourceTimer<Model: Codable & Equatable & Sendable>: ExchangeTimer {
  private let resource: ForkedResource<GitRepository<Model>>
  private let signal: ExchangeSignal
  private let ledger: ExchangeLedger

  init(
    resource: ForkedResource<GitRepository<Model>>, signal: ExchangeSignal, ledger: ExchangeLedger
  ) {
    self.resource = resource
    self.signal = signal
    self.ledger = ledger
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
