/// The part of a merge of three trees that their ids decide, and the paths that remain open.
public struct TreeMerge: Hashable, Sendable {
  /// A path that both sides changed differently.
  public struct Diverged: Hashable, Sendable {
    /// The path.
    public let path: TreePath
    /// The entry in the merge base.
    ///
    /// Any of the three entries can be a directory if one side has a file and the other a directory.
    public let base: TreeEntry?
    /// The entry in ours.
    public let ours: TreeEntry?
    /// The entry in theirs.
    public let theirs: TreeEntry?

    /// Creates a path with its three entries.
    public init(path: TreePath, base: TreeEntry?, ours: TreeEntry?, theirs: TreeEntry?) {
      self.path = path
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// The decided changes, to be applied to ours.
  public internal(set) var edit = TreeEdit()
  /// The changes that only theirs made. A whole directory is one entry if only one side has it.
  public internal(set) var taken: [TreeChange] = []
  /// The changes that only ours made. A whole directory is one entry.
  public internal(set) var kept: [TreeChange] = []
  /// The paths that both sides changed to the same object. They matter for counters: two equal increments count as two.
  public internal(set) var alike: [TreeChange] = []
  /// The paths that remain to be merged by content, in git's order.
  public internal(set) var diverged: [Diverged] = []
  /// The files that a side renamed, and that the other one changed, deleted or renamed, too. Their paths are in `edit` and
  /// `diverged` as if they were files of their own.
  public internal(set) var renamed: [RenamedFile] = []
  /// The diverged paths at which the sides have different files of base, since one at least was renamed.
  public internal(set) var unlike: [TreePath: FormerPaths] = [:]
}

extension LocalRepository {
  /// Merges three trees by the ids of their objects. Equal subtrees are never opened.
  ///
  /// Applying `edit` to ours gives the merged tree, except for the diverged paths, which stay as in ours.
  ///
  /// - Parameters:
  ///   - base: The merge base's tree; nil stands for the empty tree.
  ///   - ours: Our tree.
  ///   - theirs: Their tree.
  ///   - opensAlike: True if subtrees that both sides changed to the same id are opened, so that `alike` names
  ///     documents. A merge plan with a counter needs that.
  /// - Throws: Kind `invalid` if a tree is damaged or nested too deep.
  /// - Complexity: The sizes of the directories that both sides changed; if one side deleted a path that the other
  ///   changed, or both sides deleted one, also those that either side changed.
  public func mergeTrees(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID, opensAlike: Bool = false
  ) throws(GitError) -> TreeMerge {
    var walk = TreeMergeWalk(repository: self, opensAlike: opensAlike)
    let roots = TreeMergeWalk.Versions(
      base: base.map { TreeEntry(mode: .tree, id: $0) }, ours: TreeEntry(mode: .tree, id: ours),
      theirs: TreeEntry(mode: .tree, id: theirs))
    // The root is always opened, so that no edit and no result refers to the root itself.
    try walk.open(roots, at: .root, depth: 0)
    try walk.findRenamedFiles(base: base, ours: ours, theirs: theirs)
    return walk.result
  }
}
