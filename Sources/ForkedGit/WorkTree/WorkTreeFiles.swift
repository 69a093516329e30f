import CLibgit2
import Glibc

/// The files of a work tree, reached without following a symbolic link on the way.
final class WorkTreeFiles {
  /// The work tree's directory, with a slash at its end.
  let root: String
  /// The directory that was needed last: the next file is likely to stand in it too.
  private var last: OpenDirectory?
  /// The directory that was missed last, until something is made: what could stand in it is not there either.
  private var absent: TreePath?

  init(root: String) { self.root = root }

  /// What stands at a path.
  enum Presence {
    case missing
    /// Something on the way is no directory.
    case blocked(by: TreePath)
    case directory
    case file(stat)
    case link(stat)
    /// A socket, a device: never touched.
    case special

    /// The answer of the file system about a file or link.
    var status: stat? {
      switch self {
      case .file(let status), .link(let status): status
      case .missing, .blocked, .directory, .special: nil
      }
    }
  }

  func presence(of path: TreePath) throws(GitError) -> Presence {
    if let absent, path.isWithin(absent) { return .missing }
    let components = path.components
    for count in 1..<max(components.count, 1) {
      let parent = TreePath(bytes: Array(components[..<count].joined(separator: [47])))
      guard let status = try status(of: parent) else {
        absent = parent
        return .missing
      }
      if status.st_mode & S_IFMT != S_IFDIR { return .blocked(by: parent) }
    }
    guard let status = try status(of: path) else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFREG: return .file(status)
    case S_IFLNK: return .link(status)
    default: return .special
    }
  }

  func location(of path: TreePath) -> [CChar] {
    (Array(root.utf8) + path.bytes + [0]).map(CChar.init(bitPattern:))
  }

  private func status(of path: TreePath) throws(GitError) -> stat? {
    var status = stat()
    if lstat(location(of: path), &status) == 0 { return status }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system("lstat", path: path.description)
  }

  func target(ofLink path: TreePath) throws(GitError) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(location(of: path), &buffer, buffer.count)
    guard count >= 0 else { throw .system("readlink", path: path.description) }
    return buffer[..<count].map(UInt8.init(bitPattern:))
  }

  /// All files under a directory, links not followed.
  func files(under directory: TreePath) -> [TreePath] {
    let location = String(decoding: Array(root.utf8) + directory.bytes, as: UTF8.self)
    return Files.names(in: location).flatMap { name -> [TreePath] in
      let path = directory.appending(Array(name.utf8))
      let isDirectory = if case .directory? = try? presence(of: path) { true } else { false }
      return isDirectory ? files(under: path) : [path]
    }
  }

  /// Removes a file or link and the directories that are empty then.
  func remove(_ path: TreePath) throws(GitError) {
    try withParent(of: path, creating: false) { (parent, name) throws(GitError) in
      guard unlinkat(parent, name, 0) != 0 else { return }
      switch errno {
      case ENOENT: return
      case EISDIR,
        EPERM where unlinkat(parent, name, AT_REMOVEDIR) == 0:
        return
      case EISDIR, ENOTEMPTY: return
      default: throw .system("unlinkat", path: path.description)
      }
    }
    last = nil
    removeEmptyParents(of: path)
  }

  /// Makes the empty directory of a submodule.
  func makeDirectory(_ path: TreePath) throws(GitError) {
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      if mkdirat(parent, name, 0o777) != 0, errno != EEXIST {
        throw .system("mkdirat", path: path.description)
      }
    }
  }

  private func removeEmptyParents(of path: TreePath) {
    var parent = path.parent
    while !parent.isRoot, rmdir(location(of: parent)) == 0 { parent = parent.parent }
  }

  private func withParent(
    of path: TreePath, creating: Bool, _ body: (Int32, [CChar]) throws(GitError) -> Void
  ) throws(GitError) {
    guard let parent = try directory(at: path.parent, creating: creating) else { return }
    try body(parent.descriptor, Self.cString(path.name))
  }

  /// Opens a directory, part by part: a symbolic link is an error, not a way. Nil where there is none.
  private func directory(
    at path: TreePath, creating: Bool
  ) throws(GitError) -> OpenDirectory? {
    if creating { absent = nil }
    if let last, last.path == path { return last }
    var directory = try OpenDirectory(root)
    for name in path.components {
      guard let next = try directory.directory(Self.cString(name), at: path, creating: creating)
      else { return nil }
      directory = next
    }
    last = directory
    return directory
  }

  private static func cString(_ name: ArraySlice<UInt8>) -> [CChar] {
    (name + [0]).map(CChar.init(bitPattern:))
  }
}

extension WorkTreeFiles {
  /// Puts a file with these bytes where nothing stands: who looks sees no file, or all of it.
  ///
  /// - Returns: What the file system says of it; nil where something stands there, or the file system has no files
  ///   without names: nothing was done then.
  func create(
    _ bytes: [UInt8], mode: mode_t, at path: TreePath
  ) throws(GitError) -> stat? {
    var made: stat?
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      guard let file = UnnamedFile(in: parent, mode: mode) else { return }
      defer { close(file.descriptor) }
      try Files.write(bytes, to: file.descriptor, path: path.description)
      guard file.link(as: name, in: parent) == 0 else { return }
      var status = stat()
      guard fstat(file.descriptor, &status) == 0 else {
        throw .system("fstat", path: path.description)
      }
      made = status
    }
    return made
  }

  /// Puts a file with these bytes in the place of the one that stands there, if any: who opens it sees the old one or
  /// the new one, whole.
  ///
  /// - Parameters:
  ///   - temporary: a path outside of the work tree that the file may have for a moment.
  ///   - known: as ``place(_:at:inPlaceOf:)`` has it.
  /// - Returns: What the file system says of it.
  func write(
    _ bytes: [UInt8], mode: mode_t, at path: TreePath, through temporary: String,
    inPlaceOf known: stat?
  ) throws(GitError) -> stat {
    var status = stat()
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      let file = try UnnamedFile(in: parent, mode: mode, elseAt: temporary)
      defer { close(file.descriptor) }
      try Files.write(bytes, to: file.descriptor, path: temporary)
      var cause = file.link(as: temporary)
      if cause == EEXIST {
        unlink(temporary)
        cause = file.link(as: temporary)
      }
      guard cause == 0 else { throw .system("linkat", path: temporary, errno: cause) }
      guard try Self.place(temporary, parent, name, inPlaceOf: known) else { throw .edited([path]) }
      guard fstat(file.descriptor, &status) == 0 else {
        throw .system("fstat", path: path.description)
      }
    }
    return status
  }

  /// Puts a finished file or link in its place.
  ///
  /// - Parameter known: What the file system says of the file that is replaced; nil: whatever stands there is.
  /// - Throws: kind `editedDocuments` where another file stood there, which stands there again.
  func place(
    _ temporary: String, at path: TreePath, inPlaceOf known: stat?
  ) throws(GitError) {
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      guard try Self.place(temporary, parent, name, inPlaceOf: known) else { throw .edited([path]) }
    }
  }

  /// In exchange for what stands there, which is removed then: where a name is taken over by renaming, file systems
  /// write the new file to the disk at once, each by itself.
  ///
  /// - Returns: Whether that was what was known; else it stands there again.
  private static func place(
    _ temporary: String, _ parent: Int32, _ name: [CChar], inPlaceOf known: stat?
  ) throws(GitError) -> Bool {
    if fork_exchange(temporary, parent, name) == 0 {
      var displaced = stat()
      if let known, lstat(temporary, &displaced) == 0, !isUnchanged(displaced, since: known),
        fork_exchange(temporary, parent, name) == 0
      {
        unlink(temporary)
        return false
      }
      if unlink(temporary) == 0 { return true }
      let failure = GitError.system("unlink", path: temporary)
      // No file stood there.
      _ = fork_exchange(temporary, parent, name)
      throw failure
    }
    guard renameat(AT_FDCWD, temporary, parent, name) == 0 else {
      throw .system("renameat", path: temporary)
    }
    return true
  }

  /// Taking a file's name away changes its status, but not its contents' time.
  private static func isUnchanged(_ status: stat, since known: stat) -> Bool {
    status.st_ino == known.st_ino && status.st_size == known.st_size
      && status.st_mtim.tv_sec == known.st_mtim.tv_sec
      && status.st_mtim.tv_nsec == known.st_mtim.tv_nsec
  }
}

/// A directory of a work tree, open.
private final class OpenDirectory {
  let path: TreePath
  let descriptor: Int32

  /// A work tree's own.
  convenience init(_ root: String) throws(GitError) {
    let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path: root) }
    self.init(descriptor, at: .root)
  }

  private init(_ descriptor: Int32, at path: TreePath) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// The one of that name in it; nil where there is none.
  func directory(
    _ name: [CChar], at path: TreePath, creating: Bool
  ) throws(GitError) -> OpenDirectory? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var next = openat(descriptor, name, flags)
    if next < 0, creating, errno == ENOENT {
      if mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST {
        throw .system("mkdirat", path: path.description)
      }
      next = openat(descriptor, name, flags)
    }
    if next < 0, !creating, errno == ENOENT || errno == ENOTDIR { return nil }
    guard next >= 0 else { throw .system("openat", path: path.description) }
    return OpenDirectory(next, at: path)
  }
}

extension TreePath {
  /// True if this is a file that says how the files around it are filtered.
  var isAttributes: Bool { name.elementsEqual(".gitattributes".utf8) }

  var cString: [CChar] { (bytes + [0]).map(CChar.init(bitPattern:)) }
}
