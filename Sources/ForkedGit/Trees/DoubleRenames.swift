public import Forked

extension TreeMerge {
  /// A file that each side renamed, to different paths.
  public struct DoubleRename: Hashable, Sendable {
    /// The path and the entry in the merge base.
    public let base: PathEntry
    /// The path and the entry in ours.
    public let ours: PathEntry
    /// The path and the entry in theirs.
    public let theirs: PathEntry

    /// The path and the entry of a side.
    public subscript(side: MergeSide) -> PathEntry { side == .ours ? ours : theirs }
  }
}

extension TreeMergeWalk {
  /// Finds the files that each side renamed, to different paths: otherwise the merge would hold two copies.
  ///
  /// Renames are searched for only among files that both sides deleted.
  mutating func findDoubleRenames(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID
  ) throws(GitError) {
    let gone = try goneFromBoth()
    guard !gone.isEmpty else { return }
    let ourTargets = try renameTargets(from: base, to: ours)
    let theirTargets = try renameTargets(from: base, to: theirs)
    for file in gone {
      guard let our = ourTargets[file.path], let their = theirTargets[file.path],
        our.path != their.path, try repository.entry(at: their.path, in: ours) == nil,
        try repository.entry(at: our.path, in: theirs) == nil
      else { continue }
      try openTakenDirectory(above: their.path)
      result.doubleRenames.append(
        TreeMerge.DoubleRename(base: file, ours: our, theirs: their))
    }
  }

  /// Returns the new file for the path of each file that the tree renamed.
  ///
  /// All files of the tree take part, so that none is the target of a file that is gone from both sides, but more like one
  /// that is gone only here.
  private func renameTargets(
    from base: ObjectID?, to tree: ObjectID
  ) throws(GitError) -> [TreePath: PathEntry] {
    let changes = try repository.changes(from: base, to: tree)
    let gone = changes.compactMap { $0.new == nil ? $0.old?.id : nil }
    let counts = Dictionary(gone.map { ($0, 1) }, uniquingKeysWith: +)
    let new = Dictionary(changes.map { ($0.path, $0.new) }) { first, _ in first }
    var targets: [TreePath: PathEntry] = [:]
    for (path, file) in try repository.renames(among: changes) {
      // Of files with the same content, it cannot be told which was renamed to where.
      guard counts[file.entry.id] == 1, let entry = new[path] ?? nil else { continue }
      targets[file.path] = PathEntry(path: path, entry: entry)
    }
    return targets
  }

  private func goneFromBoth() throws(GitError) -> [PathEntry] {
    var gone: [PathEntry] = []
    for change in result.alike where change.new == nil {
      guard let old = change.old else { continue }
      if old.mode.isRegularFile { gone.append(PathEntry(path: change.path, entry: old)) }
      if old.mode == .tree { gone += try files(in: old.id, below: change.path) }
    }
    return gone
  }

  /// Replaces a directory that only theirs has by its files, so that one of them can be left out.
  private mutating func openTakenDirectory(above path: TreePath) throws(GitError) {
    for change in result.taken where change.path != path && path.isWithin(change.path) {
      guard let new = change.new, new.mode == .tree else { continue }
      result.edit.forget(change.path)
      for file in try files(in: new.id, below: change.path) {
        result.edit.set(file.path, to: file.entry)
      }
    }
  }

  private func files(in tree: ObjectID, below path: TreePath) throws(GitError) -> [PathEntry] {
    try repository.changes(from: nil, to: tree).compactMap { change in
      change.new.map { PathEntry(path: path.appending(change.path.bytes), entry: $0) }
    }
  }
}
