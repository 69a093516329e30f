extension LocalRepository {
  /// The merge bases of two commits, ordered by id; none if they are unrelated.
  ///
  /// - Throws: Kind `shallow` in a shallow clone that holds none: there may be one below its ends.
  /// - Complexity: O(commits back to the merge bases). They stay cached for later walks.
  public func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    try refuseGrafts()
    let bases = try commonAncestors(of: first, and: second)
    if bases.isEmpty, isShallow { throw .shallow }
    return bases
  }

  /// The number of commits that each of two tips has and the other has not.
  ///
  /// - Complexity: O(commits back to the merge bases).
  public func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    let bases = try commonAncestors(of: local, and: upstream)
    return (
      try CommitSearch.commits(from: [local], excluding: bases, in: self).count,
      try CommitSearch.commits(from: [upstream], excluding: bases, in: self).count
    )
  }

  /// True if a commit is another one, or an ancestor of it.
  ///
  /// - Complexity: O(commits back to the ancestor).
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    return try commonAncestors(of: ancestor, and: commit).contains(ancestor)
  }

  /// The merge bases, as far as this clone holds them.
  private func commonAncestors(
    of first: ObjectID, and second: ObjectID
  ) throws(GitError) -> [ObjectID] {
    try readHistoryEnds()
    return try CommitSearch.mergeBases(of: first, and: second, in: self)
  }
}

/// The update that a fork needs to contain another commit.
public enum MergeNeed: Hashable, Sendable {
  /// None: the commit is the fork's version or an ancestor of it.
  case nothing
  /// A fast-forward to the commit: the fork has no commits of its own.
  case fastForward
  /// A merge. The merge bases are ordered by id; there are none if the two histories are unrelated.
  case merge(bases: [ObjectID])
}

extension LocalRepository {
  /// The update that a fork needs to contain another commit.
  ///
  /// - Parameters:
  ///   - tip: The fork's commit; nil if it has none.
  ///   - commit: The other commit.
  /// - Throws: As ``mergeBases(of:and:)``.
  /// - Complexity: That of ``mergeBases(of:and:)``.
  public func need(of tip: ObjectID?, for commit: ObjectID) throws(GitError) -> MergeNeed {
    guard let tip else { return .fastForward }
    let bases = try mergeBases(of: tip, and: commit)
    if bases.contains(commit) { return .nothing }
    return bases.contains(tip) ? .fastForward : .merge(bases: bases)
  }
}
