import Forked

extension TreeMergeWalk {
  /// An exact rename takes the other side's edit along.
  ///
  /// Only where one side deleted what the other changed is there anything to carry; the renames
  /// of that side are looked for then, and at no other time.
  mutating func carryRenames(
    base: ObjectID?, ours: ObjectID, theirs: ObjectID
  ) throws(GitError) {
    try carry(renamesOf: .ours, base: base, side: ours, other: theirs)
    try carry(renamesOf: .theirs, base: base, side: theirs, other: ours)
  }

  private mutating func carry(
    renamesOf side: MergeSide, base: ObjectID?, side tree: ObjectID, other: ObjectID
  ) throws(GitError) {
    let orphans = result.diverged.filter { Self.isDeleted($0, by: side) }
    guard !orphans.isEmpty else { return }
    let targets = try uniqueMoves(from: base, to: tree)
    var carried: Set<TreePath> = []
    for orphan in orphans {
      guard let id = orphan.base?.id, let target = targets[id],
        try repository.entry(at: target, in: other) == nil
      else { continue }
      carried.insert(orphan.path)
      carry(orphan, along: TreeMerge.Rename(side: side, from: orphan.path, to: target))
    }
    result.diverged.removeAll { carried.contains($0.path) }
  }

  private static func isDeleted(_ path: TreeMerge.Diverged, by side: MergeSide) -> Bool {
    let (own, other) = side == .ours ? (path.ours, path.theirs) : (path.theirs, path.ours)
    return own == nil && path.base?.mode.isRegularFile == true && other?.mode.isRegularFile == true
  }

  /// Blobs that are gone at exactly one path and new at exactly one.
  private func uniqueMoves(
    from base: ObjectID?, to tree: ObjectID
  ) throws(GitError) -> [ObjectID: TreePath] {
    var (gone, come) = ([ObjectID: Int](), [ObjectID: [TreePath]]())
    for change in try repository.changes(from: base, to: tree) {
      if change.new == nil, let old = change.old { gone[old.id, default: 0] += 1 }
      if change.old == nil, let new = change.new, new.mode.isRegularFile {
        come[new.id, default: []].append(change.path)
      }
    }
    return come.filter { $1.count == 1 && gone[$0] == 1 }.compactMapValues(\.first)
  }

  private mutating func carry(_ orphan: TreeMerge.Diverged, along rename: TreeMerge.Rename) {
    guard let edited = rename.side == .ours ? orphan.theirs : orphan.ours else { return }
    result.edit.remove(rename.from)
    result.edit.set(rename.to, to: edited)
    result.taken.append(TreeChange(path: rename.to, old: orphan.base, new: edited))
    result.renames.append(rename)
  }
}
