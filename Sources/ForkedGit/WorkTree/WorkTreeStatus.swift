/// How a path differs, in the index from HEAD or in the work tree from the index.
public enum PathState: String, Hashable, Sendable {
  /// It was not there before.
  case new
  /// Its contents or mode changed.
  case modified
  /// It is gone.
  case deleted
  /// A file became a link or a submodule, or the reverse.
  case typeChanged
}

/// A path that is edited.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path.
  public let path: TreePath
  /// How the index differs from HEAD; nil: it doesn't.
  public let staged: PathState?
  /// How the work tree differs from the index; nil: it doesn't. `new` means untracked.
  public let unstaged: PathState?
  /// Whether the index holds unmerged entries for it.
  public let isConflicted: Bool
}

/// The unmerged entries of the index for a path.
public struct IndexConflict: Hashable, Sendable {
  /// The path.
  public let path: TreePath
  /// Stage 1.
  public let base: TreeEntry?
  /// Stage 2.
  public let ours: TreeEntry?
  /// Stage 3.
  public let theirs: TreeEntry?
}

extension LocalRepository {
  /// Everything that is edited, ordered by path; ignored files are left out.
  ///
  /// - Parameter predicate: Which paths count.
  /// - Complexity: the whole work tree is looked at.
  public func status(
    matching predicate: (TreePath) -> Bool = { _ in true }
  ) throws(GitError) -> [WorkTreeChange] { throw .toDo() }

  /// The unmerged paths of the index, ordered by path.
  public func conflicts() throws(GitError) -> [IndexConflict] { throw .toDo() }

  /// Stores what stands at a path in the work tree, filters applied, and says what it is; nil
  /// where nothing is there. The index is not touched.
  public func storeWorkTreeFile(at path: TreePath) throws(GitError) -> TreeEntry? {
    throw .toDo()
  }
}
