import CLibgit2

/// What a walk through history needs of a commit, read without the rest of it.
public struct CommitLinks: Sendable {
  /// The id of its tree.
  public let tree: ObjectID
  /// The parents, in the order in which the commit names them.
  public let parents: [ObjectID]
  /// When it was committed, in seconds since 1970.
  let committed: Int64
}

extension LocalRepository {
  /// Where a commit leads to. It is read once, and kept as long as the repository is open.
  ///
  /// - Throws: kind `notFound` where no such object is there, `invalid` where it is no commit.
  public func links(_ id: ObjectID) throws(GitError) -> CommitLinks {
    if let known = knownLinks[id] { return known }
    if let links = try commitGraph?.links(of: id) {
      knownLinks[id] = links
      return links
    }
    guard let links = try object(id, as: GIT_OBJECT_COMMIT, { CommitFormat.links($0) }) else {
      throw .damagedCommit(id)
    }
    knownLinks[id] = links
    return links
  }
}
