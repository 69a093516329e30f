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
    let all = try goneFromBoth()
    let counts = Dictionary(all.map { ($0.entry.id, 1) }) { $0 + $1 }
    // Of files with the same content, it cannot be told which was renamed to where.
    let gone = all.filter { counts[$0.entry.id] == 1 }
    guard !gone.isEmpty else { return }
    var ourTargets = try RenameTargets(of: gone, from: base, to: ours, in: repository)
    var theirTargets = try RenameTargets(of: gone, from: base, to: theirs, in: repository)
    for file in gone {
      guard let our = try ourTargets.target(of: file),
        let their = try theirTargets.target(of: file),
        our.path != their.path, try repository.entry(at: their.path, in: ours) == nil,
        try repository.entry(at: our.path, in: theirs) == nil
      else { continue }
      try openTakenDirectory(above: their.path)
      result.doubleRenames.append(
        TreeMerge.DoubleRename(base: file, ours: our, theirs: their))
    }
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
