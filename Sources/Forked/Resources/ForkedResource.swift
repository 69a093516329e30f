public import FoundationEssentials

/// A value of which every fork has its own version, changed at the same time and merged later.
///
/// There is one hub, ``Fork/main``, and any number of other forks. Each can be read and changed
/// without regard to the others, in any order and from any thread, and merged with the hub
/// whenever that suits: each change counts once, whatever the order of merges.
///
/// ```swift
/// let uiFork = Fork(name: "ui")
/// let counter = QuickFork<Int>(initialValue: 0, forks: [uiFork])
/// try counter.update(uiFork, with: 1)
/// try counter.update(.main, with: 2)
/// try counter.mergeIntoMain(from: uiFork)
/// ```
///
/// What is stored follows the number of forks that differ from main: one that is equal to it
/// stores nothing, one that is behind it the common ancestor, one that has changes the ancestor
/// and its own value.
///
/// Sendable where repository and value are: methods exclude each other, on whatever thread.
public final class ForkedResource<RepositoryType: Repository> {
  /// What each fork holds a version of.
  public typealias ResourceType = RepositoryType.Resource

  /// Where the forks are stored. Change it through this resource only.
  public let repository: RepositoryType

  let history: any VersionHistory<ResourceType>
  let changes = ChangeAnnouncer()
  private let clock: @Sendable () -> Date
  private let lock = RecursiveLock()

  /// The resource that a repository stores, with main, which has no value yet where it is new.
  ///
  /// - Parameters:
  ///   - repository: Where the forks are stored. Give it to one resource at a time.
  ///   - clock: Tells the time for the timestamps of versions.
  /// - Throws: What the repository throws.
  public convenience init(
    repository: RepositoryType, clock: @escaping @Sendable () -> Date = { .now }
  ) throws {
    if try !repository.forks.contains(.main) {
      try repository.create(
        .main, withInitialCommit: Commit(content: .none, version: .initialVersion))
    }
    let own = repository as? any VersionHistory<ResourceType>
    self.init(repository, try own ?? HubAndSpoke(repository), clock)
  }

  init(
    _ repository: RepositoryType, _ history: any VersionHistory<ResourceType>,
    _ clock: @escaping @Sendable () -> Date
  ) {
    self.repository = repository
    self.history = history
    self.clock = clock
  }

  deinit { changes.end() }

  /// Runs a series of calls with no call of another thread in between.
  ///
  /// What was done before an error stays done. Other processes are not kept out, where the
  /// repository lets others in.
  public func performAtomically<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  var now: Date { clock() }
}

extension ForkedResource: @unchecked Sendable
where RepositoryType: Sendable, RepositoryType.Resource: Sendable {}

// MARK: - Forks

extension ForkedResource {
  /// All forks, main among them.
  public var forks: [Fork] {
    get throws(RepositoryType.ListingFailure) {
      try lock.withLock { () throws(RepositoryType.ListingFailure) in try repository.forks }
    }
  }

  /// Whether there is such a fork.
  public func has(_ fork: Fork) throws(RepositoryType.ListingFailure) -> Bool {
    try forks.contains(fork)
  }

  /// Makes a fork that holds what main holds.
  ///
  /// - Throws: ``ForkedError/forkExists(_:)``, or what the repository throws.
  public func create(_ fork: Fork) throws {
    try performAtomically {
      guard try !has(fork) else { throw ForkedError.forkExists(fork) }
      try history.create(fork)
    }
  }

  /// Removes a fork and what it alone holds.
  ///
  /// - Throws: ``ForkedError/forkIsProtected(_:)`` for main, ``ForkedError/noSuchFork(_:)``, or
  ///   what the repository throws.
  public func delete(_ fork: Fork) throws {
    guard !fork.isProtected else { throw ForkedError.forkIsProtected(fork) }
    try performAtomically {
      guard try has(fork) else { throw ForkedError.noSuchFork(fork) }
      try history.delete(fork)
    }
  }
}
