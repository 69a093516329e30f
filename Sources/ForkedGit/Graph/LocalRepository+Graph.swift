import CLibgit2

extension LocalRepository {
  /// The merge bases of two commits, ordered by id; none if they are unrelated.
  ///
  /// - Throws: Kind `shallow` in a shallow clone that holds none.
  /// - Complexity: O(commits back to the merge bases). They stay cached for later walks.
  public func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    try refuseGrafts()
    if isShallow { return try LinkedHistory(of: self).mergeBases(of: first, and: second) }
    return try MergeBases.of(first, second, in: self)
  }

  /// The number of commits that each of two tips has and the other has not.
  ///
  /// - Complexity: O(commits back to the merge bases). The corresponding C function is `git_graph_ahead_behind`.
  public func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    try withHistory { () throws(GitError) in
      var (left, right, ahead, behind) = (local.raw, upstream.raw, 0, 0)
      try check("git_graph_ahead_behind", context: "\(local), \(upstream)") {
        git_graph_ahead_behind(&ahead, &behind, handle.pointer, &left, &right)
      }
      return (ahead, behind)
    } else: { history throws(GitError) in
      try history.aheadBehind(local, upstream)
    }
  }

  /// True if a commit is another one, or an ancestor of it.
  ///
  /// - Complexity: O(commits back to the ancestor). The corresponding C function is `git_graph_descendant_of`.
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    return try withHistory { () throws(GitError) in
      var (descendant, above) = (commit.raw, ancestor.raw)
      return try check("git_graph_descendant_of", context: "\(ancestor), \(commit)") {
        git_graph_descendant_of(handle.pointer, &descendant, &above)
      } == 1
    } else: { history throws(GitError) in
      try history.isAncestor(ancestor, of: commit)
    }
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
