/// Operations on whole files of the git directory.
enum Files {
  /// Creates a file that must not exist yet. It is there whole, or not at all.
  static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, sync: DiskSync = .none
  ) throws(GitError) {
    let file = try UnnamedFile(for: path, mode: mode)
    try file.write(bytes)
    try sync.file(file.descriptor, path: path)
    if let failure = file.link(as: path) { throw .system("link", path: path, failure) }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(GitError) {
    try write(bytes[...], to: descriptor, path: path)
  }

  static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String
  ) throws(GitError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try called("write", path: path, ForkedGit.write(rest, to: descriptor))
      guard count > 0 else { throw .system("write", path: path, .ioError) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes bytes to what is at a path, which can't be replaced.
  fileprivate static func overwrite(_ path: String, with bytes: [UInt8]) throws(GitError) {
    let descriptor = try called("open", path: path, open(path, .writeOnly))
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path: path)
  }

  /// Appends bytes to a file, in one piece.
  static func append(_ bytes: [UInt8], to path: String) throws(GitError) {
    let descriptor = try called(
      "open", path: path, open(path, .writeOnly, [.create, .append], mode: 0o666))
    defer { close(descriptor) }
    SharedAccess.adjust(path, descriptor)
    try write(bytes, to: descriptor, path: path)
  }

  /// Reads a file; nil if there is none.
  ///
  /// - Parameter offset: The number of bytes to skip at the start.
  static func read(_ path: String, from offset: Int = 0) throws(GitError) -> [UInt8]? {
    guard let descriptor = try openIfThere(path) else { return nil }
    defer { close(descriptor) }
    if offset > 0 { seek(descriptor, to: offset) }
    return try rest(of: descriptor, path: path, from: offset)
  }

  /// Opens a file for reading; nil if there is none.
  static func openIfThere(_ path: String) throws(GitError) -> Int32? {
    // A named pipe at the path must not block until another process writes to it.
    try found("open", path: path, open(path, .readOnly, .nonBlocking))
  }

  /// Reads an open file from its present place, `offset`, to its end.
  static func rest(
    of descriptor: Int32, path: String, from offset: Int = 0
  ) throws(GitError) -> [UInt8] {
    let size = (try? FileStatus(descriptor)).map { Int($0.size) } ?? 0
    var result = try part(of: descriptor, upTo: max(0, size - offset), path: path)
    while true {
      let part = try part(of: descriptor, upTo: 1 << 16, path: path)
      if part.isEmpty { return result }
      result += part
    }
  }

  /// Reads the given number of bytes, or all that are left.
  private static func part(
    of descriptor: Int32, upTo limit: Int, path: String
  ) throws(GitError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count throws(GitError) in
      while count < limit {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = try called("read", path: path, ForkedGit.read(descriptor, into: rest))
        if read == 0 { return }
        count += read
      }
    }
  }

  /// Removes a file. It is no error if there is none.
  static func remove(_ path: String) throws(GitError) {
    if let failure = unlink(path), failure != .noSuchFileOrDirectory {
      throw .system("unlink", path: path, failure)
    }
  }

  static func areOnOneFileSystem(_ one: String, _ other: String) -> Bool {
    guard let device = (try? FileStatus(one))?.deviceID else { return false }
    return (try? FileStatus(other))?.deviceID == device
  }

  static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Creates the parent directory of a file, and those above it.
  ///
  /// - Parameter sync: The way to sync the names of new directories to the disk.
  /// - Returns: True if the parent directory was created.
  @discardableResult
  static func makeParent(of path: String, sync: DiskSync = .none) throws(GitError) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return false
    }
    let parent = String(path[..<slash])
    var failure = mkdir(parent)
    if failure == .noSuchFileOrDirectory {
      try makeParent(of: parent, sync: sync)
      failure = mkdir(parent)
    }
    if failure == .fileExists { return false }
    if let failure { throw .system("mkdir", path: parent, failure) }
    SharedAccess.adjust(parent)
    try sync.directory(of: parent)
    return true
  }

  /// Removes a directory that holds only empty directories; anything else stays.
  static func removeEmptyDirectories(_ path: String) {
    for name in names(in: path) { removeEmptyDirectories(path + "/" + name) }
    rmdir(path)
  }

  /// Removes the parent directories of a file that are empty, up to one whose path ends with `root`.
  static func removeEmptyParents(of path: String, below root: String) {
    var path = path[...]
    while let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
      if path.hasSuffix("/" + root) || rmdir(String(path)) != nil { return }
    }
  }

  /// The names in a directory; none if there is no such directory.
  static func names(in path: String) -> [String] { entries(in: path).map(\.name) }
}

/// Files that are replaced whole: nobody sees half of one.
public enum WholeFile {
  /// Puts a file in place of the one at a path, or of the one that a link there names; its mode stays. A device or a pipe gets
  /// the bytes, and stays.
  ///
  /// It has no name until it is whole, and then, for a moment, one beside `neighbour`.
  ///
  /// - Parameter neighbour: a file in a directory where the names that killed processes leave are looked for; on another
  ///   file system, or where it is not there, it does not count.
  /// - Throws: kind `io` or `permission`. The old file stands then.
  public static func replace(
    _ path: String, with bytes: [UInt8], through neighbour: String? = nil
  ) throws(GitError) {
    let target = resolved(path)
    let status = try? FileStatus(target)
    if let status, status.type != .regular { return try Files.overwrite(target, with: bytes) }
    let mode = status?.modeBits
    let place = neighbour.flatMap { isNear($0, target) ? $0 : nil } ?? target
    try UnnamedFile.replace(target, by: bytes, mode: mode, through: place)
  }

  /// A name can only move within a file system.
  private static func isNear(_ path: String, _ other: String) -> Bool {
    Files.exists(path)
      && Files.areOnOneFileSystem(Files.directory(of: path), Files.directory(of: other))
  }
}
