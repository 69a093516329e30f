/// The stored form of a repository of the original package Forked.
///
/// It is the form that Swift derives for a dictionary of forks and their commits: an array of keys and values in turn, as
/// the only such member of an object, or by itself.
struct OriginalForks<Resource: Decodable>: Decodable {
  let forks: [StoredFork<Resource>]

  init(from decoder: any Decoder) throws {
    if let table = try? OriginalTable<Resource>(from: decoder) {
      forks = table.forks
      return
    }
    let members = try decoder.container(keyedBy: AnyKey.self)
    let tables = members.allKeys.compactMap {
      try? members.decode(OriginalTable<Resource>.self, forKey: $0)
    }
    guard let table = tables.first, tables.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "it holds no table of forks"))
    }
    forks = table.forks
  }
}

/// Forks and their commits in turn. Every repository has main, so a table without it is something else.
private struct OriginalTable<Resource: Decodable>: Decodable {
  var forks: [StoredFork<Resource>] = []

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let fork = try list.decode(OriginalFork.self).fork
      let commits = try list.decode([OriginalCommit<Resource>].self).map(\.commit)
      forks.append(StoredFork(fork: fork, commits: commits))
    }
    guard forks.contains(where: { $0.fork == .main }) else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "there is no main fork")
    }
  }
}

/// A fork as an object with its name, or as its name.
private struct OriginalFork: Decodable {
  let fork: Fork

  private enum CodingKeys: String, CodingKey { case name }

  init(from decoder: any Decoder) throws {
    if let fork = try? Fork(from: decoder) {
      self.fork = fork
      return
    }
    fork = Fork(
      name: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name))
  }
}

/// A commit whose content has the form that Swift derives for an enumeration: `{"none":{}}` or
/// `{"resource":{"_0":...}}` (SE-0295).
struct OriginalCommit<Resource: Decodable>: Decodable {
  let commit: Commit<Resource>

  private enum CodingKeys: String, CodingKey { case content, version }
  private enum ContentKeys: String, CodingKey { case none, resource }
  private enum ValueKeys: String, CodingKey { case value = "_0" }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let version = try members.decode(Version.self, forKey: .version)
    let content = try members.nestedContainer(keyedBy: ContentKeys.self, forKey: .content)
    guard !content.contains(.none) else {
      commit = Commit(content: .none, version: version)
      return
    }
    let value = try content.nestedContainer(keyedBy: ValueKeys.self, forKey: .resource)
    commit = Commit(
      content: .resource(try value.decode(Resource.self, forKey: .value)), version: version)
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
