/// Three trees, walked in step.
struct TreeMergeWalk {
  /// What stands at one path in each of the three.
  struct Versions {
    var base: TreeEntry?
    var ours: TreeEntry?
    var theirs: TreeEntry?

    /// Whether each version that is there is a directory, and at least ours and theirs could be.
    var areDirectories: Bool {
      [base, ours, theirs].allSatisfy { $0?.mode ?? .tree == .tree }
    }
  }

  let repository: LocalRepository
  let opensAlike: Bool
  var result = TreeMerge()

  init(repository: LocalRepository, opensAlike: Bool) {
    self.repository = repository
    self.opensAlike = opensAlike
  }

  private mutating func merge(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
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

  /// Files against directories. A side's directory in the place of base's file, or the reverse,
  /// is a deletion and some additions; only where both a file and a directory would have to
  /// stand at one path is the caller asked.
  private mutating func mergeKinds(
    _ versions: Versions, at path: TreePath, depth: Int
  ) throws(GitError) {
    let files = versions.filtered { $0.mode != .tree }
    let directories = versions.filtered { $0.mode == .tree }
    let hasFile = files.ours != nil || files.theirs != nil
    let hasDirectory = directories.ours != nil || directories.theirs != nil
    if !hasDirectory, directories.base == nil { return diverge(versions, at: path) }
    // One side has a file where the other has a directory, and neither is as in base.
    if hasFile, hasDirectory { return diverge(versions, at: path) }
    if hasFile { return mergeFilesOverBaseDirectory(files, at: path) }
    try open(directories, at: path, depth: depth)
  }

  private mutating func diverge(_ versions: Versions, at path: TreePath) {
    result.diverged.append(
      TreeMerge.Diverged(
        path: path, base: versions.base, ours: versions.ours, theirs: versions.theirs))
  }

  /// The directory was replaced by both: by two files, or by a file and nothing.
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
    var names = MergedNames(lists: [base, ours, theirs])
    while let (name, positions) = names.next() {
      let inner = Versions(
        base: positions[0].map { base[$0].value }, ours: positions[1].map { ours[$0].value },
        theirs: positions[2].map { theirs[$0].value })
      if inner.base == inner.ours, inner.ours == inner.theirs { continue }
      try merge(inner, at: path.appending(name), depth: depth + 1)
    }
  }

  /// Ordered by name alone, so that a file and a directory of one name meet.
  private func entries(_ entry: TreeEntry?) throws(GitError) -> [RawTree.Entry] {
    guard let entry else { return [] }
    return try repository.rawTree(entry.id).entries.sorted {
      $0.name.lexicographicallyPrecedes($1.name)
    }
  }
}

extension TreeMergeWalk.Versions {
  fileprivate func filtered(_ isIncluded: (TreeEntry) -> Bool) -> Self {
    func only(_ entry: TreeEntry?) -> TreeEntry? { entry.flatMap { isIncluded($0) ? $0 : nil } }
    return Self(base: only(base), ours: only(ours), theirs: only(theirs))
  }
}

/// Three ordered lists of entries, read as one list of names.
private struct MergedNames {
  let lists: [[RawTree.Entry]]
  private var positions = [0, 0, 0]

  init(lists: [[RawTree.Entry]]) { self.lists = lists }

  /// The next name, and where it stands in each list.
  mutating func next() -> (name: [UInt8], positions: [Int?])? {
    var least: [UInt8]?
    for index in lists.indices where positions[index] < lists[index].count {
      let name = lists[index][positions[index]].name
      if least.map({ name.lexicographicallyPrecedes($0) }) ?? true { least = name }
    }
    guard let least else { return nil }
    var found = [Int?](repeating: nil, count: lists.count)
    for index in lists.indices where positions[index] < lists[index].count {
      guard lists[index][positions[index]].name == least else { continue }
      found[index] = positions[index]
      positions[index] += 1
    }
    return (least, found)
  }
}
