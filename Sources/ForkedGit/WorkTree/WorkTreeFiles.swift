import Glibc

/// The files of a work tree, reached without following a symbolic link on the way.
struct WorkTreeFiles {
  /// The work tree's directory, with a slash at its end.
  let root: String

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
  }

  func presence(of path: TreePath) throws(GitError) -> Presence {
    let components = path.components
    for count in 1..<max(components.count, 1) {
      let parent = TreePath(bytes: Array(components[..<count].joined(separator: [47])))
      guard let status = try status(of: parent) else { return .missing }
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

  /// Puts a finished file in its place, at once.
  func place(_ temporary: String, at path: TreePath) throws(GitError) {
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      guard renameat(AT_FDCWD, temporary, parent, name) == 0 else {
        throw .system("renameat", path: path.description)
      }
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

  /// Opens the directory that holds a path, part by part: a symbolic link is an error, not a way.
  private func withParent(
    of path: TreePath, creating: Bool, _ body: (Int32, [CChar]) throws(GitError) -> Void
  ) throws(GitError) {
    var descriptor = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path: root) }
    defer { close(descriptor) }
    for name in path.components.dropLast() {
      let name = Self.cString(name)
      if creating, mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST {
        throw .system("mkdirat", path: path.description)
      }
      let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if next < 0, !creating, errno == ENOENT || errno == ENOTDIR { return }
      guard next >= 0 else { throw .system("openat", path: path.description) }
      close(descriptor)
      descriptor = next
    }
    try body(descriptor, Self.cString(path.name))
  }

  private static func cString(_ name: ArraySlice<UInt8>) -> [CChar] {
    (name + [0]).map(CChar.init(bitPattern:))
  }
}

extension TreePath {
  var cString: [CChar] { (bytes + [0]).map(CChar.init(bitPattern:)) }
}
