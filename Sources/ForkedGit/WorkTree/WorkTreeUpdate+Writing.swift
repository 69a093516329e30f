import CLibgit2

extension WorkTreeUpdate {
  /// Writes the files that differ and their index entries.
  ///
  /// Files are replaced whole (a temporary file, then a rename), and their contents are synced before that
  /// (``Durability``). Nothing is written through a symbolic link. Directories that become empty are removed. git's
  /// filters are applied. Afterwards `git status` is clean for these paths.
  ///
  /// - Returns: The files that were left alone because another program saved them meanwhile.
  /// - Throws: Kind `io` or `permission` if a file could not be written.
  /// - Complexity: O(files that differ).
  @discardableResult
  func apply(_ changes: [TreeChange]) throws(GitError) -> [TreePath] {
    var saved: [TreePath] = []
    for change in changes where change.new == nil {
      if try isSaved(change) { saved.append(change.path) } else { try removeFile(change) }
      index.remove(change.path)
    }
    // A directory's `.gitattributes` is written first: its filters apply to the other files.
    let (attributes, others) = changes.filter { $0.new != nil }.partitioned { $0.path.isAttributes }
    var count = 0
    for part in parts(of: attributes) + parts(of: others) {
      saved += try write(part) {
        repository.reportsProgress("writing files", count, changes.count)
        count += 1
      }
    }
    return saved
  }

  /// The number of files that are written before the first gets its name. They are synced together.
  private static let mostOpenFiles = 64

  private func parts(of changes: [TreeChange]) -> [ArraySlice<TreeChange>] {
    stride(from: 0, to: changes.count, by: Self.mostOpenFiles).map {
      changes[$0..<min($0 + Self.mostOpenFiles, changes.count)]
    }
  }

  private func write(
    _ changes: ArraySlice<TreeChange>, reporting report: () -> Void
  ) throws(GitError) -> [TreePath] {
    var (files, saved): ([WrittenFile], [TreePath]) = ([], [])
    for change in changes {
      report()
      guard let entry = change.new else { continue }
      try leavingSaved(change.path, entry, &saved) { () throws(GitError) in
        if let file = try write(entry, at: change.path, inPlaceOf: change.old) {
          files.append(file)
        }
      }
    }
    try sync(of: files.count).finish(files.map { ($0.file.descriptor, $0.file.path.description) })
    for file in files {
      try leavingSaved(file.file.path, file.entry, &saved) { () throws(GitError) in
        try name(file)
      }
    }
    return saved
  }

  /// Leaves a file alone that another program saved meanwhile. The index gets the entry without a status, so that git
  /// looks at the file.
  private func leavingSaved(
    _ path: TreePath, _ entry: TreeEntry, _ saved: inout [TreePath],
    _ body: () throws(GitError) -> Void
  ) throws(GitError) {
    do throws(GitError) { try body() } catch {
      guard case .editedDocuments = error.kind else { throw error }
      index.set(path, to: entry, status: nil)
      saved.append(path)
    }
  }

  /// True if a file holds neither the old nor the new contents: another program saved it after the check.
  private func isSaved(_ change: TreeChange) throws(GitError) -> Bool {
    guard let found = try content(at: change.path, old: change.old, new: change.new) else {
      return false
    }
    return found != change.old && found != change.new
  }

  /// True if a sparse checkout or the index leaves a file out of the work tree, and it is not there.
  func isLeftOut(_ path: TreePath) throws(GitError) -> Bool {
    let isSparse = sparse.map { !$0.includes(path) } ?? false
    guard index.entry(at: path)?.skipsWorkTree ?? isSparse else { return false }
    switch try files.presence(of: path) {
    case .missing, .blocked: return true
    case .file, .link, .directory, .special: return false
    }
  }
}

/// A file of the work tree that is written, and does not have its name yet.
private struct WrittenFile {
  let file: NewFile
  let entry: TreeEntry
  /// The path through which it replaces another file.
  let temporary: String
  let expected: ExpectedFile
}

extension WorkTreeUpdate {
  /// The way to bring files to the disk before they get their names.
  ///
  /// To flush the disk's cache for each of many would take longer than all else. A journaling file system flushes it
  /// before it records their names, and the sync of the ref does before the update is reported.
  private func sync(of count: Int = 1) throws(GitError) -> DiskSync {
    let sync = try repository.durability()(of: .looseObject)
    return sync == .each && count > Self.mostSingleFiles ? .writeout : sync
  }

  private static let mostSingleFiles = 8

  /// Writes a file; nil if there is nothing left to do, since the path has its contents or is no file.
  private func write(
    _ entry: TreeEntry, at path: TreePath, inPlaceOf old: TreeEntry?
  ) throws(GitError) -> WrittenFile? {
    try path.validateForTree()
    if try isLeftOut(path) {
      index.set(path, to: entry, status: nil, skipsWorkTree: true)
      return nil
    }
    let expected = try files.presence(of: path).expected
    let found = try content(at: path, old: old, new: entry)
    if found == entry, try !isEmptied(path) {
      try stage(path, entry)
      return nil
    }
    if let found, found != old { throw .edited([path]) }
    if let file = try write(entry, at: path, inPlaceOf: expected, holding: found) {
      return file
    }
    let status = try placeOther(entry, at: path, inPlaceOf: expected, holding: found)
    index.set(path, to: entry, status: status)
    return nil
  }

  /// Writes a file that is to have a path; nil if the entry is not that of a file.
  private func write(
    _ entry: TreeEntry, at path: TreePath, inPlaceOf expected: ExpectedFile,
    holding present: TreeEntry?
  ) throws(GitError) -> WrittenFile? {
    guard entry.mode.isRegularFile || entry.mode == .symlink && !hasLinks else { return nil }
    try files.removeEmptyDirectory(path)
    let temporary = temporaryPath(for: entry, at: path, holding: present)
    let bytes =
      entry.mode == .symlink
      ? try repository.blob(entry.id) : try fileContents(of: entry.id, at: path)
    let file = try files.newFile(
      bytes, mode: entry.mode == .executable ? 0o777 : 0o666, at: path, elseAt: temporary)
    try sync().begin(file.descriptor)
    return WrittenFile(file: file, entry: entry, temporary: temporary, expected: expected)
  }

  /// Gives a file its name, and its entry in the index.
  private func name(_ file: WrittenFile) throws(GitError) {
    index.set(file.file.path, to: file.entry, status: try place(file))
  }

  private func place(_ file: WrittenFile) throws(GitError) -> FileStatus {
    defer { filters.noteChange(of: file.file.path) }
    return try files.place(file.file, through: file.temporary, inPlaceOf: file.expected)
  }

  /// - Parameter present: The contents at the path.
  /// - Returns: The status of the new file; nil for a submodule.
  /// - Throws: Kind `editedDocuments` if another file is at the path. It stays there.
  func place(
    _ entry: TreeEntry, at path: TreePath, inPlaceOf expected: ExpectedFile,
    holding present: TreeEntry?
  ) throws(GitError) -> FileStatus? {
    try path.validateForTree()
    guard let file = try write(entry, at: path, inPlaceOf: expected, holding: present) else {
      return try placeOther(entry, at: path, inPlaceOf: expected, holding: present)
    }
    try sync().file(file.file.descriptor, path: path.description)
    return try place(file)
  }

  /// Puts a link or the directory of a submodule at a path.
  private func placeOther(
    _ entry: TreeEntry, at path: TreePath, inPlaceOf expected: ExpectedFile,
    holding present: TreeEntry?
  ) throws(GitError) -> FileStatus? {
    guard entry.mode == .symlink else {
      guard entry.mode == .submodule else {
        throw GitError(.invalid, "a directory is not a file", context: path.description)
      }
      try files.makeDirectory(path)
      return nil
    }
    defer { filters.noteChange(of: path) }
    try files.removeEmptyDirectory(path)
    let temporary = temporaryPath(for: entry, at: path, holding: present)
    try makeLink(temporary, to: entry.id)
    try files.place(temporary, at: path, inPlaceOf: expected)
    guard case .link(let status) = try files.presence(of: path) else { return nil }
    return status
  }

  private func temporaryPath(
    for entry: TreeEntry, at path: TreePath, holding present: TreeEntry?
  ) -> String {
    replacementDirectory + Replacement(of: path, from: present?.id, to: entry.id).fileName
  }

  private func fileContents(of id: ObjectID, at path: TreePath) throws(GitError) -> [UInt8] {
    let bytes = try repository.blob(id)
    if let conversion = try conversion(at: path) { return try conversion.smudged(bytes) }
    guard try filters.mayApply(to: path, in: index) else { return bytes }
    return try repository.filtered(bytes, at: path, toward: GIT_FILTER_TO_WORKTREE)
  }

  private func makeLink(_ path: String, to id: ObjectID) throws(GitError) {
    let target = try repository.blob(id)
    let text = (target + [0]).map(CChar.init(bitPattern:))
    if let failure = target.contains(0) ? .invalidArgument : symlink(text, at: path) {
      throw .system("symlink", path: path, failure)
    }
  }
}
