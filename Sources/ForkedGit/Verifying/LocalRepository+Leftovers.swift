import CLibgit2

/// A file that a killed process left behind.
public struct Leftover: Hashable, Sendable {
  /// The kinds of leftovers.
  public enum Kind: Sendable {
    /// A lock of this program whose process has ended.
    case abandonedLock
    /// A lock of another program, such as git: only the user can tell whether it is needed.
    case foreignLock
    /// A file whose writing was not finished.
    case temporaryFile
    /// The journal of a transaction whose commit was not finished.
    case unfinishedTransaction
    /// A file of the work tree that was being replaced: the old contents, the new ones, or those that another program
    /// saved meanwhile.
    case unfinishedReplacement
  }

  /// The kind of the leftover.
  public let kind: Kind
  /// The path of the file.
  public let path: String
  /// The time at which the file changed, in nanoseconds since 1970: another file of that name is no leftover.
  private let time: Int

  fileprivate init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
    let changed = (try? FileStatus(link: path))?.changed
    time = changed.map { $0.seconds * 1_000_000_000 + $0.nanoseconds } ?? 0
  }
}

extension LocalRepository {
  /// Runs a closure, and verifies meanwhile that each object that is read has the contents that its id names.
  ///
  /// This holds for the whole process, not only for this repository.
  ///
  /// - Throws: Any error that the closure throws.
  public static func verifyingHashes<Result>(_ body: () throws -> Result) throws -> Result {
    try Library.verifyHashes(true)
    defer { Library.endVerification() }
    return try body()
  }

  /// The files that killed processes left behind in the git directory, ordered by path.
  ///
  /// - Parameter now: Seconds since 1970. Temporary files count if they are older than an hour: another process may
  ///   still write a younger one.
  public func leftovers(now: Int64) -> [Leftover] {
    var found = ((try? abandonedReplacements()) ?? []).flatMap(\.files).map {
      Leftover(.unfinishedReplacement, $0)
    }
    for directory in lockDirectories { collectLocks(in: directory, isDeep: false, into: &found) }
    for directory in ["refs", "logs"] {
      collectLocks(in: commonDirectory + directory, isDeep: true, into: &found)
    }
    let journals = TransactionJournal.directory(in: self)
    for name in Files.names(in: journals) {
      let path = journals + "/" + name
      if !LockFile.isHeld(path) { found.append(Leftover(.unfinishedTransaction, path)) }
    }
    for directory in ["objects", "objects/pack"].map({ commonDirectory + $0 }) {
      for name in Files.names(in: directory) {
        let path = directory + "/" + name
        if KeptPacks.isAbandoned(path) || Self.isTemporary(name, path, now) {
          found.append(Leftover(.temporaryFile, path))
        }
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// True if git or libgit2 gives such a name to the temporary file of an object or a pack, and it is an hour old.
  private static func isTemporary(_ name: String, _ path: String, _ now: Int64) -> Bool {
    let names = ["tmp_pack_", "tmp_idx_", "tmp_obj_", "tmp_object_git2_", "pack_git2_"]
    guard names.contains(where: name.hasPrefix), let status = try? FileStatus(path) else {
      return false
    }
    return Int64(status.modified.seconds) < now - 3600
  }

  /// Removes an abandoned lock or a temporary file.
  ///
  /// - Returns: True if the file is gone; false also for kinds that are never removed.
  public func remove(_ leftover: Leftover) -> Bool {
    guard removeFile(leftover) else { return false }
    do throws(GitError) {
      try removeLogs(ofMissing: lockedReference(leftover.path).map { [$0] } ?? [])
    } catch {
      return false
    }
    return true
  }

  private func removeFile(_ leftover: Leftover) -> Bool {
    switch leftover.kind {
    case .abandonedLock: LockFile.removeAbandoned(leftover.path)
    case .temporaryFile: unlink(leftover.path) == nil
    case .foreignLock, .unfinishedTransaction, .unfinishedReplacement: false
    }
  }

  /// Removes the locks of killed processes that would block git or another process of this program.
  ///
  /// - Parameter andFiles: True if temporary files, and the locks of reflogs, are removed too. If false, a
  ///   temporary file is removed only beside such a lock. A temporary file tells its process only by its name, and that
  ///   process may run in another container: pass true only if a process is known to have been killed.
  /// - Returns: The refs that were locked.
  func removeAbandonedLocks(andFiles: Bool) -> [ReferenceName] {
    var found: [Leftover] = []
    for directory in lockDirectories { collectLocks(in: directory, isDeep: false, into: &found) }
    for directory in andFiles ? ["refs", "logs"] : ["refs"] {
      collectLocks(in: commonDirectory + directory, isDeep: true, into: &found)
    }
    let locks = found.filter { $0.kind == .abandonedLock }
    let places = Set(locks.map { Files.directory(of: $0.path) })
    let files = found.filter {
      $0.kind == .temporaryFile && (andFiles || places.contains(Files.directory(of: $0.path)))
    }
    for leftover in locks + files { _ = removeFile(leftover) }
    return locks.compactMap { lockedReference($0.path) }
  }

  /// The ref that a lock is for; nil if it is for another file.
  private func lockedReference(_ path: String) -> ReferenceName? {
    let start = commonDirectory + "refs/"
    guard path.hasPrefix(start), path.hasSuffix(".lock") else { return nil }
    return ReferenceName(unchecked: String("refs/" + path.dropFirst(start.count).dropLast(5)))
  }

  /// The git directories of all work trees, and the directory of what this program keeps beside git.
  private var lockDirectories: Set<String> {
    let linked = Files.names(in: commonDirectory + "worktrees").map {
      commonDirectory + "worktrees/" + $0
    }
    let own = [gitDirectory, commonDirectory].map { String($0.dropLast()) }
    return Set(own + linked + [commonDirectory + "fork"])
  }

  private func collectLocks(in directory: String, isDeep: Bool, into found: inout [Leftover]) {
    for (name, isDirectory) in Files.entries(in: directory) {
      let path = directory + "/" + name
      if UnnamedFile.isAbandoned(name) {
        found.append(Leftover(.temporaryFile, path))
      } else if name.hasSuffix(".lock") {
        // A running process of this program releases its lock itself.
        if LockFile.isHeld(path) { continue }
        let kind: Leftover.Kind = LockFile.isAbandoned(path) ? .abandonedLock : .foreignLock
        found.append(Leftover(kind, path))
      } else if isDeep, isDirectory {
        collectLocks(in: path, isDeep: true, into: &found)
      }
    }
  }
}
