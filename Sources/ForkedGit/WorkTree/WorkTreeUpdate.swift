/// The right to change the index and the work tree, held until ``end()`` or the end of its life.
///
/// It is git's own `index.lock`: no other git or fork process changes the index meanwhile.
public final class WorkTreeUpdate {
  /// Verifies that going from one tree to another overwrites nothing that is unsaved.
  ///
  /// A path that differs between the trees must hold, in the index and in the work tree, what
  /// the old tree or the new tree says, and no untracked file may be in the way.
  ///
  /// - Throws: kind `editedDocuments` with all the paths concerned.
  public func check(from old: ObjectID?, to new: ObjectID) throws(GitError) { throw .toDo() }

  /// Goes from one tree to another: the files that differ and their index entries.
  ///
  /// Files are replaced whole (a temporary file, then a rename), nothing is written through a
  /// symbolic link, directories that became empty are removed, git's filters are applied, and
  /// `git status` is clean afterwards for these paths. Call ``check(from:to:)`` before.
  public func apply(from old: ObjectID?, to new: ObjectID) throws(GitError) { throw .toDo() }

  /// Sets the index entries of paths alone, removing their unmerged stages; nil removes.
  public func stage(_ entries: [TreePath: TreeEntry?]) throws(GitError) { throw .toDo() }

  /// Writes a file of the work tree from a blob, filters applied, and nothing else.
  public func writeFile(at path: TreePath, _ entry: TreeEntry) throws(GitError) { throw .toDo() }

  /// Publishes the index and lets go. Without it, the index stays as it was.
  public func end() throws(GitError) { throw .toDo() }

  init() {}
}

extension LocalRepository {
  /// Waits for the right to change the index and the work tree.
  ///
  /// Read HEAD after this, not before: another process may have moved it meanwhile. The order is
  /// begin, read HEAD, check, ``compareAndSwap(_:from:to:reflog:timeout:)``, apply, end.
  ///
  /// - Throws: kind `locked` after the timeout; `operationInProgress` during a merge of git's,
  ///   unless `duringOperation`; `bare` without a work tree.
  public func beginWorkTreeUpdate(
    timeout: Duration = .seconds(5), duringOperation: Bool = false
  ) throws(GitError) -> WorkTreeUpdate { throw .toDo() }
}
