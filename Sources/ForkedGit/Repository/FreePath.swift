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
  ///
  /// - Parameter isUrgent: True if the user waits for the end of the process: what takes longer is moved aside, and
  ///   another process removes it.
  public func clear(isUrgent: Bool = false) {
    if isUrgent { Garbage(of: path)?.take(Files.names(in: path).map { path + "/" + $0 }) }
    for name in Files.names(in: path) { Self.remove(path + "/" + name) }
    if !isDirectory { rmdir(path) }
  }

  /// Begins again to remove what was moved aside before, beside a path.
  public static func removeGarbage(beside path: String) { Garbage.beginRemoval(beside: path) }

  /// Removes a file, or a directory with all its contents. No link is followed.
  static func remove(_ path: String) {
    guard let failure = unlink(path), [.isDirectory, .notPermitted].contains(failure) else {
      return
    }
    for name in Files.names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}

/// A directory of files that nobody needs any more, and that another process removes.
///
/// A clone that is interrupted may have made a hundred thousand files, which take seconds to remove. If that process is
/// killed too, the next clone beside them begins again.
struct Garbage {
  private let directory: String

  private static let prefix = ".fork-removed-"
  /// The time in which the process that removes them mostly ends.
  private static let pause: Duration = .milliseconds(300)

  /// Creates a directory beside a path; nil if the system does not allow it.
  init?(of path: String) {
    let name = "\(Self.prefix)\(Machine.uniqueName())"
    directory = Files.directory(of: path) + "/" + name
    guard mkdir(directory, mode: 0o700) == nil else { return nil }
  }

  /// Moves files and directories here, as far as the system allows it, and begins to remove them.
  func take(_ paths: [String]) {
    for (number, path) in paths.enumerated() { _ = rename(path, "\(directory)/\(number)") }
    Self.beginRemoval([directory])?.ends(within: Self.pause)
  }

  /// Begins again to remove what earlier processes have left beside a path.
  static func beginRemoval(beside path: String) {
    let parent = Files.directory(of: path)
    let left = Files.names(in: parent).filter { $0.hasPrefix(prefix) }
    if !left.isEmpty { _ = beginRemoval(left.map { parent + "/" + $0 }) }
  }

  /// Starts the process; removes the files at once, and returns nil, if it cannot be started.
  private static func beginRemoval(_ directories: [String]) -> ChildProcess? {
    let null = (try? open("/dev/null", .readWrite)) ?? -1
    defer { close(null) }
    do throws(GitError) {
      return try ChildProcess(
        ["rm", "-rf", "--"] + directories, environment: [:], streams: (null, null, null),
        isAlone: true)
    } catch {
      for directory in directories { FreePath.remove(directory) }
      return nil
    }
  }
}
