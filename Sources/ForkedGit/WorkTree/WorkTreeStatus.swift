import CLibgit2

/// The way a path differs: in the index from HEAD, or in the work tree from the index.
public enum PathState: String, Hashable, Sendable {
  /// It did not exist before.
  case new
  /// Its contents or mode changed.
  case modified
  /// It no longer exists.
  case deleted
  /// A file became a link or a submodule, or the reverse.
  case typeChanged
}

/// A path with uncommitted changes.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path.
  public let path: TreePath
  /// The difference of the index from HEAD; nil if there is none.
  public let staged: PathState?
  /// The difference of the work tree from the index; nil if there is none. `new` means untracked.
  public let unstaged: PathState?
  /// True if the index holds unmerged entries for the path.
  public let isConflicted: Bool
}

extension LocalRepository {
  /// All uncommitted changes, ordered by path; ignored files are left out.
  ///
  /// - Complexity: The whole work tree is read. The corresponding C function is `git_status_list_new`.
  public func status() throws(GitError) -> [WorkTreeChange] {
    var options = git_status_options()
    try check("git_status_options_init") {
      git_status_options_init(&options, UInt32(GIT_STATUS_OPTIONS_VERSION))
    }
    options.flags =
      GIT_STATUS_OPT_INCLUDE_UNTRACKED.rawValue | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS.rawValue
    let list = try Handle.make("git_status_list_new", release: git_status_list_free) {
      git_status_list_new($0, handle.pointer, &options)
    }
    let leftOut = try pathsLeftOut()
    let changes = (0..<git_status_list_entrycount(list.pointer))
      .compactMap { git_status_byindex(list.pointer, $0)?.pointee }
      .compactMap(WorkTreeChange.init)
      .compactMap { leftOut.contains($0.path) ? $0.withoutDeletion : $0 }
      .sorted { $0.path < $1.path }
    try refuseLinkedIgnores(changes)
    var real: [WorkTreeChange] = []
    for change in changes {
      if let found = try isCleaned(change) ? change.withoutEdit : change { real.append(found) }
    }
    // libgit2 takes some of them for unchanged, since the index tells no size.
    let known = Set(real.map(\.path))
    let emptied = try emptiedFiles().filter { !known.contains($0) }
    if emptied.isEmpty { return real }
    return (real + emptied.map(WorkTreeChange.init(emptied:))).sorted { $0.path < $1.path }
  }

  /// Refuses symbolic links in place of ignore files: git does not read them, and libgit2 does.
  private func refuseLinkedIgnores(_ changes: [WorkTreeChange]) throws(GitError) {
    let name = ".gitignore"
    let files = WorkTreeFiles(root: try requireWorkTree())
    let tracked = try IndexFile(of: gitDirectory + "index").paths(named: name)
    for path in tracked + changes.map(\.path) where path.name == TreePath(name).name {
      if case .link = try files.presence(of: path) { throw .linked(path, in: files.root) }
    }
  }

  /// True if a file differs from the index only until git converts it, which libgit2 does not.
  private func isCleaned(_ change: WorkTreeChange) throws(GitError) -> Bool {
    guard change.unstaged == .modified, !change.isConflicted,
      try conversion(at: change.path) != nil
    else { return false }
    return try storeWorkTreeFile(at: change.path) == indexEntry(at: change.path)
  }
}

extension WorkTreeChange {
  /// The same change of a file that a sparse checkout leaves out: its absence is no change. Nil if nothing else is one.
  fileprivate var withoutDeletion: WorkTreeChange? {
    unstaged == .deleted ? withoutEdit : self
  }

  /// The same change without that of the work tree; nil if nothing else is one.
  fileprivate var withoutEdit: WorkTreeChange? {
    if staged == nil, !isConflicted { return nil }
    return WorkTreeChange(path: path, staged: staged, unstaged: nil, isConflicted: isConflicted)
  }

  fileprivate init(emptied path: TreePath) {
    self.path = path
    staged = nil
    unstaged = .modified
    isConflicted = false
  }

  fileprivate init?(_ entry: git_status_entry) {
    guard let delta = (entry.head_to_index ?? entry.index_to_workdir)?.pointee,
      let name = delta.new_file.path ?? delta.old_file.path
    else { return nil }
    let flags = entry.status
    path = TreePath(cString: name)
    staged = Self.state(
      flags, GIT_STATUS_INDEX_NEW, GIT_STATUS_INDEX_MODIFIED, GIT_STATUS_INDEX_DELETED,
      GIT_STATUS_INDEX_TYPECHANGE)
    unstaged = Self.state(
      flags, GIT_STATUS_WT_NEW, GIT_STATUS_WT_MODIFIED, GIT_STATUS_WT_DELETED,
      GIT_STATUS_WT_TYPECHANGE)
    isConflicted = flags.rawValue & GIT_STATUS_CONFLICTED.rawValue != 0
    if staged == nil, unstaged == nil, !isConflicted { return nil }
  }

  private static func state(
    _ flags: git_status_t, _ new: git_status_t, _ modified: git_status_t,
    _ deleted: git_status_t, _ typeChanged: git_status_t
  ) -> PathState? {
    let states: [(git_status_t, PathState)] = [
      (new, .new), (deleted, .deleted), (typeChanged, .typeChanged), (modified, .modified),
    ]
    return states.first { flags.rawValue & $0.0.rawValue != 0 }?.1
  }
}

extension TreePath {
  init(cString: UnsafePointer<CChar>) {
    var count = 0
    while cString[count] != 0 { count += 1 }
    self.init(bytes: Array(UnsafeRawBufferPointer(start: cString, count: count)))
  }
}
