import Glibc

/// A directory in the git directory for what is no part of the repository yet. It is removed with the object; that of a
/// process that was killed, when the next one is made.
final class StagedDirectory {
  /// The path, without a slash at its end.
  let path: String
  private var isKept = false

  private static let prefix = "fork-remote-"

  init(in repository: LocalRepository) throws(GitError) {
    let parent = repository.commonDirectory
    Self.removeAbandoned(in: parent)
    path = "\(parent)\(Self.prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try Files.makeParent(of: path + "/")
  }

  deinit {
    if !isKept { FreePath.remove(path) }
  }

  /// Leaves the directory to the next process, where the user waits for the end of this one.
  func keep() { isKept = true }

  private static func removeAbandoned(in parent: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" })
      if let process, kill(process, 0) != 0, errno == ESRCH { FreePath.remove(parent + name) }
    }
  }
}
