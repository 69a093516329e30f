import CLibgit2

extension LocalRepository {
  /// The unmerged paths of the index with their stages 1 to 3, ordered by path; none in a bare repository.
  public func conflicts() throws(GitError) -> [TreeMerge.Diverged] {
    let index = try currentIndex()
    return index.unmergedPaths.map { path in
      let stages = index.stages(at: path)
      return TreeMerge.Diverged(path: path, base: stages[1], ours: stages[2], theirs: stages[3])
    }
  }

  /// The entry of the index for a path; nil if there is none or the path is unmerged.
  public func indexEntry(at path: TreePath) throws(GitError) -> TreeEntry? {
    try currentIndex().entry(at: path)?.value
  }

  /// Stores the file at a path of the work tree as a blob, filters applied, and returns its entry. The index does not
  /// change.
  ///
  /// - Returns: The entry; nil if there is no file or link, or only behind a symbolic link. For a file that a sparse
  ///   checkout leaves out, the entry of the index.
  /// - Throws: Kind `bare` without a work tree; `unsupported` if git cannot hold such a file.
  public func storeWorkTreeFile(at path: TreePath) throws(GitError) -> TreeEntry? {
    guard let workTreePath else {
      throw GitError(.bare, "the repository has no work tree", context: gitDirectory)
    }
    let files = WorkTreeFiles(root: workTreePath)
    let mode: FileMode
    switch try files.presence(of: path) {
    case .link:
      let target = try WorkTreeFiles.target(ofLinkAt: files.location(of: path))
      return TreeEntry(mode: .symlink, id: try writeBlob(target))
    case .file(let status): mode = try fileMode(of: status, at: path)
    case .special:
      throw GitError(
        .unsupported, "this is a named pipe, a socket or a device, not a file: move it away",
        context: path.description)
    case .missing, .blocked: return try entryLeftOut(at: path)
    case .directory: return nil
    }
    if mode.isRegularFile, let conversion = try conversion(at: path) {
      return TreeEntry(mode: mode, id: try writeBlob(conversion.cleaned()))
    }
    guard let bytes = try files.read(path) else { return nil }
    return TreeEntry(
      mode: mode, id: try writeBlob(filtered(bytes, at: path, toward: GIT_FILTER_TO_ODB)))
  }

  /// Creates the blob that git would store once these bytes of a user were in the file at a path: a filter driver's
  /// `smudge` writes it, and its `clean` reads it. The bytes themselves are not stored. Without a driver, the blob has
  /// these bytes.
  ///
  /// - Throws: Kind `filter` if a driver fails that is required.
  public func writeCleanedBlob(
    _ bytes: [UInt8], at path: TreePath, after predecessor: ObjectID? = nil
  ) throws(GitError) -> ObjectID {
    guard try hasFilterDrivers, let conversion = try conversion(at: path), conversion.driver != nil
    else { return try writeBlob(bytes, after: predecessor) }
    return try writeBlob(conversion.cleaned(conversion.smudged(bytes)), after: predecessor)
  }

  private var hasFilterDrivers: Bool {
    get throws(GitError) {
      try !settings.entries(of: "filter", named: ["clean", "process"]).isEmpty
    }
  }

  /// The conversion that git must make of the file at a path; nil if there is none.
  func conversion(at path: TreePath) throws(GitError) -> FileConversion? {
    try FileConversion(at: path, in: self) { path throws(GitError) in
      try indexEntry(at: path) != nil
    }
  }

  /// The entry of the index for a file that it leaves out (`skip-worktree`), as in a sparse checkout; nil for any other path.
  private func entryLeftOut(at path: TreePath) throws(GitError) -> TreeEntry? {
    guard let entry = try currentIndex().entry(at: path), entry.skipsWorkTree else { return nil }
    return entry.value
  }

  /// The paths that the index leaves out, as those of a sparse checkout.
  func pathsLeftOut() throws(GitError) -> Set<TreePath> { try currentIndex().pathsLeftOut }

  /// The mode of a file. If the file system keeps no execute bits or links, the index tells.
  private func fileMode(
    of status: FileStatus, at path: TreePath
  ) throws(GitError) -> FileMode {
    let known = try indexEntry(at: path)?.mode
    if known == .symlink, try settings.bool("core.symlinks") == false { return .symlink }
    if try settings.bool("core.fileMode") == false {
      return known.flatMap { $0.isRegularFile ? $0 : nil } ?? .file
    }
    return status.permissions.contains(.ownerExecute) ? .executable : .file
  }

  /// The index, which is read again only if the file is another one.
  private func currentIndex() throws(GitError) -> IndexFile {
    let path = gitDirectory + "index"
    let status = try? FileStatus(path)
    if let (known, index) = knownIndex, let status, status.isSame(as: known),
      status.modified == known.modified, status.size == known.size
    {
      return index
    }
    let index = try IndexFile(of: path)
    try index.verifyChecksum()
    knownIndex = status.map { ($0, index) }
    return index
  }
}
