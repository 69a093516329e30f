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

/// Why forks could not do what they were asked. Nothing changed then.
public enum ForkedError: Error, Hashable, Sendable {
  /// There is a fork of that name already.
  case forkExists(Fork)
  /// There is no fork of that name.
  case noSuchFork(Fork)
  /// The hub cannot be deleted.
  case forkIsProtected(Fork)
  /// The fork stores that version already, or a later one.
  case versionExists(Version, Fork)
  /// The fork does not store that version.
  case noSuchVersion(Version, Fork)
  /// There is no file to store in or load from.
  case noManagedFile
  /// What stands in a file is not what was stored there.
  case damagedFile(path: String, reason: String)
}

extension ForkedError: CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .forkExists(let fork): "there is a fork '\(fork)' already"
    case .noSuchFork(let fork): "there is no fork '\(fork)'"
    case .forkIsProtected(let fork): "the fork '\(fork)' cannot be deleted"
    case .versionExists(let version, let fork):
      "the fork '\(fork)' has version \(version.count) already, or a later one"
    case .noSuchVersion(let version, let fork):
      "the fork '\(fork)' does not store version \(version.count)"
    case .noManagedFile: "the repository was made without a file"
    case .damagedFile(let path, let reason): "'\(path)' is damaged: \(reason)"
    }
  }
}
