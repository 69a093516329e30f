public import Forked
public import ForkedGit
import ForkedSchema

/// An open document repository. All commands work on it.
///
/// Everywhere, documents are named as the user named them. A fork that is nil is the current one; a revision that is nil
/// is the last version of the fork, and for a check the state of the work tree, if there is one. A message that is nil is
/// generated. An expectation is the condition for a change. A dry run updates no ref.
///
/// It owns one repository handle: use it from one thread at a time.
public final class DocumentStore {
  /// The git repository.
  public let repository: LocalRepository
  /// The environment of the process.
  public let environment: Environment
  let caches: StoreCaches
  /// The transaction that commands take part in; nil: each command has its own.
  private(set) var transaction: Transaction?
  /// The program's own way of merging; nil: it has none.
  private(set) var ownMerging: OwnMerging?
  /// Called after each update of a fork.
  private(set) var onUpdate: (ForkUpdate) -> Void = { _ in }

  /// Creates a store for an open repository.
  public convenience init(_ repository: LocalRepository, environment: Environment) {
    self.init(repository, environment, StoreCaches())
    repository.hooks = environment.hooks
    repository.reportsProgress = { environment.report(Progress($0, $1, of: $2)) }
    repository.reportsSavedFile = { environment.notify($0.notice) }
    repository.reportsRestoredFile = {
      environment.notify("'\($0)' was emptied by a power cut, and is restored")
    }
    repository.isInterrupted = environment.isInterrupted
    repository.keepsWaiting = { [caches] lock, duration in
      if duration > .milliseconds(500) {
        caches.once(lock) {
          environment.notify("waiting for another process that holds '\(lock)'")
        }
      }
      return !environment.isInterrupted()
    }
  }

  private init(
    _ repository: LocalRepository, _ environment: Environment, _ caches: StoreCaches
  ) {
    self.repository = repository
    self.environment = environment
    self.caches = caches
  }

  private func copy(_ change: (DocumentStore) -> Void) -> DocumentStore {
    let copy = DocumentStore(repository, environment, caches)
    copy.transaction = transaction
    copy.ownMerging = ownMerging
    copy.onUpdate = onUpdate
    change(copy)
    return copy
  }

  /// The same store, whose commands take part in an open transaction.
  func joining(_ transaction: Transaction) -> DocumentStore {
    copy { $0.transaction = transaction }
  }

  /// The same store for a program with its own way of merging.
  func merging(_ ownMerging: OwnMerging?) -> DocumentStore { copy { $0.ownMerging = ownMerging } }

  /// The same store, which calls a function after each update of a fork.
  func notifying(_ onUpdate: @escaping (ForkUpdate) -> Void) -> DocumentStore {
    copy { $0.onUpdate = onUpdate }
  }

  /// Opens the repository of the working directory, or the one that `GIT_DIR` and `GIT_WORK_TREE` name.
  ///
  /// - Throws: ``GitError`` of kind `notARepository` if there is none, `ownership` if it belongs to another user.
  public static func discover(in environment: Environment) throws -> DocumentStore {
    let store = try open(in: environment)
    store.recoverTransactions()
    return store
  }

  /// Opens the repository as ``discover(in:)`` does, and leaves the transactions of killed processes as they are.
  static func open(in environment: Environment) throws -> DocumentStore {
    let repository = try LocalRepository.discover(
      from: environment.workingDirectory,
      gitDirectory: environment.variables["GIT_DIR"].map(environment.absolute),
      workTree: environment.variables["GIT_WORK_TREE"].map(environment.absolute),
      options: .init(environment: environment.variables))
    return DocumentStore(repository, environment: environment)
  }
}

extension SavedFile {
  /// The notice for the user.
  fileprivate var notice: String {
    let file = path.map { "'\($0)'" } ?? "a file"
    let start = "another program saved \(file) while an interrupted command replaced it; "
    return start + (path == place ? "it is as it was saved" : "what it saved is in '\(place)'")
  }
}

/// Schemas and indexes that were read, and notices that were given.
final class StoreCaches {
  /// The schemas by the id of their `.fork` directory.
  var schemas: [ObjectID: SchemaSet] = [:]
  /// The schemas of the tree that was last asked for.
  var lastSchemas: (tree: ObjectID, schemas: SchemaSet)?
  /// The indexes of entities by the id of the `.fork` directory that governs them.
  var entityIndexes: [ObjectID: EntityIndex] = [:]
  private var givenNotices: Set<String> = []

  /// Calls `body` if the notice was not given yet.
  func once(_ notice: String, _ body: () -> Void) {
    if givenNotices.insert(notice).inserted { body() }
  }
}

extension DocumentStore {
  /// The fork that HEAD names.
  ///
  /// - Throws: kind `notFound` if HEAD is detached.
  ///
  /// - Parameter way: the way in which the command takes another fork, for the message; nil: none.
  public func currentFork(named way: String? = "with --fork") throws -> Fork {
    guard let fork = try repository.headFork() else {
      throw StoreError(
        .notFound, "HEAD is detached, so there is no current fork",
        hint: (way.map { "name one \($0), or " } ?? "") + "'\(programName) switch <fork>' first")
    }
    return fork
  }

  /// The fork with a name, or the current fork if there is no name.
  ///
  /// The fork has commits, unless it is the current fork of a repository that has none yet.
  ///
  /// - Parameter way: the way in which the command takes the fork, for the message.
  /// - Throws: ``InvalidForkName``, or kind `notFound` if there is no such fork.
  public func fork(named name: String?, way: String = "with --fork") throws -> Fork {
    guard let name else { return try transaction?.currentFork() ?? currentFork(named: way) }
    let fork = try Fork(validating: name)
    if try repository.tip(of: fork) == nil, try repository.head() != .unborn(fork) {
      throw noSuchFork(fork)
    }
    return fork
  }

  /// The last commit of a fork.
  ///
  /// - Throws: kind `notFound` if there is no such fork, or if it has no commit yet.
  public func tip(of fork: Fork) throws -> ObjectID {
    guard let tip = try repository.tip(of: fork) else { throw noSuchFork(fork) }
    return tip
  }

  /// The main fork: `fork.main` of the configuration, else the remote's HEAD, else `init.defaultBranch`, else `main` or
  /// `master`, whichever exists, else the current fork.
  public func mainFork() throws -> Fork { try repository.mainFork() }

  func noSuchFork(_ fork: Fork) -> StoreError {
    if let found = fetchedFork(named: fork) {
      return StoreError(
        .notFound, "there is no fork '\(fork.name)' here, only \(found.name)",
        hint:
          "'\(programName) create \(fork.name.shellWord) --from \(found.name.shellWord)' creates it here"
      )
    }
    if let (remote, name) = remotePart(of: fork) {
      return StoreError(
        .notFound, "there is no fork '\(name)' of '\(remote)' here",
        hint: "'\(programName) fetch \(remote.shellWord)' brings the forks of '\(remote)'")
    }
    return StoreError(
      .notFound, "there is no fork '\(fork.name)'",
      hint: nearestFork(to: fork.name).map {
        "did you mean '\($0)'? '\(programName) list' shows the forks"
      }
        ?? "'\(programName) list' shows the forks")
  }

  /// The remote and the rest of a name that begins with a remote's, like `origin/w2`.
  private func remotePart(of fork: Fork) -> (remote: String, name: String)? {
    do {
      return try repository.remoteNames().filter { fork.name.hasPrefix($0 + "/") }
        .max { $0.utf8.count < $1.utf8.count }
        .map { ($0, String(fork.name.dropFirst($0.count + 1))) }
    } catch {
      // Another error is being reported already.
      return nil
    }
  }

  private func fetchedFork(named fork: Fork) -> RemoteFork? {
    do {
      return try RemoteForks(of: self).named(fork).first
    } catch {
      // Another error is being reported already.
      return nil
    }
  }

  /// The fork whose name is most similar to a mistyped one.
  func nearestFork(to name: String) -> String? {
    do {
      return Nearest.name(
        to: name, among: try repository.readableBranches().readable.map(\.fork.name))
    } catch {
      // Another error is being reported already.
      return nil
    }
  }
}
