extension AtomicRepository: Encodable where Resource: Encodable {
  /// Writes all forks with their commits, in the order of names and versions.
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
  /// Reads what ``encode(to:)`` writes; the repository is in memory only.
  ///
  /// - Throws: `DecodingError` for anything else, doubled names and versions among it.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try StoredForks<Resource>(from: decoder).commits(decoder.codingPath))
  }
}

/// The stored form of a repository.
struct StoredForks<Resource> {
  var forks: [StoredFork<Resource>]

  func commits(
    _ path: [any CodingKey] = []
  ) throws -> [Fork: [Version: CommitContent<Resource>]] {
    func unique<Key, Value>(_ pairs: [(Key, Value)], _ what: String) throws -> [Key: Value] {
      try Dictionary(pairs) { _, _ in
        throw DecodingError.dataCorrupted(
          .init(codingPath: path, debugDescription: "\(what) is there twice"))
      }
    }
    return try unique(
      forks.map { stored in
        let commits = stored.commits.map { ($0.version, $0.content) }
        return (stored.fork, try unique(commits, "a version of the fork '\(stored.fork)'"))
      }, "a fork")
  }
}

struct StoredFork<Resource> {
  var fork: Fork
  var commits: [Commit<Resource>]
}

extension StoredForks: Encodable where Resource: Encodable {}
extension StoredForks: Decodable where Resource: Decodable {}
extension StoredFork: Encodable where Resource: Encodable {}
extension StoredFork: Decodable where Resource: Decodable {}
