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
