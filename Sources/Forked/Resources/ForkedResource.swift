#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of which every fork has its own version. Forks are changed independently and merged
/// later.
///
/// There is a main fork, ``Fork/main``, and any number of other forks. Each can be read and changed
/// independently of the others, in any order and from any thread, and merged with main at any time.
/// Each change counts once, whatever the order of merges.
///
/// ```swift
/// let uiFork = Fork(name: "ui")
/// let counter = QuickFork<Int>(initialValue: 0, forks: [uiFork])
/// try counter.update(uiFork, with: 1)
/// try counter.update(.main, with: 2)
/// try counter.mergeIntoMain(from: uiFork)
/// ```
///
/// Storage is proportional to the number of forks that differ from main. A fork that is equal to
/// main stores nothing. A fork that is behind main stores the common ancestor. A fork with changes
/// stores the ancestor and its own value.
///
/// The resource is `Sendable` if its repository and its value are. Its methods exclude each other,
/// on any thread.
public final class ForkedResource<RepositoryType: SharedRepository> {
  /// The value of which each fork holds a version.
  public typealias ResourceType = RepositoryType.Resource

  /// The store of the forks. Change it only through this resource.
  public let repository: RepositoryType

  let history: any VersionHistory<ResourceType>
  let changes = ChangeAnnouncer()
  private let clock: @Sendable () -> Date
  private let lock = RecursiveLock()

  /// Creates a resource on a repository. If the repository has no main fork, it is created without
  /// a value.
  ///
  /// - Parameters:
  ///   - repository: The store of the forks. Give it to only one resource at a time.
  ///   - clock: Returns the time for the timestamps of versions.
  /// - Throws: Errors of the repository.
  public convenience init(
    repository: RepositoryType, clock: @escaping @Sendable () -> Date = { .now }
  ) throws {
    if try !repository.listForks().contains(.main) {
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
  /// Changes that were made before an error are kept. If the repository allows other processes,
  /// they are not kept out.
  public func performAtomically<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  var now: Date { clock() }
}

extension ForkedResource: @unchecked Sendable
where RepositoryType: Sendable, RepositoryType.Resource: Sendable {}

// MARK: - Forks

extension ForkedResource {
  /// All forks, including main.
  public var forks: [Fork] {
    get throws { try lock.withLock { try repository.listForks() } }
  }

  /// True if there is such a fork.
  public func has(_ fork: Fork) throws -> Bool { try forks.contains(fork) }

  /// Creates a fork with the content of main.
  ///
  /// - Throws: ``ForkedError/forkExists(_:)``, or errors of the repository.
  public func create(_ fork: Fork) throws {
    try performAtomically {
      guard try !has(fork) else { throw ForkedError.forkExists(fork) }
      try history.create(fork)
    }
  }

  /// Deletes a fork and its own changes.
  ///
  /// - Throws: ``ForkedError/forkIsProtected(_:)`` for main, ``ForkedError/noSuchFork(_:)``, or
  ///   errors of the repository.
  public func delete(_ fork: Fork) throws {
    guard !fork.isProtected else { throw ForkedError.forkIsProtected(fork) }
    try performAtomically {
      guard try has(fork) else { throw ForkedError.noSuchFork(fork) }
      try history.delete(fork)
    }
  }
}

extension ForkedResource where RepositoryType: Repository {
  /// All forks, including main.
  public var forks: [Fork] { lock.withLock { repository.forks } }

  /// True if there is such a fork.
  public func has(_ fork: Fork) -> Bool { forks.contains(fork) }
}

extension ForkedResource {
  /// The value of a fork; nil if it has none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func value(in fork: Fork) throws -> ResourceType? { try resource(of: fork) }

  /// The value of a fork; nil if it has none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func resource(of fork: Fork) throws -> ResourceType? { try content(of: fork).resource }

  /// The content of a fork.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func content(of fork: Fork) throws -> CommitContent<ResourceType> {
    try mostRecentCommit(of: fork).content
  }

  /// The content of a fork, with its version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func mostRecentCommit(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.mostRecentCommit(of: fork) }
  }

  /// The version of a fork.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func mostRecentVersion(of fork: Fork) throws -> Version {
    try performAtomically { try history.mostRecentVersion(of: fork) }
  }

  /// The version of main.
  ///
  /// - Throws: Errors of the repository.
  public func mostRecentVersionOfMain() throws -> Version { try mostRecentVersion(of: .main) }

  /// The content of main and a fork when they were last equal. For main, and for a fork that is
  /// equal to it, this is the content of main.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func commonAncestor(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.commonAncestor(of: fork) }
  }

  /// True if a fork has changes that main does not have.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func hasUnmergedCommitsForMain(in fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isAhead }
  }

  /// True if main has changes that a fork does not have.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func hasUnmergedCommitsInMain(for fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isBehind }
  }

  /// True if main and a fork have the same version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func mainVersion(isSameAsVersionIn fork: Fork) throws -> Bool {
    let divergence = try performAtomically { try history.divergence(of: fork) }
    return !divergence.isAhead && !divergence.isBehind
  }

  /// True if main and a fork have different versions.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository.
  public func mainVersion(differsFromVersionIn fork: Fork) throws -> Bool {
    try !mainVersion(isSameAsVersionIn: fork)
  }
}

extension ForkedResource {
  /// Makes a version of a fork with a value.
  ///
  /// - Returns: The version. A repository with its own history may make none if the fork has this
  ///   value already.
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository. Nothing is changed
  ///   then.
  /// - Complexity: O(1) for a fork; O(forks) for main, whose old value the other forks may still
  ///   need.
  @discardableResult
  public func update(_ fork: Fork, with resource: ResourceType) throws -> Version {
    try record(.resource(resource), in: fork)
  }

  /// Makes a version of a fork with a value, or without one if the content is `.none`.
  ///
  /// - Returns: The version.
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository. Nothing is changed
  ///   then.
  @_disfavoredOverload
  @discardableResult
  public func update(
    _ fork: Fork, with content: CommitContent<ResourceType>
  ) throws -> Version {
    try record(content, in: fork)
  }

  /// Makes a version of a fork without a value.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository. Nothing is changed
  ///   then.
  @discardableResult
  public func removeContent(from fork: Fork) throws -> Version { try record(.none, in: fork) }

  /// Makes a version of every fork without a value, beginning with main.
  ///
  /// - Throws: Errors of the repository.
  public func removeAllContent() throws {
    try performAtomically {
      let others = try forks.filter { $0 != .main }.sorted()
      for fork in [.main] + others { try removeContent(from: fork) }
    }
  }

  /// Restarts a fork with a value. It then has no ancestor in common with any other fork.
  ///
  /// Its former content is dropped. The next merge salvages the two values
  /// (``Mergeable/salvaging(from:)``), since there is no ancestor to tell which side changed a
  /// property.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or errors of the repository. Nothing is changed
  ///   then.
  @discardableResult
  public func restart(_ fork: Fork, with resource: ResourceType) throws -> Version {
    try performAtomically {
      let version = try history.restart(fork, with: .resource(resource), at: now)
      changes.announce(ForkChange(fork: fork, version: version))
      return version
    }
  }

  private func record(
    _ content: CommitContent<ResourceType>, in fork: Fork
  ) throws -> Version {
    try performAtomically {
      let before = try history.mostRecentVersion(of: fork)
      let version = try history.record(content, in: fork, at: now)
      if version != before { changes.announce(ForkChange(fork: fork, version: version)) }
      return version
    }
  }
}

extension ForkedResource {
  /// Merges a fork into main. The fork is not changed.
  ///
  /// Of two changes to the same thing, the later one wins, unless the value is ``Mergeable`` and
  /// has another rule.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, errors of the value's own merging, or errors of the
  ///   repository. Nothing is changed then.
  @discardableResult
  public func mergeIntoMain(from fork: Fork) throws -> MergeAction {
    try merge(fork, into: .main)
  }

  /// Merges main into a fork. Main is not changed.
  ///
  /// - Throws: The errors of ``mergeIntoMain(from:)``.
  @discardableResult
  public func mergeFromMain(into fork: Fork) throws -> MergeAction { try merge(.main, into: fork) }

  /// Merges main and forks, so that all have one version with all changes.
  ///
  /// - Throws: The errors of ``mergeIntoMain(from:)``. Merges that were made before the error are
  ///   kept.
  public func syncMain(with forks: [Fork]) throws {
    try performAtomically {
      for fork in forks { try mergeIntoMain(from: fork) }
      for fork in forks { try mergeFromMain(into: fork) }
    }
  }

  /// Merges main and a fork, so that both have one version with the changes of both.
  ///
  /// - Throws: The errors of ``mergeIntoMain(from:)``. Merges that were made before the error are
  ///   kept.
  public func syncMain(with fork: Fork) throws { try syncMain(with: [fork]) }

  /// Merges all forks, so that they have one version with all changes.
  ///
  /// - Throws: The errors of ``mergeIntoMain(from:)``. Merges that were made before the error are
  ///   kept.
  public func syncAllForks() throws {
    try performAtomically { try syncMain(with: forks.sorted()) }
  }

  /// Merges all forks into one, through main. The others are not changed.
  ///
  /// - Throws: The errors of ``mergeIntoMain(from:)``. Merges that were made before the error are
  ///   kept.
  public func mergeAllForks(into fork: Fork) throws {
    try performAtomically {
      for other in try forks.sorted() where other != fork { try mergeIntoMain(from: other) }
      try mergeFromMain(into: fork)
    }
  }

  private func merge(_ source: Fork, into target: Fork) throws -> MergeAction {
    try performAtomically {
      guard source != target else {
        _ = try history.mostRecentVersion(of: source)
        return .none
      }
      let (action, version) = try history.merge(source, into: target, at: now)
      if action != .none {
        changes.announce(ForkChange(fork: target, version: version, mergingFork: source))
      }
      return action
    }
  }
}
