/// A path that does not exist, or an empty directory: a repository can be created there.
public struct FreePath: Sendable {
  private let path: String
  private let isDirectory: Bool

  /// Returns nil if there is a file, or a directory that is not empty.
  public init?(at path: String) {
    let status = try? FileStatus(link: path)
    isDirectory = status != nil
    self.path = path
    guard let status else { return }
    guard status.type == .directory, Self.isEmpty(path) else { return nil }
  }

  /// True if a directory is empty, or holds only the files of a process that was killed before it could mark that it is
  /// creating a repository.
  private static func isEmpty(_ path: String) -> Bool {
    Files.entries(in: path).allSatisfy { name, isDirectory in
      isDirectory
        ? [".git", "fork"].contains(name) && isEmpty(path + "/" + name)
        : UnnamedFile.isAbandoned(name)
    }
  }

  /// Removes everything that was created there since, as far as the system allows it. No link is followed.
  public func clear() {
    for name in Files.names(in: path) { Self.remove(path + "/" + name) }
    if !isDirectory { rmdir(path) }
  }

  /// Removes a file, or a directory with all its contents. No link is followed.
  static func remove(_ path: String) {
    guard let failure = unlink(path), [.isDirectory, .notPermitted].contains(failure) else {
      return
    }
    for name in Files.names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
