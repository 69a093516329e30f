/// Files that the repository's own settings are in, such as `.gitattributes` and schemas.
///
/// A repository comes from anyone, and a link in it may lead to any file of the user. So it is neither read nor written
/// through.
extension WorkTreeFiles {
  /// The contents of a file; nil if there is none.
  ///
  /// - Throws: Kind `unsupported` if a symbolic link is at the path or on the way to it; `invalidPath` for a path that
  ///   could leave the work tree.
  public func read(_ path: TreePath) throws(GitError) -> [UInt8]? {
    guard case .file = try presenceWithoutLinks(of: path) else { return nil }
    var bytes: [UInt8]?
    try withParent(of: path, creating: false) { (parent, name) throws(GitError) in
      // A named pipe that came meanwhile must not block.
      let descriptor = try called(
        "openat", path: path.description,
        open(name, .readOnly, [.noFollow, .nonBlocking], in: parent))
      defer { close(descriptor) }
      bytes = try Files.rest(of: descriptor, path: path.description)
    }
    return bytes
  }

  fileprivate func presenceWithoutLinks(of path: TreePath) throws(GitError) -> Presence {
    try path.validateForTree()
    let found = try presence(of: path)
    switch found {
    case .link: throw .linked(path, in: root)
    case .blocked(let obstacle):
      if case .link = try presence(of: obstacle) { throw .linked(obstacle, in: root) }
      return found
    case .missing, .directory, .file, .special: return found
    }
  }
}

extension LocalRepository {
  /// The entry of a file of settings in a tree; nil if there is none.
  ///
  /// - Throws: Kind `unsupported` if a symbolic link is at the path or on the way to it.
  public func entryWithoutLinks(
    at path: TreePath, in tree: ObjectID
  ) throws(GitError) -> TreeEntry? {
    let parent = path.parent
    if !parent.isRoot, try entryWithoutLinks(at: parent, in: tree)?.mode != .tree { return nil }
    let entry = try entry(at: path, in: tree)
    if entry?.mode == .symlink { throw .linked(path, in: "") }
    return entry
  }

  /// Verifies that a path of the work tree leads through no symbolic link, and to none.
  ///
  /// - Throws: Kind `unsupported` if it does; `bare` without a work tree.
  public func refuseLink(at path: TreePath) throws(GitError) {
    _ = try WorkTreeFiles(root: requireWorkTree()).presenceWithoutLinks(of: path)
  }

  /// Replaces a file of the work tree, or creates it and the directories of its path. The index does not change.
  ///
  /// - Parameters:
  ///   - bytes: The new contents; nil to remove the file, and its directory if that becomes empty.
  ///   - old: The contents that the caller saw; nil: there was no such file.
  /// - Throws: Kind `unsupported` if a symbolic link is in the way; `editedDocuments` if the file has other contents
  ///   now; `bare` without a work tree; `io` or `permission`. The old file stands then.
  public func replaceWorkTreeFile(
    at path: TreePath, _ old: [UInt8]?, with bytes: [UInt8]?
  ) throws(GitError) {
    let root = try requireWorkTree()
    let files = WorkTreeFiles(root: root)
    guard try files.read(path) == old else { throw .edited([path]) }
    guard let bytes else { return try files.remove(path) }
    let (mode, expected) = try files.modeAndExpectation(at: path)
    let place = Replacement.directory(ofWorkTree: root, gitDirectory: gitDirectory)
    let temporary = UnnamedFile.temporaryName(place)
    let new = try files.newFile(bytes, mode: mode, at: path, elseAt: temporary)
    try durability()(of: .looseObject).file(new.descriptor, path: path.description)
    _ = try files.place(new, through: temporary, inPlaceOf: expected)
  }
}

extension WorkTreeFiles {
  fileprivate func modeAndExpectation(
    at path: TreePath
  ) throws(GitError) -> (UInt32, ExpectedFile) {
    switch try presence(of: path) {
    case .file(let status): (status.modeBits & 0o777, .file(status))
    case let other: (0o666, other.expected)
    }
  }
}

extension GitError {
  static func linked(_ path: TreePath, in root: String) -> GitError {
    GitError(
      .unsupported,
      "this is a symbolic link, which may lead out of the repository, so it is not followed: "
        + "put a file or a directory there", context: root + path.description)
  }
}
