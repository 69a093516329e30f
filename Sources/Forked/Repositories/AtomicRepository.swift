import FoundationEssentials

/// All forks of a resource in memory, and in one file where the resource is `Codable`.
///
/// Reads and changes are safe from any thread.
public final class AtomicRepository<Resource: Equatable>: Repository {
  typealias Commits = [Version: CommitContent<Resource>]

  let managedFileURL: URL?
  private let lock = RecursiveLock()
  private var stored: [Fork: Commits]

  init(_ stored: [Fork: Commits], managedFileURL: URL? = nil) {
    self.managedFileURL = managedFileURL
    self.stored = stored
  }

  /// A repository without forks, in memory only.
  public convenience init() { self.init([:]) }

  /// The forks that are stored, in the order of their names.
  public var forks: [Fork] { lock.withLock { stored.keys.sorted() } }

  /// Begins to store a fork.
  public func create(_ fork: Fork, withInitialCommit commit: Commit<Resource>) throws {
    try lock.withLock {
      guard stored[fork] == nil else { throw ForkedError.forkExists(fork) }
      stored[fork] = [commit.version: commit.content]
    }
  }

  /// Removes a fork and all that it stores.
  public func delete(_ fork: Fork) throws {
    try lock.withLock {
      guard stored.removeValue(forKey: fork) != nil else { throw ForkedError.noSuchFork(fork) }
    }
  }

  /// The versions of which a fork stores commits.
  public func versions(storedIn fork: Fork) throws -> Set<Version> {
    try lock.withLock { try Set(stored.commits(of: fork).keys) }
  }

  /// What a fork stored at a version.
  public func content(of fork: Fork, at version: Version) throws -> CommitContent<Resource> {
    try lock.withLock {
      guard let content = try stored.commits(of: fork)[version] else {
        throw ForkedError.noSuchVersion(version, fork)
      }
      return content
    }
  }

  /// Adds a commit to a fork.
  public func store(_ commit: Commit<Resource>, in fork: Fork) throws {
    try lock.withLock {
      guard try stored.commits(of: fork)[commit.version] == nil else {
        throw ForkedError.versionExists(commit.version, fork)
      }
      stored[fork, default: [:]][commit.version] = commit.content
    }
  }

  /// Removes a commit from a fork.
  public func removeCommit(at version: Version, from fork: Fork) throws {
    try lock.withLock {
      guard try stored.commits(of: fork)[version] != nil else {
        throw ForkedError.noSuchVersion(version, fork)
      }
      stored[fork]?[version] = nil
    }
  }

  /// All that is stored, at one moment.
  func snapshot() -> [Fork: Commits] { lock.withLock { stored } }

  func replaceAll(by commits: [Fork: Commits]) {
    lock.withLock { stored = commits }
  }
}

extension AtomicRepository: @unchecked Sendable where Resource: Sendable {}

extension Dictionary where Key == Fork {
  fileprivate func commits(of fork: Fork) throws -> Value {
    guard let commits = self[fork] else { throw ForkedError.noSuchFork(fork) }
    return commits
  }
}
