public import Forked

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

    /// A path and what the three trees hold there.
    public init(path: TreePath, base: TreeEntry?, ours: TreeEntry?, theirs: TreeEntry?) {
      self.path = path
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
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
  public internal(set) var edit = TreeEdit()
  /// What theirs alone changed (or carried along by a rename), a whole directory as one entry
  /// where only one side knows it.
  public internal(set) var taken: [TreeChange] = []
  /// What ours alone changed, a whole directory as one entry.
  public internal(set) var kept: [TreeChange] = []
  /// Paths that both changed alike, by id; counters, whose equal increments are two, must be looked at.
  public internal(set) var alike: [TreeChange] = []
  /// What remains to be merged by content, in git's order.
  public internal(set) var diverged: [Diverged] = []
  /// The exact renames that mattered.
  public internal(set) var renames: [Rename] = []
}

extension LocalRepository {
  /// Walks three trees in step, by id. Equal subtrees are never opened.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's tree; nil: nothing.
  ///   - ours: Our tree.
  ///   - theirs: Their tree.
  ///   - opensAlike: Whether subtrees that both changed to the same id are opened, so that
  ///     `alike` names documents. A plan with a counter needs that.
  /// - Returns: Applying `edit` to ours gives the merged tree, but for the diverged paths, where
  ///   it leaves what ours has.
  /// - Throws: kind `invalid` where a tree is damaged or nested too deep.
  /// - Complexity: the sizes of the directories that both sides changed; where one side deleted
  ///   what the other changed, also those that either side changed.
  public func mergeTrees(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID, opensAlike: Bool = false
  ) throws(GitError) -> TreeMerge {
    var walk = TreeMergeWalk(repository: self, opensAlike: opensAlike)
    let roots = TreeMergeWalk.Versions(
      base: base.map { TreeEntry(mode: .tree, id: $0) }, ours: TreeEntry(mode: .tree, id: ours),
      theirs: TreeEntry(mode: .tree, id: theirs))
    // The root is always opened, so that no edit and no report is ever about the root itself.
    try walk.open(roots, at: .root, depth: 0)
    try walk.carryRenames(base: base, ours: ours, theirs: theirs)
    return walk.result
  }
}
