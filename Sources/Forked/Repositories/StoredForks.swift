/// The stored form of a repository.
struct StoredForks<Resource> {
  var forks: [StoredFork<Resource>]

  func commits(
    _ path: [any CodingKey] = []
  ) throws -> [Fork: [Version: CommitContent<Resource>]] {
    func unique<Key, Value>(_ pairs: [(Key, Value)], _ name: String) throws -> [Key: Value] {
      try Dictionary(pairs) { _, _ in
        throw DecodingError.dataCorrupted(
          .init(codingPath: path, debugDescription: "\(name) occurs twice"))
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

private enum CodingKeys: String, CodingKey { case forks }

extension StoredForks: Encodable where Resource: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(forks, forKey: .forks)
  }
}

extension StoredForks: Decodable where Resource: Decodable {
  /// Reads the form that ``encode(to:)`` writes, or else that of the original package.
  ///
  /// - Throws: The error of this package's form if it is neither.
  init(from decoder: any Decoder) throws {
    do {
      forks = try decoder.container(keyedBy: CodingKeys.self).decode(
        [StoredFork<Resource>].self, forKey: .forks)
    } catch {
      guard let original = try? OriginalForks<Resource>(from: decoder) else { throw error }
      forks = original.forks
    }
  }
}

extension StoredFork: Encodable where Resource: Encodable {}
extension StoredFork: Decodable where Resource: Decodable {}
