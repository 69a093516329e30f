#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// All forks of a resource in memory, and in one file if the resource is `Codable`.
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

  /// Creates a repository without forks, in memory only.
  public convenience init() { self.init([:]) }

  /// The stored forks, ordered by name.
  public var forks: [Fork] { lock.withLock { stored.keys.sorted() } }

  /// Stores a new fork.
  public func create(_ fork: Fork, withInitialCommit commit: Commit<Resource>) throws {
    try lock.withLock {
      guard stored[fork] == nil else { throw ForkedError.forkExists(fork) }
      stored[fork] = [commit.version: commit.content]
    }
  }

  /// Removes a fork with its commits.
  public func delete(_ fork: Fork) throws {
    try lock.withLock {
      guard stored.removeValue(forKey: fork) != nil else { throw ForkedError.noSuchFork(fork) }
    }
  }

  /// The versions of a fork's stored commits.
  public func versions(storedIn fork: Fork) throws -> Set<Version> {
    try lock.withLock { try Set(stored.commits(of: fork).keys) }
  }

  /// The content of a fork at a version.
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

  /// All commits of all forks at one moment.
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

extension AtomicRepository where Resource: Codable {
  /// Creates a repository that is kept in a file. It is empty if the file does not exist yet.
  ///
  /// A file of the original package Forked is read too, and written in the format of this package from then on.
  ///
  /// - Parameter managedFileURL: The file; its directory is created by the first ``persist()``.
  /// - Throws: ``ForkedError/damagedFile(path:reason:)`` if the file was not written by
  ///   ``persist()``, or holds another resource; errors of the file system.
  public convenience init(managedFileURL: URL) throws {
    self.init(try Self.stored(at: managedFileURL) ?? [:], managedFileURL: managedFileURL)
  }

  fileprivate static func stored(at url: URL) throws -> [Fork: Commits]? {
    guard let data = try Data(ifPresentAt: url) else { return nil }
    do {
      return try JSONDecoder().decode(StoredForks<Resource>.self, from: data).commits()
    } catch let error as DecodingError {
      throw ForkedError.damagedFile(path: url.path, reason: error.reason)
    }
  }
}

extension AtomicRepository: Persistent where Resource: Codable {
  /// Writes the file atomically: after a crash, it has either the old or the new contents.
  ///
  /// - Throws: ``ForkedError/noManagedFile`` for a repository in memory only; `EncodingError` for a
  ///   resource that cannot be written as JSON; errors of the file system.
  public func persist() throws {
    guard let managedFileURL else { throw ForkedError.noManagedFile }
    let data = try JSONEncoder().encode(self)
    try FileManager.default.createDirectory(
      at: managedFileURL.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: managedFileURL, options: .atomic)
  }

  /// Resets the repository to the contents of its file. If there is no file, nothing is changed.
  ///
  /// - Throws: The errors of ``init(managedFileURL:)``; ``ForkedError/noManagedFile`` for a
  ///   repository in memory only. Nothing is changed then.
  public func load() throws {
    guard let managedFileURL else { throw ForkedError.noManagedFile }
    guard let stored = try Self.stored(at: managedFileURL) else { return }
    replaceAll(by: stored)
  }
}

extension Data {
  /// The bytes of a file; nil if there is none.
  init?(ifPresentAt url: URL) throws {
    do {
      self = try Data(contentsOf: url)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }
}

extension DecodingError {
  /// The problem and its location, in one line.
  fileprivate var reason: String {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      return path.isEmpty ? context.debugDescription : "\(context.debugDescription) (at \(path))"
    @unknown default: return "\(self)"
    }
  }
}

extension AtomicRepository: Encodable where Resource: Encodable {
  /// Writes all forks with their commits, ordered by names and versions.
  public func encode(to encoder: any Encoder) throws {
    let forks = snapshot().sorted { $0.key < $1.key }.map { fork, commits in
      StoredFork(
        fork: fork,
        commits: commits.sorted { $0.key < $1.key }
          .map { Commit(content: $0.value, version: $0.key) })
    }
    try StoredForks(forks: forks).encode(to: encoder)
  }
}

extension AtomicRepository: Decodable where Resource: Decodable {
  /// Reads the output of ``encode(to:)``, or of the package Forked before. The repository is in memory only.
  ///
  /// - Throws: `DecodingError` for anything else, and for names or versions that occur twice.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try StoredForks<Resource>(from: decoder).commits(decoder.codingPath))
  }
}
