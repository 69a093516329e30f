import CLibgit2
import Glibc

/// The view of a repository that libgit2 has while it talks to a server: its objects and configuration, but only some
/// refs.
///
/// libgit2 offers a server the 256 newest commits of all refs, and receives everything again if the server knows none
/// of them. So only commits that the server is known to have are offered. And libgit2 pushes refs, while a fork may be
/// updated meanwhile.
final class StagedRepository {
  let handle: Handle
  /// The directory, which is removed with the object.
  let directory: String

  private static let prefix = "fork-remote-"

  /// - Parameter references: All refs of the view.
  init(
    of repository: LocalRepository, references: [(name: String, target: ObjectID)]
  ) throws(GitError) {
    directory = Self.newDirectory(in: repository.commonDirectory)
    do throws(GitError) {
      for part in ["objects/", "refs/"] { try Files.makeParent(of: "\(directory)/\(part)") }
      try Files.write(Array("ref: refs/heads/none\n".utf8), to: directory + "/HEAD")
      try Self.write(references, to: directory)
      handle = try Self.open(directory, for: repository)
    } catch {
      FreePath.remove(directory)
      throw error
    }
  }

  deinit { FreePath.remove(directory) }

  /// The path of a new directory for objects that are not verified yet.
  static func newDirectory(in parent: String) -> String {
    "\(parent)\(prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }

  /// Replaces the refs.
  func setReferences(_ references: [(name: String, target: ObjectID)]) throws(GitError) {
    try Files.remove(directory + "/packed-refs")
    try Self.write(references, to: directory)
  }

  private static func write(
    _ references: [(name: String, target: ObjectID)], to directory: String
  ) throws(GitError) {
    let lines = references.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { "\($0.target.hex) \($0.name)\n" }
    try Files.write(Array(lines.joined().utf8), to: directory + "/packed-refs")
  }

  private static func open(
    _ path: String, for repository: LocalRepository
  ) throws(GitError) -> Handle {
    let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_BARE.rawValue
    let handle = try Handle.make(
      "git_repository_open_ext", release: git_repository_free, context: path
    ) { git_repository_open_ext($0, path, flags, nil) }
    try check("git_repository_set_config") {
      git_repository_set_config(handle.pointer, repository.settings.handle.pointer)
    }
    try check("git_repository_set_odb") {
      git_repository_set_odb(handle.pointer, repository.odb.pointer)
    }
    return handle
  }

  /// Removes the directories of killed processes.
  static func removeAbandoned(in parent: String) {
    for name in Files.names(in: parent) where name.hasPrefix(prefix) {
      let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" })
      if let process, kill(process, 0) != 0, errno == ESRCH { FreePath.remove(parent + name) }
    }
  }
}
