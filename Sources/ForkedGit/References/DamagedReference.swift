import CLibgit2
import Forked

/// A ref that names nothing any more, although it was not deleted.
public struct DamagedReference: Hashable, Sendable {
  /// The kinds of damage.
  public enum Kind: Hashable, Sendable {
    /// The file of the ref holds no object id, as after a power cut.
    case unreadable
    /// The branch is gone, but not its reflog: whoever deletes a branch deletes both.
    case missing
  }

  /// The full name.
  public let name: ReferenceName
  /// The kind of damage.
  public let kind: Kind
  /// The last commit in its reflog; nil if it has none, or the commit is not in the repository.
  public let lastLogged: ObjectID?
}

extension LocalRepository {
  /// The damaged refs whose names begin with a prefix, ordered by name.
  ///
  /// - Parameter readable: Refs that were read already.
  /// - Complexity: O(refs with a file or a reflog of their own).
  public func damagedReferences(
    withPrefix prefix: String = "refs/", except readable: Set<ReferenceName> = []
  ) throws(GitError) -> [DamagedReference] {
    let directory = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? "refs"
    var names = Set(fileNames(below: directory))
    let branches = "refs/heads"
    if directory.utf8.starts(with: branches.utf8) || directory == "refs" {
      let logged = directory == "refs" ? branches : directory
      names.formUnion(fileNames(below: "logs/" + logged).map { String($0.dropFirst(5)) })
    }
    var damaged: [DamagedReference] = []
    for path in names where path.hasPrefix(prefix) {
      // Other files in the directories of git, such as `.keep`, are no refs.
      guard !readable.contains(ReferenceName(unchecked: path)),
        let name = try? ReferenceName(path), let found = try damage(of: name)
      else { continue }
      damaged.append(found)
    }
    return damaged.sorted {
      $0.name.rawValue.utf8.lexicographicallyPrecedes($1.name.rawValue.utf8)
    }
  }

  /// Verifies that the file of packed refs was neither cut off within a line nor emptied, as far as one can tell: git
  /// never writes an empty one, but other programs do, so there must be packs and no branch. libgit2 reports a damaged
  /// file only once.
  ///
  /// - Throws: Kind `io`.
  public func requirePackedReferences() throws(GitError) {
    let path = commonDirectory + "packed-refs"
    guard let size = (try? FileStatus(path))?.size else { return }
    if size > 0 {
      let last = try Files.read(path, from: Int(size) - 1)?.last
      guard let last, last != UInt8(ascii: "\n") else { return }
      throw GitError(
        .io, "the file packed-refs is cut off, so forks in it may be lost", context: path)
    }
    guard fileNames(below: "refs/heads").isEmpty,
      Files.names(in: commonDirectory + "objects/pack").contains(where: { $0.hasSuffix(".pack") })
    else { return }
    throw GitError(.io, "the file packed-refs is empty, so all forks in it are lost", context: path)
  }

  /// The files at any depth below a directory of the git directory, without locks.
  private func fileNames(below directory: String) -> [String] {
    Files.entries(in: commonDirectory + directory).flatMap { name, isDirectory in
      let path = directory + "/" + name
      if isDirectory { return fileNames(below: path) }
      return name.hasSuffix(".lock") || UnnamedFile.isAbandoned(name) ? [] : [path]
    }
  }

  /// The damage of a ref; nil if it can be read, or does not exist.
  func damage(of name: ReferenceName) throws(GitError) -> DamagedReference? {
    do throws(GitError) {
      if try namedObject(name) != nil { return nil }
      return try isMissing(name)
        ? DamagedReference(name: name, kind: .missing, lastLogged: lastLogged(name)) : nil
    } catch {
      guard error.isOfReference else { throw error }
      return DamagedReference(name: name, kind: .unreadable, lastLogged: try lastLogged(name))
    }
  }

  /// True if a branch that cannot be found was not deleted: its reflog is there, and names a commit.
  ///
  /// Its lock is held by a process that deletes or creates it, until the ref and its reflog agree. The second look at
  /// the lock is for a process that took it after the first. The locks of a killed process are removed before its
  /// transaction is finished or taken back, so no branch counts as missing while there is a journal.
  private func isMissing(_ name: ReferenceName) throws(GitError) -> Bool {
    guard name.fork != nil, !isLocked(name), try lastLogged(name) != nil, !isLocked(name),
      Files.names(in: TransactionJournal.directory(in: self)).isEmpty
    else { return false }
    return try namedObject(name) == nil
  }

  private func isLocked(_ name: ReferenceName) -> Bool {
    Files.exists(commonDirectory + name.rawValue + ".lock")
  }

  /// The last commit in the reflog of a ref, if the repository has it.
  private func lastLogged(_ name: ReferenceName) throws(GitError) -> ObjectID? {
    // Beside `a/b`, `a` cannot have been a branch.
    guard !Files.isDirectory(commonDirectory + "logs/" + name.rawValue),
      let last = try loggedUpdates(of: name.rawValue).last?.new, try contains(last)
    else { return nil }
    return last
  }

  /// The object that a ref in a file names, symbolic refs followed; nil if there is no such ref.
  /// A ref that names itself in the end names nothing, as in git.
  func namedObject(_ name: ReferenceName) throws(GitError) -> ObjectID? {
    var raw = git_oid()
    do throws(GitError) {
      let found = try checkFound("git_reference_name_to_id", context: name.rawValue) {
        git_reference_name_to_id(&raw, handle.pointer, name.rawValue)
      }
      return found.map { _ in ObjectID(raw) }
    } catch {
      if error.kind == .notFound { return nil }
      throw error
    }
  }

  /// Sets a damaged ref to an object, under its lock. If another process has repaired it meanwhile, nothing changes.
  ///
  /// - Throws: Kind `locked` after the timeout.
  public func repair(
    _ damaged: DamagedReference, to target: ObjectID, timeout: Duration
  ) throws(GitError) {
    let path = commonDirectory + damaged.name.rawValue
    let lock = try lock(path, timeout: timeout)
    do throws(GitError) {
      if try namedObject(damaged.name) != nil { return lock.release() }
    } catch {
      guard error.isOfReference else { throw error }
    }
    Files.removeEmptyDirectories(path)
    try lock.commit(Array("\(target.hex)\n".utf8), sync: durability()(of: .reference))
  }

  /// Removes the file of a damaged ref that only records something, such as a tracking ref.
  public func remove(_ damaged: DamagedReference, timeout: Duration) throws(GitError) {
    let path = commonDirectory + damaged.name.rawValue
    let lock = try lock(path, timeout: timeout)
    defer { lock.release() }
    if try damage(of: damaged.name) != nil { try Files.remove(path) }
  }

  /// Removes the reflogs of branches that a killed process was deleting or creating, if they do not exist now.
  func removeLogs(ofMissing names: [ReferenceName]) throws(GitError) {
    for name in names where name.fork != nil {
      let log = commonDirectory + "logs/" + name.rawValue
      guard Files.exists(log), !isLocked(name), try namedObject(name) == nil else { continue }
      try Files.remove(log)
      Files.removeEmptyParents(of: log, below: "logs/refs/heads")
    }
  }
}

extension GitError {
  /// Creates the error for a damaged ref.
  public init(_ reference: DamagedReference) {
    let name = reference.name.fork.map { "the fork '\($0.name)'" } ?? "the ref '\(reference.name)'"
    let reason =
      switch reference.kind {
      case .unreadable: "its file \(reference.name) names no version"
      case .missing: "its ref is gone, but not its reflog"
      }
    self.init(.damagedReference(reference), "\(name) is damaged: \(reason)")
  }

  /// True if libgit2 could not read the file of a ref.
  var isOfReference: Bool {
    function != nil && code != 0 && errorClass == Int32(GIT_ERROR_REFERENCE.rawValue)
      && kind == .other
  }
}
