import Forked
import ForkedGit
import Glibc

/// The work of a ``GitExchange`` on its thread.
struct ExchangeWorker<Model: Codable & Equatable & Sendable>: Sendable {
  let resource: ForkedResource<GitRepository<Model>>
  let request: ExchangeRequest
  let pace: ExchangePace
  let bell: ExchangeBell
  let ledger: ExchangeLedger
  let now: @Sendable () -> Int64
  let random: @Sendable () -> UInt64

  private var repository: GitRepository<Model> { resource.repository }

  /// Exchanges until it is ended, or until an error that waiting does not resolve.
  func run() {
    do {
      let store = try openStore()
      let alarm = ResourceAlarm(resource: resource, bell: bell, ledger: ledger)
      try store.exchangeContinuously(request, pace: pace, alarm: alarm) { ledger.enter($0) }
    } catch {
      let failure = StoreError(translating: error)
      ledger.end(failure.kind == .interrupted ? nil : failure)
    }
    bell.end()
  }

  /// Opens the repository once more, since a handle belongs to one thread.
  func openStore() throws -> DocumentStore {
    let environment = environment
    let opened = try LocalRepository.open(
      at: repository.directory, options: .init(environment: environment.variables))
    return DocumentStore(opened, environment: environment).merging(repository.ownMerging)
  }

  private var environment: Environment {
    let world = repository.surroundings
    return Environment(
      variables: world.variables, workingDirectory: repository.directory, user: world.user,
      host: world.host, clock: now, offsetMinutes: world.offsetMinutes, random: random,
      sleep: { nanoseconds in usleep(UInt32(clamping: nanoseconds / 1_000)) },
      patience: world.patience,
      isInterrupted: { [bell] in bell.isEnded },
      report: { [ledger] in ledger.enter($0) })
  }
}

/// Announces the updates of an exchange to a resource's listeners, and learns of other updates from them.
private final class ResourceAlarm<Model: Codable & Equatable & Sendable>: ExchangeAlarm {
  private let resource: ForkedResource<GitRepository<Model>>
  private let bell: ExchangeBell
  private let ledger: ExchangeLedger

  init(
    resource: ForkedResource<GitRepository<Model>>, bell: ExchangeBell, ledger: ExchangeLedger
  ) {
    self.resource = resource
    self.bell = bell
    self.ledger = ledger
  }

  func exchangeBegins() throws {
    bell.exchangeBegins()
    ledger.exchangeBegins()
  }

  func exchangeMoved(_ movement: Movement) {
    guard movement.to != nil else { return }
    let fork = resource.repository.fork(of: movement.fork)
    do {
      try resource.announceOutsideChange(of: fork) { version in
        bell.expect(Forked.ForkChange(fork: fork, version: version))
      }
    } catch {
      // The fork was deleted meanwhile. The change stream does not report deletions.
    }
  }

  func wait(_ limit: Duration, endsWithMoves: Bool) throws -> ExchangeWakening {
    try bell.wait(limit, endsWithMoves: endsWithMoves)
  }
}
