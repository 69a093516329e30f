/// One of the two versions that are merged.
public enum MergeSide: String, Hashable, Sendable {
  /// The version that the result is built on.
  case ours
  /// The other one.
  case theirs
}

/// What the ids of three trees settle, and what they leave open.
public struct TreeMerge: Hashable, Sendable {
  /// A path that both sides changed, each in its own way.
  public struct Diverged: Hashable, Sendable {
    /// The path.
    public let path: TreePath
    /// What stood there in the common ancestor. Any of the three can be a directory, where a file
    /// of one side stands against a directory of another.
    public let base: TreeEntry?
    /// What stands there in ours.
    public let ours: TreeEntry?
    /// What stands there in theirs.
    public let theirs: TreeEntry?
  }

  /// An exact rename of one side that took the other side's edit along.
  public struct Rename: Hashable, Sendable {
    /// The side that renamed.
    public let side: MergeSide
    /// The path in the common ancestor.
    public let from: TreePath
    /// The path in the result.
    public let to: TreePath
  }

  /// What ids settled, as changes to ours.
  public var edit = TreeEdit()
  /// What theirs alone changed (or carried along by a rename), a whole directory as one entry.
  public var taken: [TreeChange] = []
  /// What ours alone changed, a whole directory as one entry.
  public var kept: [TreeChange] = []
  /// Paths that both changed alike, by id; law 1's counters must be looked at.
  public var alike: [TreeChange] = []
  /// What remains to be merged by content, in git's order.
  public var diverged: [Diverged] = []
  /// The exact renames that mattered.
  public var renames: [Rename] = []
}

extension LocalRepository {
  /// Walks three trees in step, by id. Equal subtrees are never opened.
  ///
  /// A subtree that both sides changed alike is one entry of `alike`, unless `opensAlike`.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's tree; nil: nothing.
  ///   - ours: Our tree.
  ///   - theirs: Their tree.
  ///   - opensAlike: Whether subtrees that both changed to the same id are opened, so that
  ///     `alike` names documents. A plan with a counter needs that.
  /// - Complexity: the sizes of the directories that both sides changed.
  public func mergeTrees(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID, opensAlike: Bool = false
  ) throws(GitError) -> TreeMerge { throw .toDo() }
}
