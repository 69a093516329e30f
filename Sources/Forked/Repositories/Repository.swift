/// A store for the forks of a resource, with a few commits for each fork.
///
/// A ``ForkedResource`` decides which commits a fork needs, and the repository keeps them. Give a
/// repository to only one resource at a time, and change it only through that resource.
///
/// The forks are known in memory, so listing them throws nothing, also in generic code. A store that
/// other programs may change is a ``SharedRepository``.
public protocol Repository<Resource>: SharedRepository {
  /// The stored forks, in no particular order.
  var forks: [Fork] { get }
}

extension Repository {
  /// Returns ``forks``.
  public func listForks() -> [Fork] { forks }
}

/// A store for the forks of a resource, whose forks may be unreadable at times, as in git.
///
/// Every ``Repository`` is one. Generic code for both says `try` to list forks.
public protocol SharedRepository<Resource>: AnyObject {
  /// The stored value.
  associatedtype Resource: Equatable

  /// Returns the stored forks, in no particular order.
  func listForks() throws -> [Fork]

  /// Stores a new fork.
  ///
  /// - Throws: ``ForkedError/forkExists(_:)`` if the fork is stored already.
  func create(_ fork: Fork, withInitialCommit commit: Commit<Resource>) throws

  /// Removes a fork with its commits.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)`` if the fork is not stored.
  func delete(_ fork: Fork) throws

  /// The versions of a fork's stored commits.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)`` if the fork is not stored.
  func versions(storedIn fork: Fork) throws -> Set<Version>

  /// The content of a fork at a version.
  ///
  /// - Throws: ``ForkedError/noSuchVersion(_:_:)`` if there is no such commit.
  func content(of fork: Fork, at version: Version) throws -> CommitContent<Resource>

  /// Adds a commit to a fork, atomically.
  ///
  /// - Throws: ``ForkedError/versionExists(_:_:)`` if the fork stores that version already.
  func store(_ commit: Commit<Resource>, in fork: Fork) throws

  /// Tells the repository that a commit is not needed any more. A repository that keeps a history
  /// still keeps it.
  ///
  /// - Throws: ``ForkedError/noSuchVersion(_:_:)`` if there is no such commit.
  func removeCommit(at version: Version, from fork: Fork) throws
}

/// A value that can be stored as a whole, and reset to the state that was stored last.
public protocol Persistent {
  /// Stores everything, atomically.
  func persist() throws

  /// Replaces everything by the state that was stored last. If nothing was stored, nothing is
  /// changed.
  func load() throws
}
