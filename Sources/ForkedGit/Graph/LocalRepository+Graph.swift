import CLibgit2

extension LocalRepository {
  /// All best common ancestors of two commits, ordered by id; none where they are unrelated.
  ///
  /// - Throws: kind `shallow` in a shallow clone that holds none.
  /// - Complexity: the commits back to the ancestors. They are read for later walks too, but where git has written a
  ///   commit graph: libgit2 searches that, by `git_merge_bases`, without reading any.
  public func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    if isShallow { return try LinkedHistory(of: self).mergeBases(of: first, and: second) }
    guard hasCommitGraph else { return try MergeBases.of(first, second, in: self) }
    do throws(GitError) {
      return try mergeBasesByCommitGraph(first, second)
    } catch {
      guard error.mayBeLibrarys else { throw error }
      return try MergeBases.of(first, second, in: self)
    }
  }

  /// Source: git-commit-graph(1). libgit2 reads one file; a chain of several is unknown to it.
  private var hasCommitGraph: Bool {
    Files.exists(commonDirectory + "objects/info/commit-graph")
  }

  private func mergeBasesByCommitGraph(
    _ first: ObjectID, _ second: ObjectID
  ) throws(GitError) -> [ObjectID] {
    var (left, right, bases) = (first.raw, second.raw, git_oidarray())
    defer { git_oidarray_dispose(&bases) }
    let found = try checkFound("git_merge_bases", context: "\(first), \(second)") {
      git_merge_bases(&bases, handle.pointer, &left, &right)
    }
    guard found != nil else { return [] }
    return UnsafeBufferPointer(start: bases.ids, count: bases.count).map { ObjectID($0) }.sorted()
  }

  /// The numbers of commits that each of two tips has and the other does not.
  ///
  /// - Complexity: the commits back to the common ancestors. The corresponding C function is
  ///   `git_graph_ahead_behind`.
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

  /// True if a commit is, or is an ancestor of, another.
  ///
  /// - Complexity: the commits back to the ancestor. The corresponding C function is
  ///   `git_graph_descendant_of`.
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    return try withHistory { () throws(GitError) in
      var (descendant, above) = (commit.raw, ancestor.raw)
      return try check("git_graph_descendant_of", context: "\(ancestor), \(commit)") {
        git_graph_descendant_of(handle.pointer, &descendant, &above)
      } == 1
    } else: { history throws(GitError) in
      try history.ancestors(of: [commit]).contains(ancestor)
    }
  }
}

/// The update that a fork needs to hold another commit too.
public enum MergeNeed: Hashable, Sendable {
  /// Nothing: the commit is the fork's or an ancestor of it.
  case nothing
  /// The commit itself: the fork has nothing of its own.
  case fastForward
  /// A merge. The bases are ordered by id; none where the two are unrelated.
  case merge(bases: [ObjectID])
}

extension LocalRepository {
  /// The update that a fork needs to hold another commit too.
  ///
  /// - Parameters:
  ///   - commit: the other commit.
  ///   - tip: the fork's commit; nil where it has none.
  /// - Throws: as ``mergeBases(of:and:)``, whose complexity it has.
  public func need(of tip: ObjectID?, for commit: ObjectID) throws(GitError) -> MergeNeed {
    guard let tip else { return .fastForward }
    let bases = try mergeBases(of: tip, and: commit)
    if bases.contains(commit) { return .nothing }
    return bases.contains(tip) ? .fastForward : .merge(bases: bases)
  }
}
