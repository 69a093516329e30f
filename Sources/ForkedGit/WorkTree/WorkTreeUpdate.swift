import CLibgit2
import Glibc

/// The right to change the index and the work tree, held until ``end()`` or the end of its life.
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
  /// What a new file or link is called until it is in its place.
  private let temporaryPath: String
  /// The index as it shall be, written and not in its place yet.
  private var preparedIndex: PreparedFile?

  init(_ repository: LocalRepository, workTree: String, timeout: Duration) throws(GitError) {
    self.repository = repository
    files = WorkTreeFiles(root: workTree)
    let path = repository.gitDirectory + "index"
    lock = try LockFile(of: path, timeout: timeout, keepsWaiting: repository.keepsWaiting)
    index = try IndexFile(of: path)
    keepsExecutableBit = try repository.settings.bool("core.fileMode") ?? true
    hasLinks = try repository.settings.bool("core.symlinks") ?? true
    filters = try FilterRules(repository, files)
    // A name can only move within a file system.
    temporaryPath =
      Files.areOnOneFileSystem(workTree, repository.gitDirectory)
      ? repository.gitDirectory + "fork.checkout" : workTree + ".fork.checkout"
  }

  deinit { preparedIndex?.discard() }

  /// Writes the files that differ and their index entries.
  ///
  /// Files are replaced whole (a temporary file, then a rename), nothing is written through a symbolic link, directories
  /// that became empty are removed, git's filters are applied, and `git status` is clean afterwards for these paths.
  ///
  /// - Throws: kind `io` or `permission` where a file could not be written.
  /// - Complexity: the files that differ.
  /// - Returns: The files that were left, since somebody saved them meanwhile.
  @discardableResult
  func apply(_ changes: [TreeChange]) throws(GitError) -> [TreePath] {
    var saved: [TreePath] = []
    for change in changes where change.new == nil {
      if try isSaved(change) { saved.append(change.path) } else { try removeFile(change) }
      index.remove(change.path)
    }
    // The files of a directory are filtered by its `.gitattributes`, so that is written first.
    let (attributes, others) = changes.partitioned { $0.path.isAttributes }
    for (count, change) in (attributes + others).enumerated() {
      repository.reportsProgress("writing files", count, changes.count)
      guard let entry = change.new else { continue }
      try refuseEscape(change.path)
      do throws(GitError) {
        try apply(entry, inPlaceOf: change.old, at: change.path)
      } catch {
        guard case .editedDocuments = error.kind else { throw error }
        index.set(change.path, to: entry, status: nil)
        saved.append(change.path)
      }
    }
    return saved
  }

  /// True if a file holds what neither tree says: whoever saved it did so after it was checked.
  private func isSaved(_ change: TreeChange) throws(GitError) -> Bool {
    guard let found = try content(at: change.path, old: change.old, new: change.new) else {
      return false
    }
    return found != change.old && found != change.new
  }

  private func apply(
    _ entry: TreeEntry, inPlaceOf old: TreeEntry?, at path: TreePath
  ) throws(GitError) {
    if old == nil, let status = try create(entry, at: path) {
      index.set(path, to: entry, status: status)
      return
    }
    let status = try files.presence(of: path).status
    let found = try content(at: path, old: old, new: entry)
    if found == entry { return try stage(path, entry) }
    if let found, found != old { throw .edited([path]) }
    index.set(path, to: entry, status: try place(entry, at: path, inPlaceOf: status))
  }

  /// Writes a file where nothing stands, without looking before.
  ///
  /// - Returns: What the file system says of it; nil where that was not possible, and nothing was done.
  private func create(_ entry: TreeEntry, at path: TreePath) throws(GitError) -> stat? {
    guard entry.mode.isRegularFile else { return nil }
    defer { filters.noteChange(of: path) }
    return try files.create(
      fileContents(of: entry.id, at: path), mode: entry.mode == .executable ? 0o777 : 0o666,
      at: path)
  }

  private func removeFile(_ change: TreeChange) throws(GitError) {
    defer { filters.noteChange(of: change.path) }
    guard change.old?.mode != .submodule else { return try files.remove(change.path) }
    switch try files.presence(of: change.path) {
    case .file, .link: try files.remove(change.path)
    case .missing, .blocked, .directory, .special: return
    }
  }

  /// Sets the index entries of paths alone, removing their unmerged stages; nil removes.
  ///
  /// - Throws: kind `invalidPath` for a path that could get out of the work tree.
  public func stage(_ entries: [TreePath: TreeEntry?]) throws(GitError) {
    for (path, entry) in entries {
      if let entry {
        try refuseEscape(path)
        try stage(path, entry)
      } else {
        index.remove(path)
      }
    }
  }

  private func stage(_ path: TreePath, _ entry: TreeEntry) throws(GitError) {
    var recorded: stat?
    switch try files.presence(of: path) {
    case .file(let status), .link(let status): recorded = status
    case .missing, .blocked, .directory, .special: recorded = nil
    }
    // The status vouches for the contents, so it is recorded for nothing else.
    let isSame = try content(at: path, old: nil, new: entry) == entry
    index.set(path, to: entry, status: isSame ? recorded : nil)
  }

  /// Writes a file of the work tree from a blob, filters applied, and nothing else.
  ///
  /// - Throws: kind `invalidPath` for a path that could get out of the work tree; `exists` where
  ///   a directory or a link stands in the way.
  public func writeFile(at path: TreePath, _ entry: TreeEntry) throws(GitError) {
    _ = try place(entry, at: path)
  }

  /// - Parameter known: What the file system says of the file that is replaced; nil: whatever stands there is.
  /// - Returns: What the file system says of it; nil for a submodule.
  /// - Throws: kind `editedDocuments` where another file stood there, which stands there again.
  private func place(
    _ entry: TreeEntry, at path: TreePath, inPlaceOf known: stat? = nil
  ) throws(GitError) -> stat? {
    defer { filters.noteChange(of: path) }
    try refuseEscape(path)
    switch entry.mode {
    case .tree: throw GitError(.invalid, "a directory is not written", context: path.description)
    case .submodule:
      try files.makeDirectory(path)
      return nil
    case .symlink where hasLinks:
      try files.place(temporaryLink(entry.id), at: path, inPlaceOf: known)
      guard case .link(let status) = try files.presence(of: path) else { return nil }
      return status
    case .symlink, .file, .executable:
      let bytes =
        entry.mode == .symlink
        ? try repository.blob(entry.id) : try fileContents(of: entry.id, at: path)
      return try files.write(
        bytes, mode: entry.mode == .executable ? 0o777 : 0o666, at: path, through: temporaryPath,
        inPlaceOf: known)
    }
  }

  /// Removes a file or link of the work tree, and the directories that are empty then. The index is not touched.
  ///
  /// - Throws: kind `io` or `permission` where it cannot be removed; nothing where there is none.
  public func removeFile(at path: TreePath) throws(GitError) {
    try refuseEscape(path)
    try removeFile(TreeChange(path: path, old: nil, new: nil))
  }

  private func fileContents(of id: ObjectID, at path: TreePath) throws(GitError) -> [UInt8] {
    let bytes = try repository.blob(id)
    let isFiltered = try filters.mayApply(to: path, in: index)
    return isFiltered ? try repository.filtered(bytes, at: path) : bytes
  }

  private func refuseEscape(_ path: TreePath) throws(GitError) {
    try path.validateForTree()
  }

  private func temporaryLink(_ id: ObjectID) throws(GitError) -> String {
    unlink(temporaryPath)
    let target = try repository.blob(id)
    guard !target.contains(0),
      symlink((target + [0]).map(CChar.init(bitPattern:)), temporaryPath) == 0
    else {
      throw .system("symlink", path: temporaryPath)
    }
    return temporaryPath
  }

  /// Writes the index beside the one that stands, which needs all the room that the update will need.
  ///
  /// - Throws: kind `io` where it could not be written.
  func prepare() throws(GitError) {
    preparedIndex = try index.prepare(by: lock, sync: repository.durability()(of: .index))
  }

  /// Puts the index in place that ``prepare()`` has written, and lets go.
  func publish() throws(GitError) {
    try preparedIndex?.publish()
    release()
  }

  /// Lets go; an index that is not published yet is forgotten.
  func release() {
    preparedIndex?.discard()
    preparedIndex = nil
    lock.release()
  }

  /// Publishes the index and lets go. Without it, the index stays as it was.
  ///
  /// - Throws: kind `io` where the index could not be written; the old one stands then.
  public func end() throws(GitError) {
    try repository.storeObjects()
    try prepare()
    try publish()
  }
}

extension LocalRepository {
  /// Waits for the right to change the index and the work tree.
  ///
  /// Read HEAD after this, not before: another process may have changed it meanwhile.
  ///
  /// - Parameters:
  ///   - timeout: How long a lock that somebody else holds is waited for.
  ///   - duringOperation: Whether a merge of git's may be under way.
  /// - Throws: kind `locked` after the timeout; `operationInProgress` during a merge of git's,
  ///   unless `duringOperation`; `bare` without a work tree.
  public func beginWorkTreeUpdate(
    timeout: Duration = .seconds(5), duringOperation: Bool = false
  ) throws(GitError) -> WorkTreeUpdate {
    let workTreePath = try requireWorkTree()
    let update = try WorkTreeUpdate(self, workTree: workTreePath, timeout: timeout)
    if !duringOperation, let operation = operationInProgress {
      throw GitError(
        .operationInProgress(operation), "a \(operation) of git's is under way: finish it first",
        context: workTreePath)
    }
    return update
  }

  /// The work tree's directory, with a slash at its end.
  ///
  /// - Throws: kind `bare` where there is none.
  @discardableResult
  public func requireWorkTree() throws(GitError) -> String {
    guard let workTreePath else {
      throw GitError(.bare, "the repository has no work tree", context: gitDirectory)
    }
    return workTreePath
  }

  /// What the work tree shall hold for these bytes of git's.
  func filtered(_ bytes: [UInt8], at path: TreePath) throws(GitError) -> [UInt8] {
    let filters = try Handle.findOptional(
      "git_filter_list_load", release: git_filter_list_free, context: path.description
    ) {
      git_filter_list_load(
        $0, handle.pointer, nil, path.cString, GIT_FILTER_TO_WORKTREE,
        GIT_FILTER_ALLOW_UNSAFE.rawValue)
    }
    guard let filters else { return bytes }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try check("git_filter_list_apply_to_buffer", context: path.description) {
      bytes.withUnsafeBytes {
        let start = $0.baseAddress?.assumingMemoryBound(to: CChar.self)
        return git_filter_list_apply_to_buffer(&buffer, filters.pointer, start, $0.count)
      }
    }
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }
}
