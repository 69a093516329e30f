public import Forked
public import ForkedGit
import ForkedSchema

/// A repository of documents, opened: what every use case works on.
///
/// One owner of one repository handle: use it from one thread at a time.
public final class DocumentStore {
  /// The repository beneath.
  public let repository: LocalRepository
  /// The world around the process.
  public let environment: Environment
  let caches: StoreCaches
  /// The transaction that use cases take part in; nil: each has one of its own.
  let transaction: Transaction?
  /// The way of merging of the program that uses the store; nil: it has none of its own.
  let ownMerging: OwnMerging?
  /// Takes each update of a fork, right after it.
  let onUpdate: (Movement) -> Void

  /// A store on an open repository.
  public convenience init(_ repository: LocalRepository, environment: Environment) {
    self.init(repository, environment, StoreCaches())
    repository.reportsProgress = { environment.report(Progress($0, $1, of: $2)) }
    repository.isInterrupted = environment.isInterrupted
    repository.keepsWaiting = { [caches] lock, duration in
      if duration > .seconds(1) {
        caches.say(lock) {
          environment.notify("waiting for another process, which holds '\(lock)'")
        }
      }
      return !environment.isInterrupted()
    }
  }

  private init(
    _ repository: LocalRepository, _ environment: Environment, _ caches: StoreCaches,
    transaction: Transaction? = nil, ownMerging: OwnMerging? = nil,
    onUpdate: @escaping (Movement) -> Void = { _ in }
  ) {
    (self.repository, self.environment, self.caches) = (repository, environment, caches)
    (self.transaction, self.ownMerging, self.onUpdate) = (transaction, ownMerging, onUpdate)
  }

  /// The same store, whose use cases are parts of an open transaction.
  func joining(_ transaction: Transaction) -> DocumentStore {
    DocumentStore(
      repository, environment, caches, transaction: transaction, ownMerging: ownMerging,
      onUpdate: onUpdate)
  }

  /// The same store, for a program with a way of merging of its own.
  func merging(_ ownMerging: OwnMerging?) -> DocumentStore {
    DocumentStore(
      repository, environment, caches, transaction: transaction, ownMerging: ownMerging,
      onUpdate: onUpdate)
  }

  /// The same store, which tells of each update of a fork.
  func telling(_ onUpdate: @escaping (Movement) -> Void) -> DocumentStore {
    DocumentStore(
      repository, environment, caches, transaction: transaction, ownMerging: ownMerging,
      onUpdate: onUpdate)
  }

  /// Opens the repository that the working directory belongs to; `GIT_DIR` and `GIT_WORK_TREE` decide first.
  ///
  /// - Throws: ``GitError`` of kind `notARepository` where there is none, `ownership` where it is someone else's.
  public static func discover(in environment: Environment) throws -> DocumentStore {
    let repository = try LocalRepository.discover(
      from: environment.workingDirectory,
      gitDirectory: environment.variables["GIT_DIR"].map(environment.absolute),
      workTree: environment.variables["GIT_WORK_TREE"].map(environment.absolute),
      options: .init(environment: environment.variables))
    let store = DocumentStore(repository, environment: environment)
    store.recoverTransactions()
    return store
  }
}

/// Schemas and indexes that were read, and notices that were given.
final class StoreCaches {
  /// The schemas of trees that were asked for, by the id of their `.fork` directory.
  var schemas: [ObjectID: SchemaSet] = [:]
  /// Which documents hold which models, by the id of the `.fork` directory that governs them.
  var modelIndexes: [ObjectID: ModelIndex] = [:]
  /// True if it is known which hooks there are.
  var hasLookedAtHooks = false
  private var said: Set<String> = []

  /// Gives a notice, the first time.
  func say(_ notice: String, _ body: () -> Void) {
    if said.insert(notice).inserted { body() }
  }
}

extension DocumentStore {
  /// The fork that HEAD names.
  ///
  /// - Throws: kind `notFound` where HEAD is detached.
  public func currentFork() throws -> Fork { try currentFork(of: repository.head()) }

  /// The fork that HEAD, read before, names.
  func currentFork(of head: Head) throws -> Fork {
    guard let fork = head.fork else {
      throw StoreError(
        .notFound, "HEAD is detached, so there is no current fork",
        hint: "name one with --fork, or 'fork switch <fork>' first")
    }
    return fork
  }

  /// The fork that a person named, or the current one where they named none. It has commits, but for a current one
  /// in a repository that has none yet.
  ///
  /// - Throws: ``InvalidForkName``, or kind `notFound` where there is no such fork.
  public func fork(named name: String?) throws -> Fork {
    guard let name else { return try currentFork() }
    let fork = try Fork(validating: name)
    if try repository.tip(of: fork) == nil, try repository.head() != .unborn(fork) {
      throw noSuchFork(fork)
    }
    return fork
  }

  /// The last commit of a fork.
  ///
  /// - Throws: kind `notFound` where there is no such fork, or it has no commit yet.
  public func tip(of fork: Fork) throws -> ObjectID {
    guard let tip = try repository.tip(of: fork) else { throw noSuchFork(fork) }
    return tip
  }

  /// The hub: `fork.main` of the configuration, else the remote's HEAD, else `init.defaultBranch`, else `main` or
  /// `master`, whichever is there, else the current fork.
  public func mainFork() throws -> Fork { try repository.mainFork() }

  func noSuchFork(_ fork: Fork) -> StoreError {
    StoreError(
      .notFound, "there is no fork '\(fork.name)'",
      hint: nearestFork(to: fork.name).map { "did you mean '\($0)'? 'fork list' shows the forks" }
        ?? "'fork list' shows the forks, 'fork create \(fork.name.shellWord)' makes it")
  }

  /// The fork that a mistyped name may have meant.
  func nearestFork(to name: String) -> String? {
    do {
      return Nearest.name(to: name, among: try repository.branches().map(\.fork.name))
    } catch {
      // There is an error to tell of already.
      return nil
    }
  }
}
