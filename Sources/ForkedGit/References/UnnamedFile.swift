import Glibc

/// A file that gets its name when it is complete. A process that is killed before leaves nothing behind.
///
/// On file systems without such files, it has a temporary name from the start. Source: open(2), `O_TMPFILE`.
struct UnnamedFile {
  let descriptor: Int32
  private let temporary: String?

  /// `O_TMPFILE`, which is hidden without `_GNU_SOURCE`.
  private static let flag: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Creates a file near a path.
  ///
  /// - Parameters:
  ///   - path: The file's later neighbor or name.
  ///   - temporary: The temporary name, if one is needed; nil for one that git does not take for a ref.
  init(
    beside path: String, mode: UInt32 = 0o666, elseAt temporary: String? = nil
  ) throws(GitError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { String(path[...$0]) } ?? "."
    let unnamed = open(directory, Self.flag | O_RDWR | O_CLOEXEC, mode)
    if unnamed >= 0, access(Self.link(to: unnamed), F_OK) == 0 {
      descriptor = unnamed
      self.temporary = nil
      SharedAccess.adjust(directory, unnamed)
      return
    }
    if unnamed >= 0 { close(unnamed) }
    let name = temporary ?? Self.temporaryName(path)
    descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system("open", path: name) }
    self.temporary = name
    SharedAccess.adjust(directory, descriptor)
  }

  /// Creates a file without a name; nil if the file system has no such files.
  ///
  /// - Parameter directory: The directory that will hold the file: the file system then allocates it there from the
  ///   start.
  init?(in directory: Int32, mode: UInt32) {
    descriptor = openat(directory, ".", Self.flag | O_RDWR | O_CLOEXEC, mode)
    temporary = nil
    if descriptor < 0 { return nil }
  }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - directory: The directory that will hold the file.
  ///   - path: The temporary name, if one is needed.
  init(in directory: Int32, mode: UInt32, elseAt path: String) throws(GitError) {
    if let unnamed = UnnamedFile(in: directory, mode: mode) {
      self = unnamed
      return
    }
    unlink(path)
    descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .system("open", path: path) }
    temporary = path
  }

  /// Gives the file a name that does not exist yet.
  ///
  /// - Returns: 0, or `errno`.
  func link(as path: String) -> Int32 {
    if temporary == path { return 0 }
    if let temporary { return ForkedGit.link(temporary, path) == 0 ? 0 : errno }
    let made = linkat(AT_FDCWD, Self.link(to: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW)
    return made == 0 ? 0 : errno
  }

  /// Gives a file without a name one that does not exist yet in a directory.
  ///
  /// - Returns: 0, or `errno`.
  func link(as name: [CChar], in directory: Int32) -> Int32 {
    let made = linkat(AT_FDCWD, Self.link(to: descriptor), directory, name, AT_SYMLINK_FOLLOW)
    return made == 0 ? 0 : errno
  }

  /// Puts the file in place of another.
  ///
  /// - Parameter neighbour: a file beside which it has a name for a moment; nil: the one that it replaces.
  func replace(_ path: String, through neighbour: String? = nil) throws(GitError) {
    let name = temporary ?? Self.temporaryName(neighbour ?? path)
    if temporary == nil, case let cause = link(as: name), cause != 0 {
      throw .system("linkat", path: path, SystemFailure(rawValue: cause))
    }
    guard rename(name, path) == 0 else {
      let failure = GitError.system("rename", path: path)
      unlink(name)
      throw failure
    }
  }

  /// Writes a file of derived data, in place of an older one. It is not synced: nothing depends on it.
  static func replace(_ path: String, by bytes: [UInt8]) throws(GitError) {
    try Files.makeParent(of: path)
    let file = try UnnamedFile(beside: path)
    defer { close(file.descriptor) }
    try Files.write(bytes, to: file.descriptor, path: path)
    try file.replace(path)
  }

  /// Removes the temporary name, if the file has one.
  func forgetName() {
    if let temporary { unlink(temporary) }
  }

  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// A new temporary name. git takes no file that ends with `.lock` for a ref. The name is shorter than the lock of a
  /// name of the largest length that file systems allow.
  static func temporaryName(_ path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { path[...$0] } ?? ""
    return "\(directory)\(prefix)\(getpid())-\(UInt32.random(in: 0 ... .max)).lock"
  }

  private static let prefix = ".fork-"

  /// The files in a directory that killed processes of this program left with temporary names.
  static func abandoned(in directory: String) -> [String] {
    Files.names(in: directory).filter(isAbandoned).map { directory + "/" + $0 }
  }

  /// True if a name is the temporary name of a killed process.
  static func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix(prefix),
      let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" })
    else { return false }
    return isGone(process)
  }

  /// True if a process has ended, even if it is still listed because its parent has not waited for it. Source: proc(5),
  /// `stat`.
  private static func isGone(_ process: pid_t) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    let status = try? Files.read("/proc/\(process)/stat")
    guard let status, let name = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return status[name...].dropFirst(2).first == UInt8(ascii: "Z")
  }
}
