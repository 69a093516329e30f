/// What a walk over a tree does after an entry.
public enum WalkStep: Sendable {
  /// Go on, into the entry where it is a directory.
  case next
  /// Go on, but not into this directory.
  case skip
  /// End the walk.
  case stop
}

/// Changes to a tree: entries to set and paths to remove.
public struct TreeEdit: Hashable, Sendable {
  /// What shall stand at each path; nil: nothing.
  public private(set) var changes: [TreePath: TreeEntry?] = [:]

  /// No changes.
  public init() {}

  /// Puts an entry at a path, in place of whatever stands there.
  ///
  /// A file takes the place of a directory and all that it holds; a file in the way of a
  /// directory that the path needs gives way.
  public mutating func set(_ path: TreePath, to entry: TreeEntry) {
    changes[path] = .some(entry)
  }

  /// Takes away what stands at a path, a directory with all that it holds.
  public mutating func remove(_ path: TreePath) {
    changes[path] = .some(nil)
  }

  /// Whether there are no changes.
  public var isEmpty: Bool { changes.isEmpty }
}

extension LocalRepository {
  /// The tree of a commit.
  public func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID { throw .toDo() }

  /// The id of the tree that holds nothing, stored where it is not.
  public func emptyTree() throws(GitError) -> ObjectID { throw .toDo() }

  /// What stands at a path; nil where nothing does.
  ///
  /// - Complexity: one tree for each part of the path.
  public func entry(at path: TreePath, in tree: ObjectID) throws(GitError) -> TreeEntry? {
    throw .toDo()
  }

  /// The entries of one directory, paths from the root, in git's order; none where there is no
  /// such directory.
  public func entries(
    in tree: ObjectID, directory: TreePath = .root
  ) throws(GitError) -> [PathEntry] { throw .toDo() }

  /// Visits every entry, directories before what they hold, in git's order.
  ///
  /// - Throws: ``GitError``, or what the body throws.
  public func walk(
    _ tree: ObjectID, under directory: TreePath = .root,
    _ body: (PathEntry) throws -> WalkStep
  ) throws {}

  /// Applies changes to a tree and stores what is new.
  ///
  /// - Parameter tree: The tree to start from; nil: nothing.
  /// - Returns: The new tree's id. Directories that hold nothing any more are gone.
  /// - Throws: kind `invalidPath` where a path could get out of a work tree or into `.git`.
  /// - Complexity: the directories on the way to the changes, by their sizes.
  public func apply(_ edit: TreeEdit, to tree: ObjectID?) throws(GitError) -> ObjectID {
    throw .toDo()
  }
}
