/// A file that gets its name when it is complete. A process that is killed before leaves nothing behind.
///
/// On file systems without such files, it has a temporary name from the start. Source: open(2), `O_TMPFILE`.
struct UnnamedFile {
  let descriptor: Int32
  private let temporary: String?

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
    if let unnamed = try? openUnnamed(near: directory, mode: mode) {
      if Files.exists(descriptorPath(unnamed)) {
        descriptor = unnamed
        self.temporary = nil
        SharedAccess.adjust(directory, unnamed)
        return
      }
      close(unnamed)
    }
    let name = temporary ?? Self.temporaryName(path)
    descriptor = try Self.create(name, mode: mode)
    self.temporary = name
    SharedAccess.adjust(directory, descriptor)
  }

  /// Creates a file without a name; nil if the file system has no such files.
  ///
  /// - Parameter directory: The directory that will hold the file: the file system then allocates it there from the
  ///   start.
  init?(in directory: Int32, mode: UInt32) {
    guard let unnamed = try? openUnnamed(near: ".", mode: mode, in: directory) else { return nil }
    descriptor = unnamed
    temporary = nil
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
    descriptor = try Self.create(path, mode: mode)
    temporary = path
  }

  private static func create(_ path: String, mode: UInt32) throws(GitError) -> Int32 {
    try called("open", path: path, open(path, .readWrite, [.create, .exclusiveCreate], mode: mode))
  }

  /// Gives the file a name that does not exist yet.
  ///
  /// - Returns: The failure, if any.
  func link(as path: String) -> SystemFailure? {
    temporary == path ? nil : ForkedGit.link(temporary ?? descriptorPath(descriptor), path)
  }

  /// Gives a file without a name one that does not exist yet in a directory.
  ///
  /// - Returns: The failure, if any.
  func link(as name: [CChar], in directory: Int32) -> SystemFailure? {
    ForkedGit.link(descriptorPath(descriptor), name, in: directory)
  }

  /// Puts the file in place of another.
  ///
  /// - Parameter neighbour: a file beside which it has a name for a moment; nil: the one that it replaces.
  func replace(_ path: String, through neighbour: String? = nil) throws(GitError) {
    let name = temporary ?? Self.temporaryName(neighbour ?? path)
    if temporary == nil, let failure = link(as: name) {
      throw .system("linkat", path: path, failure)
    }
    if let failure = rename(name, path) {
      unlink(name)
      throw .system("rename", path: path, failure)
    }
  }

  /// Writes a file in place of an older one. It is not synced.
  ///
  /// - Parameters:
  ///   - mode: Its mode; nil: the usual one.
  ///   - neighbour: A file beside which it has a name for a moment; nil: the one that it replaces.
  static func replace(
    _ path: String, by bytes: [UInt8], mode: UInt32? = nil, through neighbour: String? = nil
  ) throws(GitError) {
    let file = try UnnamedFile(beside: neighbour ?? path)
    defer { close(file.descriptor) }
    do throws(GitError) {
      if let mode { chmod(file.descriptor, mode: mode) }
      try Files.write(bytes, to: file.descriptor, path: path)
    } catch {
      file.forgetName()
      throw error
    }
    try file.replace(path, through: neighbour)
  }

  /// Removes the temporary name, if the file has one.
  func forgetName() {
    if let temporary { unlink(temporary) }
  }

  /// A new temporary name. git takes no file that ends with `.lock` for a ref. The name is shorter than the lock of a
  /// name of the largest length that file systems allow.
  static func temporaryName(_ path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { path[...$0] } ?? ""
    return "\(directory)\(prefix)\(Machine.uniqueName()).lock"
  }

  private static let prefix = ".fork-"

  /// The files in a directory that killed processes of this program left with temporary names.
  static func abandoned(in directory: String) -> [String] {
    Files.names(in: directory).filter(isAbandoned).map { directory + "/" + $0 }
  }

  /// True if a name is the temporary name of a killed process.
  static func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix(prefix),
      let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
    else { return false }
    return Machine.hasEnded(process)
  }
}
