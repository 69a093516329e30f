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
  public private(set) var environment: Environment
  /// The schemas of trees that were asked for, by the id of their `.fork` directory.
  var schemaSets: [ObjectID: SchemaSet] = [:]
  /// Which documents hold which models, by the id of the `.fork` directory that governs them.
  var modelIndexes: [ObjectID: ModelIndex] = [:]
  /// How a program's own model merges, where no schema of the repository names its document.
  var modelPlan: (path: String, plan: FieldPlan)?
  /// How a program that has a way of its own merges two versions into a tree; nil: by schema and property.
  var mergesVersions: ((_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID)?
  /// Takes each move of a fork, right after it.
  var onMove: (Movement) -> Void = { _ in }
  /// What was said already.
  var said: Set<String> = []
  /// Whether ``warnOfWhatIsNotRun()`` has looked.
  var knowsWhatIsNotRun = false
  /// What is being done, for the operation log.
  var openOperation: OpenOperation?
  /// A Boolean value that indicates whether forks have moved, and what is read serves only to say so.
  var isReporting = false
  /// What an atomic batch has changed; nil: none is under way.
  var openDrafts: OpenDrafts?

  /// A store on an open repository.
  public init(_ repository: LocalRepository, environment: Environment) {
    self.repository = repository
    self.environment = environment
    repository.reportsProgress = { environment.report(Progress($0, $1, of: $2)) }
    repository.isInterrupted = { [weak self] in
      guard let self, !isReporting else { return false }
      return self.environment.isInterrupted()
    }
    repository.keepsWaiting = { [weak self] in self?.keepsWaiting(for: $0, since: $1) ?? true }
  }

  /// Whether a lock is waited for any longer; after a second, that is said.
  private func keepsWaiting(for lock: String, since duration: Duration) -> Bool {
    if duration > .seconds(1), said.insert(lock).inserted {
      environment.notify("waiting for another process, which holds '\(lock)'")
    }
    return !environment.isInterrupted()
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
    return DocumentStore(repository, environment: environment)
  }
}

extension DocumentStore {
  /// Does a part of something that must be done as a whole: where the first part was done already, no interrupt keeps
  /// it from the others.
  func finishing<Result>(_ hasBegun: Bool, _ body: () throws -> Result) rethrows -> Result {
    guard hasBegun else { return try body() }
    let outer = environment
    defer { environment = outer }
    environment.isInterrupted = { false }
    return try body()
  }

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
