/// The files of a work tree. No symbolic link is followed on the way to them.
public final class WorkTreeFiles {
  /// The work tree's directory, with a slash at its end.
  let root: String
  /// The directory that was used last: the next file is likely to be in it too.
  private var last: OpenDirectory?
  /// The directory that was last found missing, until something is created. No path in it exists either.
  private var absent: TreePath?

  /// Creates the files of a work tree.
  ///
  /// - Parameter root: Its directory.
  public init(root: String) { self.root = root.hasSuffix("/") ? root : root + "/" }

  /// The kind of file at a path.
  enum Presence {
    case missing
    /// A part of the path before its end is not a directory.
    case blocked(by: TreePath)
    case directory
    case file(FileStatus)
    case link(FileStatus)
    /// A socket or a device: never touched.
    case special

    /// The file that a replacement expects at the path.
    var expected: ExpectedFile {
      switch self {
      case .file(let status), .link(let status): .file(status)
      case .missing: .none
      case .blocked, .directory, .special: .any
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
      if status.type != .directory { return .blocked(by: parent) }
    }
    guard let status = try status(of: path) else { return .missing }
    switch status.type {
    case .directory: return .directory
    case .regular: return .file(status)
    case .symbolicLink: return .link(status)
    default: return .special
    }
  }

  func location(of path: TreePath) -> [CChar] {
    (Array(root.utf8) + path.bytes + [0]).map(CChar.init(bitPattern:))
  }

  func status(of path: TreePath) throws(GitError) -> FileStatus? {
    try found("lstat", path: path.description, FileStatus(link: location(of: path)))
  }

  static func target(ofLinkAt location: [CChar]) throws(GitError) -> [UInt8] {
    let path = location.dropLast().lazy.map(UInt8.init(bitPattern:))
    return try called("readlink", path: String(decoding: path, as: UTF8.self), readlink(location))
  }

  /// All files under a directory. Links are not followed.
  func files(under directory: TreePath) -> [TreePath] {
    let location = String(decoding: Array(root.utf8) + directory.bytes, as: UTF8.self)
    return Files.names(in: location).flatMap { name -> [TreePath] in
      let path = directory.appending(Array(name.utf8))
      let isDirectory = if case .directory? = try? presence(of: path) { true } else { false }
      return isDirectory ? files(under: path) : [path]
    }
  }

  /// Removes a file or link, and the directories that become empty.
  func remove(_ path: TreePath) throws(GitError) {
    try withParent(of: path, creating: false) { (parent, name) throws(GitError) in
      var failure = unlink(name, in: parent)
      if failure == .notPermitted { failure = rmdir(name, in: parent) }
      guard let failure, failure != .noSuchFileOrDirectory, failure != .isDirectory,
        failure != .directoryNotEmpty
      else { return }
      throw .system("unlinkat", path: path.description, failure)
    }
    last = nil
    removeEmptyParents(of: path)
  }

  /// Creates the empty directory of a submodule.
  func makeDirectory(_ path: TreePath) throws(GitError) {
    try withParent(of: path, creating: true) { (parent, name) throws(GitError) in
      if let failure = mkdir(name, in: parent), failure != .fileExists {
        throw .system("mkdirat", path: path.description, failure)
      }
    }
  }

  /// Removes a directory that holds nothing but empty directories. Links are not followed.
  ///
  /// It is no error if it holds a file: then it stays.
  func removeEmptyDirectory(_ directory: TreePath) throws(GitError) {
    guard case .directory = try presence(of: directory) else { return }
    for name in Files.names(in: String(decoding: Array(root.utf8) + directory.bytes, as: UTF8.self))
    {
      try removeEmptyDirectory(directory.appending(Array(name.utf8)))
    }
    try withParent(of: directory, creating: false) { (parent, name) throws(GitError) in
      if let failure = rmdir(name, in: parent), failure != .directoryNotEmpty,
        failure != .fileExists
      {
        throw .system("unlinkat", path: directory.description, failure)
      }
    }
    last = nil
  }

  private func removeEmptyParents(of path: TreePath) {
    var parent = path.parent
    while !parent.isRoot, rmdir(location(of: parent)) == nil { parent = parent.parent }
  }

  func withParent(
    of path: TreePath, creating: Bool, _ body: (Int32, [CChar]) throws(GitError) -> Void
  ) throws(GitError) {
    guard let parent = try directory(at: path.parent, creating: creating) else { return }
    try body(parent.descriptor, Self.cString(path.name))
  }

  /// The directory that holds a path, created if it is missing.
  func parent(of path: TreePath) throws(GitError) -> OpenDirectory {
    guard let parent = try directory(at: path.parent, creating: true) else {
      throw GitError(.notFound, "there is no such directory", context: path.parent.description)
    }
    return parent
  }

  /// Opens a directory, one part of the path at a time; nil if there is none. A symbolic link on the way is an error.
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

  static func cString(_ name: ArraySlice<UInt8>) -> [CChar] {
    (name + [0]).map(CChar.init(bitPattern:))
  }
}

/// An open directory of a work tree.
final class OpenDirectory {
  let path: TreePath
  let descriptor: Int32

  /// Opens the root of a work tree.
  convenience init(_ root: String) throws(GitError) {
    self.init(try called("open", path: root, open(root, .readOnly, .directory)), at: .root)
  }

  private init(_ descriptor: Int32, at path: TreePath) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens the subdirectory of that name; nil if there is none and none is to be created.
  func directory(
    _ name: [CChar], at path: TreePath, creating: Bool
  ) throws(GitError) -> OpenDirectory? {
    do throws(SystemFailure) {
      return OpenDirectory(
        try open(name, .readOnly, [.directory, .noFollow], in: descriptor), at: path)
    } catch {
      if !creating, error.isMissing { return nil }
      guard creating, error == .noSuchFileOrDirectory else {
        throw .system("openat", path: path.description, error)
      }
    }
    if let failure = mkdir(name, in: descriptor), failure != .fileExists {
      throw .system("mkdirat", path: path.description, failure)
    }
    let next = try called(
      "openat", path: path.description,
      open(name, .readOnly, [.directory, .noFollow], in: descriptor))
    return OpenDirectory(next, at: path)
  }
}

extension TreePath {
  /// True if this is the path of a `.gitattributes` file.
  var isAttributes: Bool { name.elementsEqual(".gitattributes".utf8) }

  var cString: [CChar] { (bytes + [0]).map(CChar.init(bitPattern:)) }
}
