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

  /// True if there is such a fork.
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

extension ForkedResource {
  /// The value that a fork holds; nil where it holds none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func value(in fork: Fork) throws -> ResourceType? { try resource(of: fork) }

  /// The value that a fork holds; nil where it holds none.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func resource(of fork: Fork) throws -> ResourceType? { try content(of: fork).resource }

  /// What a fork holds.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func content(of fork: Fork) throws -> CommitContent<ResourceType> {
    try mostRecentCommit(of: fork).content
  }

  /// What a fork holds, and at which version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mostRecentCommit(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.mostRecentCommit(of: fork) }
  }

  /// The version that a fork stands at.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mostRecentVersion(of fork: Fork) throws -> Version {
    try performAtomically { try history.mostRecentVersion(of: fork) }
  }

  /// The version that main stands at.
  ///
  /// - Throws: What the repository throws.
  public func mostRecentVersionOfMain() throws -> Version { try mostRecentVersion(of: .main) }

  /// What main and a fork held when they were last the same; for main, and for a fork that is
  /// equal to it, what main holds.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func commonAncestor(of fork: Fork) throws -> Commit<ResourceType> {
    try performAtomically { try history.commonAncestor(of: fork) }
  }

  /// True if a fork has changes that main has not.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func hasUnmergedCommitsForMain(in fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isAhead }
  }

  /// True if main has changes that a fork has not.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func hasUnmergedCommitsInMain(for fork: Fork) throws -> Bool {
    try performAtomically { try history.divergence(of: fork).isBehind }
  }

  /// True if main and a fork stand at one version.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mainVersion(isSameAsVersionIn fork: Fork) throws -> Bool {
    let divergence = try performAtomically { try history.divergence(of: fork) }
    return !divergence.isAhead && !divergence.isBehind
  }

  /// True if main and a fork stand at different versions.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws.
  public func mainVersion(differsFromVersionIn fork: Fork) throws -> Bool {
    try !mainVersion(isSameAsVersionIn: fork)
  }
}

extension ForkedResource {
  /// Makes a version of a fork that holds a value.
  ///
  /// - Returns: The version. A repository with a history of its own may make none where the value
  ///   is what the fork holds already.
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
  /// - Complexity: O(1) for a fork; O(forks) for main, whose old value the others may still need.
  @discardableResult
  public func update(_ fork: Fork, with resource: ResourceType) throws -> Version {
    try record(.resource(resource), in: fork)
  }

  /// Makes a version of a fork that holds no value.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
  @discardableResult
  public func removeContent(from fork: Fork) throws -> Version { try record(.none, in: fork) }

  /// Makes a version of every fork that holds no value, main first.
  ///
  /// - Throws: What the repository throws.
  public func removeAllContent() throws {
    try performAtomically {
      let others = try forks.filter { $0 != .main }.sorted()
      for fork in [.main] + others { try removeContent(from: fork) }
    }
  }

  /// Begins a fork anew: it holds a value, and has no ancestor in common with any other fork.
  ///
  /// What it held is dropped. At the next merge the two values are salvaged
  /// (``Mergeable/salvaging(from:)``), since no ancestor says who changed what.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, or what the repository throws. Nothing changed then.
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
  /// Merges what a fork has into main; the fork stays as it is.
  ///
  /// Of two changes to one thing the later wins, unless the value is ``Mergeable`` and says
  /// otherwise.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)``, what the value's own merging throws, or what the
  ///   repository throws. Nothing changed then.
  @discardableResult
  public func mergeIntoMain(from fork: Fork) throws -> MergeAction {
    try merge(fork, into: .main)
  }

  /// Merges what main has into a fork; main stays as it is.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``.
  @discardableResult
  public func mergeFromMain(into fork: Fork) throws -> MergeAction { try merge(.main, into: fork) }

  /// Brings main and forks to one version that has the changes of all.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncMain(with forks: [Fork]) throws {
    try performAtomically {
      for fork in forks { try mergeIntoMain(from: fork) }
      for fork in forks { try mergeFromMain(into: fork) }
    }
  }

  /// Brings main and a fork to one version that has the changes of both.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncMain(with fork: Fork) throws { try syncMain(with: [fork]) }

  /// Brings all forks to one version that has the changes of all.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
  public func syncAllForks() throws {
    try performAtomically { try syncMain(with: forks.sorted()) }
  }

  /// Merges what all forks have into one, by way of main; the others stay as they are.
  ///
  /// - Throws: As ``mergeIntoMain(from:)``. The merges before it stay.
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
