import Forked

/// A walk over three trees at once.
struct TreeMergeWalk {
  /// The entries of the three trees at one path.
  struct Versions {
    var base: TreeEntry?
    var ours: TreeEntry?
    var theirs: TreeEntry?

    /// True if each existing entry is a directory.
    var areDirectories: Bool {
      [base, ours, theirs].allSatisfy { $0?.mode ?? .tree == .tree }
    }
  }

  let repository: LocalRepository
  let opensAlike: Bool
  var result = TreeMerge()

  private mutating func merge(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
    try repository.checkInterruption()
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    if ours == theirs {
      guard ours != base else { return }
      return try mergeAlike(versions, at: path, depth: depth)
    }
    if theirs == base { return result.kept.append(TreeChange(path: path, old: base, new: ours)) }
    if ours == base { return take(theirs, over: base, at: path) }
    if versions.areDirectories { return try open(versions, at: path, depth: depth) }
    try mergeKinds(versions, at: path, depth: depth)
  }

  private mutating func take(_ theirs: TreeEntry?, over base: TreeEntry?, at path: TreePath) {
    result.taken.append(TreeChange(path: path, old: base, new: theirs))
    if let theirs { result.edit.set(path, to: theirs) } else { result.edit.remove(path) }
  }

  private mutating func mergeAlike(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
    if opensAlike, versions.ours?.mode == .tree, versions.areDirectories {
      return try open(versions, at: path, depth: depth)
    }
    result.alike.append(TreeChange(path: path, old: versions.base, new: versions.ours))
  }

  /// Merges entries of which some are files and some are directories.
  ///
  /// A directory that replaces base's file, or the reverse, is a deletion and some additions. A file and a directory
  /// diverge only if both would have to be at the path.
  private mutating func mergeKinds(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
    let files = versions.filtered { $0.mode != .tree }
    let directories = versions.filtered { $0.mode == .tree }
    let hasFile = files.ours != nil || files.theirs != nil
    let hasDirectory = directories.ours != nil || directories.theirs != nil
    if !hasDirectory, directories.base == nil { return diverge(versions, at: path) }
    // One side has a file and the other a directory, and neither is as in base.
    if hasFile, hasDirectory { return diverge(versions, at: path) }
    // Both sides deleted what base has there.
    if let base = versions.base { result.alike.append(TreeChange(path: path, old: base, new: nil)) }
    if hasFile { return mergeFilesOverBaseDirectory(files, at: path) }
    try open(directories, at: path, depth: depth)
  }

  private mutating func diverge(_ versions: Versions, at path: TreePath) {
    result.diverged.append(
      TreeMerge.Diverged(
        path: path, base: versions.base, ours: versions.ours, theirs: versions.theirs))
  }

  /// Merges a path at which both sides replaced base's directory: each by a file, or one by a file and the other by
  /// nothing.
  private mutating func mergeFilesOverBaseDirectory(_ files: Versions, at path: TreePath) {
    if files.ours == nil {
      take(files.theirs, over: nil, at: path)
    } else if files.theirs == nil {
      result.kept.append(TreeChange(path: path, old: nil, new: files.ours))
    } else {
      diverge(files, at: path)
    }
  }

  mutating func open(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
    try LocalRepository.limit(depth, at: path)
    let base = try entries(versions.base)
    let ours = try entries(versions.ours)
    let theirs = try entries(versions.theirs)
    var names = MergedNames(base: base, ours: ours, theirs: theirs)
    while let (name, inner) = names.nextDifference() {
      try merge(inner, at: path.appending(name), depth: depth + 1)
    }
  }

  private func entries(_ entry: TreeEntry?) throws(GitError) -> RawTree {
    guard let entry else { return RawTree() }
    return try repository.rawTree(entry.id).orderedByName
  }
}

extension TreeMergeWalk.Versions {
  fileprivate func filtered(_ isIncluded: (TreeEntry) -> Bool) -> Self {
    func only(_ entry: TreeEntry?) -> TreeEntry? { entry.flatMap { isIncluded($0) ? $0 : nil } }
    return Self(base: only(base), ours: only(ours), theirs: only(theirs))
  }
}

/// Three ordered lists of entries, merged by name.
private struct MergedNames {
  let base: RawTree
  let ours: RawTree
  let theirs: RawTree
  fileprivate var position = (base: 0, ours: 0, theirs: 0)

  /// The next name at which the lists differ, with the three entries of that name.
  mutating func nextDifference() -> (name: ArraySlice<UInt8>, versions: TreeMergeWalk.Versions)? {
    skipAlike()
    let entries = [
      Self.entry(position.base, of: base), Self.entry(position.ours, of: ours),
      Self.entry(position.theirs, of: theirs),
    ]
    let names = entries.compactMap { $0?.name }
    guard let name = names.min(by: { $0.lexicographicallyPrecedes($1) }) else { return nil }
    let found = entries.map { $0?.name == name ? $0?.value : nil }
    if found[0] != nil { position.base += 1 }
    if found[1] != nil { position.ours += 1 }
    if found[2] != nil { position.theirs += 1 }
    return (name, TreeMergeWalk.Versions(base: found[0], ours: found[1], theirs: found[2]))
  }

  /// Skips the names with equal entries in all three lists. Most are: this costs two comparisons of bytes each.
  private mutating func skipAlike() {
    while position.base < base.count, position.ours < ours.count, position.theirs < theirs.count,
      base.isSame(position.base, as: ours, position.ours),
      base.isSame(position.base, as: theirs, position.theirs)
    {
      position = (position.base + 1, position.ours + 1, position.theirs + 1)
    }
  }

  private static func entry(_ position: Int, of list: RawTree) -> RawTree.Entry? {
    position < list.count ? list[position] : nil
  }
}
