extension TreeMerge {
  /// A file that a side renamed, and that the other one changed, deleted or renamed, too.
  public struct RenamedFile: Hashable, Sendable {
    /// The path and the entry in the merge base.
    public let base: PathEntry
    /// The path and the entry in ours; nil if ours deleted the file.
    public let ours: PathEntry?
    /// The path and the entry in theirs; nil if theirs deleted the file.
    public let theirs: PathEntry?

    /// All its paths.
    public var paths: Set<TreePath> { Set([base, ours, theirs].compactMap(\.?.path)) }
  }

  /// The paths in the merge base of two files; nil for one that was added.
  public struct FormerPaths: Hashable, Sendable {
    /// The former path of our file.
    public let ours: TreePath?
    /// The former path of their file.
    public let theirs: TreePath?
  }
}

extension TreeMergeWalk {
  /// Finds which files of both sides are one that has another path than in base: a merge by paths would hold two copies
  /// of it, lose a deletion, or take another file for it.
  ///
  /// Renames are searched for only if both sides changed or deleted a file, or added one at the same path; among files with
  /// other contents only if one was deleted or added.
  mutating func findRenamedFiles(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID
  ) throws(GitError) {
    let gone = try goneFromBoth()
    let files = result.diverged.filter(\.isOfFiles)
    guard !(gone.isEmpty && files.isEmpty) else { return }
    let areChanged = gone.isEmpty && files.allSatisfy(\.isChangedByBoth)
    let targets = (
      ours: try renameTargets(from: base, to: ours, comparesContents: !areChanged),
      theirs: try renameTargets(from: base, to: theirs, comparesContents: !areChanged)
    )
    for file in gone {
      try follow(file, targets.ours[file.path], targets.theirs[file.path], trees: (ours, theirs))
    }
    for diverged in files where (diverged.ours == nil) != (diverged.theirs == nil) {
      func place(_ entry: TreeEntry?, _ targets: [TreePath: PathEntry]) -> PathEntry? {
        entry.map { PathEntry(path: diverged.path, entry: $0) } ?? targets[diverged.path]
      }
      guard let old = diverged.base, let our = place(diverged.ours, targets.ours),
        let their = place(diverged.theirs, targets.theirs)
      else { continue }
      try follow(PathEntry(path: diverged.path, entry: old), our, their, trees: (ours, theirs))
    }
    findUnlike(files, Origins(targets.ours), Origins(targets.theirs))
  }

  /// Finds the paths at which the sides have different files of base.
  private mutating func findUnlike(
    _ files: [TreeMerge.Diverged], _ ours: Origins, _ theirs: Origins
  ) {
    for diverged in files where diverged.ours != nil && diverged.theirs != nil {
      let former = TreeMerge.FormerPaths(
        ours: ours.path(of: diverged), theirs: theirs.path(of: diverged))
      if former.ours != former.theirs { result.unlike[diverged.path] = former }
    }
  }

  /// The former paths of a side's files.
  private struct Origins {
    private let targets: [TreePath: PathEntry]
    private let formers: [TreePath: TreePath]

    init(_ targets: [TreePath: PathEntry]) {
      self.targets = targets
      formers = Dictionary(targets.map { ($1.path, $0) }) { first, _ in first }
    }

    /// The former path of a file; nil for one that was added.
    func path(of file: TreeMerge.Diverged) -> TreePath? {
      if let former = formers[file.path] { return former }
      return file.base != nil && targets[file.path] == nil ? file.path : nil
    }
  }

  /// Adds a file to those that were renamed, unless another one is in its place on the other side.
  private mutating func follow(
    _ base: PathEntry, _ our: PathEntry?, _ their: PathEntry?,
    trees: (ours: ObjectID, theirs: ObjectID)
  ) throws(GitError) {
    // Equal changes of both are two where they count.
    guard our != their || our.map({ $0.entry.id != base.entry.id }) ?? false else { return }
    if our?.path != their?.path {
      if let their, try repository.entry(at: their.path, in: trees.ours) != nil { return }
      if let our, try repository.entry(at: our.path, in: trees.theirs) != nil { return }
    }
    if let their { try openTakenDirectory(above: their.path) }
    result.renamed.append(TreeMerge.RenamedFile(base: base, ours: our, theirs: their))
  }

  /// Returns the new file for the path of each file that the tree renamed.
  ///
  /// All files of the tree take part, so that none is the target of a file that is gone from both sides, but more like one
  /// that is gone only here.
  private func renameTargets(
    from base: ObjectID?, to tree: ObjectID, comparesContents: Bool
  ) throws(GitError) -> [TreePath: PathEntry] {
    let changes = try repository.changes(from: base, to: tree)
    let counts = Dictionary(
      changes.compactMap(\.old?.id).map { ($0, 1) }, uniquingKeysWith: +)
    let new = Dictionary(changes.map { ($0.path, $0.new) }) { first, _ in first }
    var targets: [TreePath: PathEntry] = [:]
    let renames = try repository.renames(
      among: changes, followsReplaced: true, comparesContents: comparesContents)
    for (path, file) in renames {
      // Of files with the same content and other names, it cannot be told which was renamed to where.
      guard let entry = new[path] ?? nil,
        counts[file.entry.id] == 1 || path.name == file.path.name
      else { continue }
      targets[file.path] = PathEntry(path: path, entry: entry)
    }
    return targets
  }

  private func goneFromBoth() throws(GitError) -> [PathEntry] {
    var gone: [PathEntry] = []
    for change in result.alike {
      guard let old = change.old else { continue }
      if old.mode.isRegularFile, change.new == nil {
        gone.append(PathEntry(path: change.path, entry: old))
      }
      guard old.mode == .tree else { continue }
      let new = change.new.flatMap { $0.mode == .tree ? $0.id : nil }
      for inner in try repository.changes(from: old.id, to: new) where inner.new == nil {
        guard let entry = inner.old, entry.mode.isRegularFile else { continue }
        gone.append(PathEntry(path: change.path.appending(inner.path.bytes), entry: entry))
      }
    }
    return gone
  }

  /// Replaces a directory that only theirs changed by its changes, so that one of them can be left out.
  private mutating func openTakenDirectory(above path: TreePath) throws(GitError) {
    for change in result.taken where change.path != path && path.isWithin(change.path) {
      guard let new = change.new, new.mode == .tree else { continue }
      result.edit.forget(change.path)
      if let old = change.old, old.mode != .tree { result.edit.remove(change.path) }
      let old = change.old.flatMap { $0.mode == .tree ? $0.id : nil }
      for inner in try repository.changes(from: old, to: new.id) {
        result.edit.set(change.path.appending(inner.path.bytes), to: inner.new)
      }
    }
  }
}

extension TreeMerge.Diverged {
  /// True if each version that exists is a regular file.
  fileprivate var isOfFiles: Bool {
    [base, ours, theirs].allSatisfy { $0?.mode.isRegularFile ?? true }
  }

  /// True if no version lacks it.
  fileprivate var isChangedByBoth: Bool { base != nil && ours != nil && theirs != nil }
}
