import Glibc

/// A path where nothing is, or an empty directory: a repository can be made there.
public struct FreePlace: Sendable {
  private let path: String
  private let isDirectory: Bool

  /// Nil where anything stands there already.
  public init?(at path: String) {
    var status = stat()
    isDirectory = lstat(path, &status) == 0
    self.path = path
    guard isDirectory else { return }
    guard status.st_mode & S_IFMT == S_IFDIR, Self.isEmpty(path) else { return nil }
  }

  /// True of a directory with nothing in it, or only what a process leaves that is killed before it can mark that it is
  /// making a repository.
  private static func isEmpty(_ path: String) -> Bool {
    Files.entries(in: path).allSatisfy { name, isDirectory in
      isDirectory
        ? [".git", "fork"].contains(name) && isEmpty(path + "/" + name)
        : UnnamedFile.isAbandoned(name)
    }
  }

  /// Takes away all that was made there since, as far as the system lets it. No link is followed.
  public func clear() {
    for name in Files.names(in: path) { Self.remove(path + "/" + name) }
    if !isDirectory { rmdir(path) }
  }

  /// Takes a file, or a directory with all in it, away; no link is followed.
  static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in Files.names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
