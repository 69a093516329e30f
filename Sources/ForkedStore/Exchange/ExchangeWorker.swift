import Forked
import ForkedGit
import Glibc

/// What a ``GitExchange`` does on its thread.
struct ExchangeWorker<Model: Codable & Equatable & Sendable>: Sendable {
  let resource: ForkedResource<GitRepository<Model>>
  let request: ExchangeRequest
  let pace: ExchangePace
  let bell: ExchangeBell
  let ledger: ExchangeLedger
  let now: @Sendable () -> Int64
  let random: @Sendable () -> UInt64

  private var repository: GitRepository<Model> { resource.repository }

  /// Exchanges until it is told to end, or something happens that waiting does not make better.
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

  /// The repository, opened once more: a handle belongs to one thread.
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

/// Tells a resource's listeners what an exchange moved, and learns from them what else did.
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
      // Somebody deleted the fork meanwhile, which the stream does not tell of.
    }
  }

  func wait(_ limit: Duration, endsWithMoves: Bool) throws -> ExchangeWakening {
    try bell.wait(limit, endsWithMoves: endsWithMoves)
  }
}
