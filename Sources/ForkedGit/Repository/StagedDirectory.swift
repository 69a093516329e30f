/// A directory in the git directory for what is no part of the repository yet. It is removed with the object; that of a
/// process that was killed, by the next command.
final class StagedDirectory {
  /// The path, without a slash at its end.
  let path: String
  private let descriptor: Int32
  private var isKept = false

  private static let prefix = "fork-remote-"

  init(in repository: LocalRepository) throws(GitError) {
    let name = "\(Self.prefix)\(Machine.uniqueName())"
    path = repository.commonDirectory + name
    try Files.makeParent(of: path + "/")
    descriptor = (try? open(path, .readOnly, .directory)) ?? -1
    flock(descriptor)
  }

  deinit {
    if !isKept { FreePath.remove(path) }
    close(descriptor)
  }

  /// Leaves the directory to the next process, where the user waits for the end of this one.
  func keep() { isKept = true }

  /// Removes those whose process is gone. One that another container's process uses, which is not seen here, is locked.
  static func removeAbandoned(in parent: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" })
      guard let process, Machine.hasEnded(process) else { continue }
      if !LockFile.isHeld(parent + name) { FreePath.remove(parent + name) }
    }
  }
}
