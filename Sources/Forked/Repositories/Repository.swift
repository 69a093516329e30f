/// Where the forks of a resource are stored: a few commits each.
///
/// A ``ForkedResource`` decides which commits a fork needs, and the repository keeps them. Give a
/// repository to one resource at a time, and change it through that only.
public protocol Repository<Resource>: AnyObject {
  /// What is stored.
  associatedtype Resource: Equatable
  /// What listing the forks can throw; `Never` where they are known in memory.
  associatedtype ListingFailure: Error = any Error

  /// The forks that are stored, in no particular order.
  var forks: [Fork] { get throws(ListingFailure) }

  /// Begins to store a fork.
  ///
  /// - Throws: ``ForkedError/forkExists(_:)`` where it is stored already.
  func create(_ fork: Fork, withInitialCommit commit: Commit<Resource>) throws

  /// Removes a fork and all that it stores.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)`` where it is not stored.
  func delete(_ fork: Fork) throws

  /// The versions of which a fork stores commits.
  ///
  /// - Throws: ``ForkedError/noSuchFork(_:)`` where it is not stored.
  func versions(storedIn fork: Fork) throws -> Set<Version>

  /// What a fork stored at a version.
  ///
  /// - Throws: ``ForkedError/noSuchVersion(_:_:)`` where there is no such commit.
  func content(of fork: Fork, at version: Version) throws -> CommitContent<Resource>

  /// Adds a commit to a fork, whole or not at all.
  ///
  /// - Throws: ``ForkedError/versionExists(_:_:)`` where the fork stores that version already.
  func store(_ commit: Commit<Resource>, in fork: Fork) throws

  /// Says that a commit is not needed any more; a repository that keeps a history still keeps it.
  ///
  /// - Throws: ``ForkedError/noSuchVersion(_:_:)`` where there is no such commit.
  func removeCommit(at version: Version, from fork: Fork) throws
}

/// What can be stored in one go, and taken back to what was stored last.
public protocol Persistent {
  /// Stores everything, whole or not at all.
  func persist() throws

  /// Replaces everything by what was stored last; what was never stored is left as it is.
  func load() throws
}
