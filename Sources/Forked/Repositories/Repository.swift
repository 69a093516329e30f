/// A store for the forks of a resource, with a few commits for each fork.
///
/// A ``ForkedResource`` decides which commits a fork needs, and the repository keeps them. Give a
/// repository to only one resource at a time, and change it only through that resource.
public protocol Repository<Resource>: AnyObject {
  /// The stored value.
  associatedtype Resource: Equatable
  /// The error that listing the forks can throw; `Never` if they are known in memory.
  associatedtype ListingFailure: Error = any Error

  /// The stored forks, in no particular order.
  var forks: [Fork] { get throws(ListingFailure) }

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
