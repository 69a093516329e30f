/// A repository that is being created. If its process is killed, the same command continues from what exists.
///
/// The git directory holds a lock of this program until all is created. HEAD, which makes it a repository, is written
/// last.
public final class RepositoryCreation {
  /// A command that creates repositories. None continues what another has begun.
  public enum Command: String, Sendable {
    /// `fork clone`.
    case clone
    /// `fork init`.
    case initialization = "init"
  }

  /// The repository, as far as it is created.
  public let repository: LocalRepository
  private let mark: LockFile

  /// Creates a repository without commits, or opens the one that a killed process has begun.
  ///
  /// - Parameters:
  ///   - path: The work tree's directory, or the git directory of a bare repository; created if missing.
  ///   - bare: True if the repository has no work tree.
  ///   - initialBranch: The branch that HEAD will name.
  ///   - command: The command that creates it.
  ///   - options: The options for opening it.
  /// - Throws: Kind `locked` if another process is creating it, `permission` or `io` if it cannot be created.
  public init(
    at path: String, bare: Bool, initialBranch: String, by command: Command,
    options: LocalRepository.OpenOptions
  ) throws(GitError) {
    let directory = Self.gitDirectory(at: path, bare: bare)
    let marked = Self.mark(of: command, in: directory)
    let settings = try Configuration.outsideRepository(environment: options.environment)
    let access = try SharedAccess(settings.string("core.sharedRepository"))
    SharedAccess.note(access, below: directory + "/")
    try Files.makeParent(of: marked)
    SharedAccess.adjust(directory + "/")
    let mark = try LockFile(of: marked, timeout: .zero)
    do throws(GitError) {
      try Self.makeFiles(in: directory, bare: bare, initialBranch, access)
      repository = try LocalRepository.open(at: path, options: options)
      let unlocked = repository.removeAbandonedLocks(andFiles: true)
      try repository.removeLogs(ofMissing: unlocked)
    } catch {
      mark.abandon()
      throw error
    }
    self.mark = mark
  }

  deinit { mark.abandon() }

  /// Marks the repository as complete.
  public func finish() { mark.release() }

  /// True if a command has not finished the repository at a path.
  public static func isUnfinished(at path: String, by command: Command) -> Bool {
    [false, true].contains { bare in
      Files.exists(mark(of: command, in: gitDirectory(at: path, bare: bare)) + ".lock")
    }
  }

  private static func gitDirectory(at path: String, bare: Bool) -> String {
    bare ? path : path + "/.git"
  }

  private static func mark(of command: Command, in directory: String) -> String {
    "\(directory)/fork/\(command.rawValue)"
  }
}

extension RepositoryCreation {
  private static func makeFiles(
    in directory: String, bare: Bool, _ branch: String, _ access: SharedAccess?
  ) throws(GitError) {
    if Files.exists(directory + "/HEAD") { return }
    for part in ["hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"] {
      try Files.makeParent(of: "\(directory)/\(part)/")
    }
    try replace(directory + "/config", with: try configuration(in: directory, bare: bare, access))
    try replace(directory + "/HEAD", with: "ref: refs/heads/\(branch)\n")
  }

  private static func replace(_ path: String, with text: String) throws(GitError) {
    try LockFile(of: path, timeout: .seconds(5)).commit(Array(text.utf8))
  }

  /// The settings of a new repository, as `git init` makes them.
  private static func configuration(
    in directory: String, bare: Bool, _ access: SharedAccess?
  ) throws(GitError) -> String {
    let capabilities = try FileSystemCapabilities(of: directory)
    var lines = [
      "repositoryformatversion = 0", "filemode = \(capabilities.keepsModes)", "bare = \(bare)",
    ]
    if !bare { lines.append("logallrefupdates = true") }
    if !capabilities.hasLinks { lines.append("symlinks = false") }
    if capabilities.ignoresCase { lines.append("ignorecase = true") }
    let core = "[core]\n" + lines.map { "\t\($0)\n" }.joined()
    guard let access else { return core }
    return core
      + "\tsharedrepository = \(access.recorded)\n[receive]\n\tdenyNonFastforwards = true\n"
  }
}

/// The properties of a file system that git's configuration records.
private struct FileSystemCapabilities {
  let keepsModes: Bool
  let hasLinks: Bool
  let ignoresCase: Bool

  /// - Parameter directory: A git directory.
  init(of directory: String) throws(GitError) {
    // Beside the lock: if a process is killed here, the next one removes the files beside that lock.
    let beside = directory + "/fork/probe"
    let name = UnnamedFile.temporaryName(beside)
    hasLinks = try Self.isSupported(symlink("probe", at: name), "symlink", path: name)
    if hasLinks { unlink(name) }
    ignoresCase = Files.exists(directory + "/REFS")
    let file = try UnnamedFile(for: beside)
    var modes: [Bool] = []
    for mode: UInt32 in [0o744, 0o644] {
      let failure = chmod(file.descriptor, mode: mode)
      guard try Self.isSupported(failure, "fchmod", path: beside) else { break }
      if let status = try? FileStatus(file.descriptor) {
        modes.append(status.permissions.contains(.ownerExecute))
      }
    }
    keepsModes = modes == [true, false]
  }

  /// True if a call succeeded; false if the file system does not support it.
  ///
  /// - Throws: If the call failed for any other reason.
  private static func isSupported(
    _ failure: SystemFailure?, _ function: String, path: String
  ) throws(GitError) -> Bool {
    guard let failure else { return true }
    guard [.notPermitted, .noFunction, .notSupportedOnSocket].contains(failure) else {
      throw .system(function, path: path, failure)
    }
    return false
  }
}
