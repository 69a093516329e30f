import CLibgit2

/// An exclusive hold on the index and the work tree, until ``end()`` or the end of its life.
///
/// It is git's own `index.lock`: no other git or fork process changes the index meanwhile.
public final class WorkTreeUpdate {
  let repository: LocalRepository
  let files: WorkTreeFiles
  let index: IndexFile
  private let lock: LockFile
  let keepsExecutableBit: Bool
  let hasLinks: Bool
  let filters: FilterRules
  /// The paths of a sparse checkout; nil if all belong to the work tree.
  let sparse: SparseCheckout?
  /// The directory of new files and links until they are put in place, with a slash at its end.
  let replacementDirectory: String
  /// The new index, written but not yet put in place.
  private var preparedIndex: UnnamedFile?

  init(_ repository: LocalRepository, workTree: String, timeout: Duration) throws(GitError) {
    self.repository = repository
    files = WorkTreeFiles(root: workTree)
    let path = repository.gitDirectory + "index"
    lock = try LockFile(of: path, timeout: timeout, keepsWaiting: repository.keepsWaiting)
    index = try IndexFile(of: path)
    keepsExecutableBit = try repository.settings.bool("core.fileMode") ?? true
    hasLinks = try repository.settings.bool("core.symlinks") ?? true
    filters = try FilterRules(repository, files)
    sparse = try SparseCheckout(of: repository)
    replacementDirectory = Replacement.directory(
      ofWorkTree: workTree, gitDirectory: repository.gitDirectory)
    try endReplacements()
    restoreEmptiedFiles()
  }

  func removeFile(_ change: TreeChange) throws(GitError) {
    defer { filters.noteChange(of: change.path) }
    guard change.old?.mode != .submodule else { return try files.remove(change.path) }
    switch try files.presence(of: change.path) {
    case .file, .link: try files.remove(change.path)
    case .missing, .blocked, .directory, .special: return
    }
  }

  /// Sets the index entries of paths, without the work tree, and removes their unmerged stages. A nil entry removes the
  /// path.
  ///
  /// - Throws: Kind `invalidPath` for a path that could leave the work tree.
  public func stage(_ entries: [TreePath: TreeEntry?]) throws(GitError) {
    for (path, entry) in entries {
      if let entry {
        try path.validateForTree()
        try stage(path, entry)
      } else {
        index.remove(path)
      }
    }
  }

  func stage(_ path: TreePath, _ entry: TreeEntry) throws(GitError) {
    if try isLeftOut(path) {
      return index.set(path, to: entry, status: nil, skipsWorkTree: true)
    }
    var recorded: FileStatus?
    switch try files.presence(of: path) {
    case .file(let status), .link(let status): recorded = status
    case .missing, .blocked, .directory, .special: recorded = nil
    }
    // git skips a file whose status is recorded, so it is recorded only if the contents are the same.
    let isSame = try content(at: path, old: nil, new: entry) == entry
    if !isSame { recorded = nil }
    if try isEmptied(path) { recorded = nil }
    index.set(path, to: entry, status: recorded)
  }

  /// Writes a file of the work tree from a blob, filters applied. The index does not change.
  ///
  /// - Throws: Kind `invalidPath` for a path that could leave the work tree; `exists` if a directory or a link is in
  ///   the way.
  public func writeFile(at path: TreePath, _ entry: TreeEntry) throws(GitError) {
    _ = try place(
      entry, at: path, inPlaceOf: .any, holding: content(at: path, old: nil, new: nil))
  }

  /// Removes a file or link of the work tree, and the directories that become empty. The index does not change.
  ///
  /// It is no error if there is no file.
  ///
  /// - Throws: Kind `io` or `permission` if the file cannot be removed.
  public func removeFile(at path: TreePath) throws(GitError) {
    try path.validateForTree()
    try removeFile(TreeChange(path: path, old: nil, new: nil))
  }

  /// Writes the new index beside the present one. This needs all the disk space that the update will need.
  ///
  /// - Throws: Kind `io` if it could not be written.
  func prepare() throws(GitError) {
    preparedIndex = try index.prepare(sync: repository.durability()(of: .index))
  }

  /// Puts the index in place that ``prepare()`` has written.
  func publish() throws(GitError) {
    try preparedIndex?.replace()
    preparedIndex = nil
  }

  /// Releases the lock. An index that is not published yet is discarded.
  func release() {
    preparedIndex = nil
    lock.release()
  }

  /// Publishes the index and releases the lock. Without this call, the index stays as it was.
  ///
  /// - Throws: Kind `io` if the index could not be written; then the old one stays.
  public func end() throws(GitError) {
    try repository.storeObjects()
    try prepare()
    try publish()
    release()
  }
}

extension LocalRepository {
  /// Waits for the lock of the index and returns an update of the index and the work tree.
  ///
  /// Read HEAD after this call, not before: another process may have changed it meanwhile.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait for another process's lock.
  ///   - duringOperation: True if a merge of git's may be in progress.
  /// - Throws: Kind `locked` after the timeout; `operationInProgress` during a merge of git's, unless
  ///   `duringOperation`; `bare` without a work tree.
  public func beginWorkTreeUpdate(
    timeout: Duration = .seconds(5), duringOperation: Bool = false
  ) throws(GitError) -> WorkTreeUpdate {
    let workTreePath = try requireWorkTree()
    let update = try WorkTreeUpdate(self, workTree: workTreePath, timeout: timeout)
    if !duringOperation, let operation = operationInProgress {
      throw GitError(
        .operationInProgress(operation), "a \(operation.command) is in progress",
        context: workTreePath)
    }
    return update
  }

  /// The work tree's directory, with a slash at its end.
  ///
  /// - Throws: Kind `bare` if there is none.
  @discardableResult
  public func requireWorkTree() throws(GitError) -> String {
    guard let workTreePath else {
      throw GitError(.bare, "the repository has no work tree", context: gitDirectory)
    }
    return workTreePath
  }

  /// The contents of the work tree's file for these bytes of a blob, or the reverse, by libgit2's filters.
  func filtered(
    _ bytes: [UInt8], at path: TreePath, toward place: git_filter_mode_t
  ) throws(GitError) -> [UInt8] {
    let isWriting = place == GIT_FILTER_TO_WORKTREE
    let flags = isWriting ? GIT_FILTER_ALLOW_UNSAFE : GIT_FILTER_DEFAULT
    let filters = try Handle.find(
      "git_filter_list_load", release: git_filter_list_free, context: path.description
    ) { git_filter_list_load($0, handle.pointer, nil, path.cString, place, flags.rawValue) }
    guard let filters else { return bytes }
    return try written("git_filter_list_apply_to_buffer", context: path.description) { buffer in
      bytes.withUnsafeBytes {
        let start = $0.baseAddress?.assumingMemoryBound(to: CChar.self)
        return git_filter_list_apply_to_buffer(buffer, filters.pointer, start, $0.count)
      }
    }
  }
}
