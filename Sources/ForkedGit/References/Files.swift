import Glibc

/// Operations on whole files of the git directory.
enum Files {
  /// Creates a file that must not exist yet.
  static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o666, sync: DiskSync = .none
  ) throws(GitError) {
    let descriptor = try create(path, mode: mode)
    do throws(GitError) {
      try write(bytes, to: descriptor, path: path)
      try sync.file(descriptor, path: path)
    } catch {
      close(descriptor)
      unlink(path)
      throw error
    }
    close(descriptor)
  }

  /// Opens a file for writing that must not exist yet.
  static func create(_ path: String, mode: UInt32) throws(GitError) -> Int32 {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system("open", path: path) }
    SharedAccess.adjust(path, descriptor)
    return descriptor
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(GitError) {
    try write(bytes[...], to: descriptor, path: path)
  }

  static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String
  ) throws(GitError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { ForkedGit.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw .system("write", path: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Appends bytes to a file, in one piece.
  static func append(_ bytes: [UInt8], to path: String) throws(GitError) {
    let descriptor = open(path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("open", path: path) }
    defer { close(descriptor) }
    SharedAccess.adjust(path, descriptor)
    try write(bytes, to: descriptor, path: path)
  }

  /// Reads a file; nil if there is none.
  ///
  /// - Parameter offset: The number of bytes to skip at the start.
  static func read(_ path: String, from offset: Int = 0) throws(GitError) -> [UInt8]? {
    // A named pipe at the path must not block until another process writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, [ENOENT, ENOTDIR].contains(errno) { return nil }
    guard descriptor >= 0 else { throw .system("open", path: path) }
    defer { close(descriptor) }
    if offset > 0 { lseek(descriptor, offset, SEEK_SET) }
    return try rest(of: descriptor, path: path, from: offset)
  }

  /// Reads an open file from its present place, `offset`, to its end.
  static func rest(
    of descriptor: Int32, path: String, from offset: Int = 0
  ) throws(GitError) -> [UInt8] {
    let size = (try? FileStatus(descriptor)).map { Int($0.size) } ?? 0
    var result = try readPart(of: descriptor, upTo: max(0, size - offset), path: path)
    while true {
      let part = try part(of: descriptor, path: path)
      if part.isEmpty { return result }
      result += part
    }
  }

  /// The next part of an open file; empty at its end.
  static func part(of descriptor: Int32, path: String) throws(GitError) -> [UInt8] {
    try readPart(of: descriptor, upTo: 1 << 16, path: path)
  }

  /// Reads the given number of bytes, or all that are left.
  private static func readPart(
    of descriptor: Int32, upTo limit: Int, path: String
  ) throws(GitError) -> [UInt8] {
    var failure: GitError?
    let part = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      preferHugePages(UnsafeMutableRawBufferPointer(buffer))
      while count < limit {
        let read = ForkedGit.read(descriptor, buffer.baseAddress.map { $0 + count }, limit - count)
        if read < 0 { failure = .system("read", path: path) }
        if read <= 0 { return }
        count += read
      }
    }
    if let failure { throw failure }
    return part
  }

  /// Asks for fresh memory in large pages: otherwise the system makes it available in pieces of 4 KB, which takes as
  /// long as reading a file into it.
  private static func preferHugePages(_ buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count >= 2 * hugePage, let start = buffer.baseAddress else { return }
    let first = start.alignedUp(toMultipleOf: hugePage)
    let last = (start + buffer.count).alignedDown(toMultipleOf: hugePage)
    madvise(first, first.distance(to: last), MADV_HUGEPAGE)
  }

  private static let hugePage = 2 << 20

  /// Removes a file. It is no error if there is none.
  static func remove(_ path: String) throws(GitError) {
    if unlink(path) != 0, errno != ENOENT { throw .system("unlink", path: path) }
  }

  static func areOnOneFileSystem(_ one: String, _ other: String) -> Bool {
    guard let device = (try? FileStatus(one))?.deviceID else { return false }
    return (try? FileStatus(other))?.deviceID == device
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

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
    var isMade = mkdir(parent, 0o777) == 0
    if !isMade, errno == ENOENT {
      try makeParent(of: parent, sync: sync)
      isMade = mkdir(parent, 0o777) == 0
    }
    guard isMade || errno == EEXIST else { throw .system("mkdir", path: parent) }
    if isMade {
      SharedAccess.adjust(parent)
      try sync.directory(of: parent)
    }
    return isMade
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
      if path.hasSuffix("/" + root) || rmdir(String(path)) != 0 { return }
    }
  }

  /// The names in a directory; none if there is no such directory.
  static func names(in path: String) -> [String] { entries(in: path).map(\.name) }

  /// The entries of a directory; none if there is no such directory.
  static func entries(in path: String) -> [(name: String, isDirectory: Bool)] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var entries: [(name: String, isDirectory: Bool)] = []
    while let entry = readdir(directory) {
      let kind = entry.pointee.d_type
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append((name, kind == DT_DIR || kind == DT_UNKNOWN && isDirectory(path + "/" + name)))
    }
    return entries
  }

  /// True if the path is a directory. Not every file system tells the kind of a directory's entries.
  static func isDirectory(_ path: String) -> Bool {
    (try? FileStatus(link: path))?.type == .directory
  }
}
