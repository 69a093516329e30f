/// A file that gets its name when it is complete. If its life or its process ends before, it leaves nothing behind.
///
/// On file systems without such files, it has a temporary name from the start. Source: open(2), `O_TMPFILE`.
final class UnnamedFile {
  /// The path that the file is for, or one beside it.
  let path: String
  let descriptor: Int32
  private var temporary: String?

  /// Creates a file for a path.
  ///
  /// - Parameter temporary: The temporary name, if one is needed; nil for one that git does not take for a ref.
  init(
    for path: String, mode: UInt32 = 0o666, elseAt temporary: String? = nil
  ) throws(GitError) {
    self.path = path
    let directory = Files.directory(of: path) + "/"
    if let unnamed = Self.unnamed(try? openUnnamed(near: directory, mode: mode)) {
      descriptor = unnamed
    } else {
      let name = temporary ?? Self.temporaryName(path)
      descriptor = try Self.create(name, mode: mode)
      self.temporary = name
    }
    SharedAccess.adjust(directory, descriptor)
  }

  /// Creates a file for an open directory: the file system then allocates it there from the start.
  ///
  /// - Parameters:
  ///   - path: The file's path, for errors.
  ///   - temporary: The temporary name, if one is needed. A file of that name is removed.
  init(
    for path: String, in directory: Int32, mode: UInt32, elseAt temporary: String
  ) throws(GitError) {
    self.path = path
    if let unnamed = Self.unnamed(try? openUnnamed(near: ".", mode: mode, in: directory)) {
      descriptor = unnamed
      return
    }
    unlink(temporary)
    descriptor = try Self.create(temporary, mode: mode)
    self.temporary = temporary
  }

  deinit {
    removeTemporaryName()
    close(descriptor)
  }

  /// Returns a file without a name; nil if it could not get one.
  private static func unnamed(_ descriptor: Int32?) -> Int32? {
    guard let descriptor else { return nil }
    if Files.exists(descriptorPath(descriptor)) { return descriptor }
    close(descriptor)
    return nil
  }

  private static func create(_ path: String, mode: UInt32) throws(GitError) -> Int32 {
    try called("open", path: path, open(path, .readWrite, [.create, .exclusiveCreate], mode: mode))
  }

  private func removeTemporaryName() {
    if let temporary { unlink(temporary) }
    temporary = nil
  }

  func write(_ bytes: [UInt8]) throws(GitError) {
    try Files.write(bytes, to: descriptor, path: path)
  }

  /// Gives the file a name that does not exist yet, or that is its temporary one.
  ///
  /// - Returns: The failure, if any.
  func link(as name: String) -> SystemFailure? {
    if temporary == name {
      temporary = nil
      return nil
    }
    if let failure = ForkedGit.link(temporary ?? descriptorPath(descriptor), name) {
      return failure
    }
    removeTemporaryName()
    return nil
  }

  /// Gives the file a name that does not exist yet in a directory.
  ///
  /// - Returns: The failure, if any.
  func link(as name: [CChar], in directory: Int32) -> SystemFailure? {
    let path = temporary ?? descriptorPath(descriptor)
    if let failure = ForkedGit.link(path, name, in: directory) { return failure }
    removeTemporaryName()
    return nil
  }

  /// Puts the file in place of another, atomically. It has a temporary name beside its path for a moment.
  ///
  /// - Parameter other: The path of the other file; nil: that of this one.
  func replace(_ other: String? = nil) throws(GitError) {
    let (name, other) = (temporary ?? Self.temporaryName(path), other ?? path)
    if temporary == nil, let failure = link(as: name) {
      throw .system("linkat", path: other, failure)
    }
    temporary = name
    if let failure = rename(name, other) { throw .system("rename", path: other, failure) }
    temporary = nil
  }

  /// Writes a file in place of an older one. It is not synced.
  ///
  /// - Parameters:
  ///   - mode: Its mode; nil: the usual one.
  ///   - neighbour: A file beside which it has a name for a moment; nil: the one that it replaces.
  static func replace(
    _ path: String, by bytes: [UInt8], mode: UInt32? = nil, through neighbour: String? = nil
  ) throws(GitError) {
    let file = try UnnamedFile(for: neighbour ?? path)
    if let mode { chmod(file.descriptor, mode: mode) }
    try Files.write(bytes, to: file.descriptor, path: path)
    try file.replace(path)
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
