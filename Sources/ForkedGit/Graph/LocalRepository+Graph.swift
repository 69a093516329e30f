/// The order of a history.
public enum HistoryOrder: Sendable {
  /// No parent before its children, lines of development together.
  case topological
  /// By commit date, newest first, and no parent before its children.
  case time
}

extension LocalRepository {
  /// All best common ancestors of two commits, ordered by id; none where they are unrelated.
  public func mergeBases(of first: ObjectID, and second: ObjectID) throws(GitError) -> [ObjectID] {
    throw .toDo()
  }

  /// How many commits each of two tips has that the other does not.
  public func aheadBehind(
    _ local: ObjectID, _ upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) { throw .toDo() }

  /// Whether a commit is, or is an ancestor of, another.
  public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    throw .toDo()
  }

  /// Visits the commits that can be reached from some and not from others.
  ///
  /// - Parameter body: Called with each commit; false ends the walk.
  /// - Throws: ``GitError``, or what the body throws.
  public func walkHistory(
    from tips: [ObjectID], excluding hidden: [ObjectID] = [], order: HistoryOrder = .time,
    _ body: (CommitObject) throws -> Bool
  ) throws {}
}
