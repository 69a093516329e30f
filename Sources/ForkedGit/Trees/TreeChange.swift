/// What differs between two trees at a path. Never a directory as such.
public struct TreeChange: Hashable, Sendable {
  /// The path.
  public let path: TreePath
  /// What stood there; nil: nothing.
  public let old: TreeEntry?
  /// What stands there now; nil: nothing.
  public let new: TreeEntry?

  /// A change at a path.
  public init(path: TreePath, old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension LocalRepository {
  /// Visits each path that differs between two trees. Equal subtrees are never opened.
  ///
  /// - Parameters:
  ///   - old: A tree; nil: nothing.
  ///   - new: A tree; nil: nothing.
  ///   - body: Called in git's order; false ends the walk.
  /// - Complexity: the sizes of the directories that differ.
  public func forEachChange(
    from old: ObjectID?, to new: ObjectID?, _ body: (TreeChange) throws -> Bool
  ) throws {}

  /// Each path that differs between two trees, in git's order.
  public func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [TreeChange] {
    throw .toDo()
  }
}
