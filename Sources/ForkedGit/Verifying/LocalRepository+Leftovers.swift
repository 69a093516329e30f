import CLibgit2
import Glibc

/// A file that a process left behind that was killed.
public struct Leftover: Hashable, Sendable {
  /// What it is.
  public enum Kind: Sendable {
    /// A lock of ours whose process is gone.
    case abandonedLock
    /// A lock of git's, or one whose process lives: only a person can tell.
    case foreignLock
    /// A file that was being written.
    case temporaryFile
    /// The journal of a transaction that was being committed.
    case unfinishedTransaction
  }

  /// What it is.
  public let kind: Kind
  /// Its path.
  public let path: String
}

extension LocalRepository {
  /// Runs a body in which every object that is read must have the contents that its id says, in the whole process.
  ///
  /// - Throws: what the body throws.
  public static func verifyingHashes<Result>(_ body: () throws -> Result) throws -> Result {
    try Library.verifyHashes(true)
    defer { _ = fork_git_set_hash_verification(0) }
    return try body()
  }

  /// What killed processes left behind in the git directory, ordered by path.
  ///
  /// - Parameter now: seconds since 1970. Temporary files count where they are older than an hour: a younger one may be
  ///   somebody's work.
  public func leftovers(now: Int64) -> [Leftover] {
    var found: [Leftover] = []
    for directory in lockDirectories { collectLocks(in: directory, isDeep: false, into: &found) }
    for directory in ["refs", "logs"] {
      collectLocks(in: commonDirectory + directory, isDeep: true, into: &found)
    }
    let journals = TransactionJournal.directory(in: self)
    for name in Files.names(in: journals) {
      found.append(.init(kind: .unfinishedTransaction, path: journals + "/" + name))
    }
    for directory in ["objects", "objects/pack"].map({ commonDirectory + $0 }) {
      for name in Files.names(in: directory) where Self.isTemporary(name) {
        var status = stat()
        let path = directory + "/" + name
        if stat(path, &status) == 0, Int64(status.st_mtim.tv_sec) < now - 3600 {
          found.append(.init(kind: .temporaryFile, path: path))
        }
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// True of the name of a file that git or libgit2 writes an object or a pack to.
  private static func isTemporary(_ name: String) -> Bool {
    ["tmp_pack_", "tmp_idx_", "tmp_obj_", "tmp_object_git2_", "pack_git2_"]
      .contains { name.hasPrefix($0) }
  }

  /// Takes away what nobody needs: abandoned locks and temporary files.
  ///
  /// - Returns: Whether it is gone.
  public func remove(_ leftover: Leftover) -> Bool {
    switch leftover.kind {
    case .abandonedLock: LockFile.removeAbandoned(leftover.path)
    case .temporaryFile: unlink(leftover.path) == 0
    case .foreignLock, .unfinishedTransaction: false
    }
  }

  /// Removes the locks of killed processes where they would keep git, or another process of this program, from working.
  ///
  /// - Parameter andFiles: True if files that they had not put in place, and locks of references that only remember something,
  ///   go too; else only the files beside such a lock. The names of the files alone tell of the process, which may live in
  ///   another container, so that is for when one is known to have been killed.
  func removeAbandonedLocks(andFiles: Bool) {
    var found: [Leftover] = []
    for directory in lockDirectories { collectLocks(in: directory, isDeep: false, into: &found) }
    for directory in andFiles ? ["refs", "logs"] : ["refs/heads", "refs/fork"] {
      collectLocks(in: commonDirectory + directory, isDeep: true, into: &found)
    }
    let locks = found.filter { $0.kind == .abandonedLock }
    let places = Set(locks.map { Files.directory(of: $0.path) })
    let files = found.filter {
      $0.kind == .temporaryFile && (andFiles || places.contains(Files.directory(of: $0.path)))
    }
    for leftover in locks + files { _ = remove(leftover) }
  }

  /// The git directories of all work trees.
  private var lockDirectories: Set<String> {
    let linked = Files.names(in: commonDirectory + "worktrees").map {
      commonDirectory + "worktrees/" + $0
    }
    return Set([gitDirectory, commonDirectory].map { String($0.dropLast()) } + linked)
  }

  private func collectLocks(in directory: String, isDeep: Bool, into found: inout [Leftover]) {
    for (name, isDirectory) in Files.entries(in: directory) {
      let path = directory + "/" + name
      if UnnamedFile.isAbandoned(name) {
        found.append(.init(kind: .temporaryFile, path: path))
      } else if name.hasSuffix(".lock") {
        let kind: Leftover.Kind = LockFile.isAbandoned(path) ? .abandonedLock : .foreignLock
        found.append(.init(kind: kind, path: path))
      } else if isDeep, isDirectory {
        collectLocks(in: path, isDeep: true, into: &found)
      }
    }
  }
}
