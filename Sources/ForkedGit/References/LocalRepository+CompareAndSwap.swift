import CLibgit2
public import Forked

extension LocalRepository {
  /// Moves a reference, if and only if it still stands where the caller saw it.
  ///
  /// The objects that were made are stored first. The new place is synced to disk before this returns, as git does. The log is written where
  /// git would write one (`core.logAllRefUpdates`), and HEAD's too where HEAD names the reference.
  ///
  /// - Parameters:
  ///   - name: The reference; a symbolic one is refused.
  ///   - old: Where it must stand; nil: it must not exist.
  ///   - new: Where it will stand; nil: it is deleted, with its log.
  ///   - reflog: What the log will say; nil: nothing.
  ///   - timeout: How long a lock that somebody else holds is waited for.
  ///   - isDurable: Whether the new place is synced to disk.
  /// - Throws: kind `raceLost` where it stands elsewhere, `locked` where the lock was not to be
  ///   had in time, `exists` where another reference's name is in the way. Nothing changed then.
  public func compareAndSwap(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, reflog: ReflogEntry?,
    timeout: Duration = .seconds(5), isDurable: Bool = true
  ) throws(GitError) {
    if isInTransaction {
      if old == nil { try refuseNamesInTheWay(of: name) }
      return try moveInTransaction(name, from: old, to: new)
    }
    guard let new else { return try delete(name, expecting: old, timeout: timeout) }
    let path = commonDirectory + name.rawValue
    if old == nil { try refuseNamesInTheWay(of: name) }
    let lock = try lock(path, timeout: timeout)
    try expect(name, at: old)
    try storeObjects()
    Files.removeEmptyDirectories(path)
    // git logs before it moves: a log entry too many is harmless, one too few is not.
    if let reflog { try log(name, from: old, to: new, reflog) }
    try lock.commit(Array("\(new.hex)\n".utf8), isDurable: isDurable)
  }

  /// The directory can vanish in between: who deletes the last reference in it removes it too.
  private func lock(_ path: String, timeout: Duration) throws(GitError) -> LockFile {
    let deadline = ContinuousClock.now + timeout
    while true {
      try Files.makeParent(of: path)
      do throws(GitError) {
        return try LockFile(of: path, timeout: timeout, keepsWaiting: keepsWaiting)
      } catch {
        guard error.kind == .notFound, ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  private func expect(_ name: ReferenceName, at old: ObjectID?) throws(GitError) {
    guard let reference = try lookup(name) else {
      if old == nil { return }
      throw GitError(.raceLost, "the reference is gone", context: name.rawValue)
    }
    guard let target = git_reference_target(reference.pointer) else {
      throw GitError(.unsupported, "the reference is a symbolic one", context: name.rawValue)
    }
    if ObjectID(target.pointee) == old { return }
    throw GitError(.raceLost, "the reference was moved meanwhile", context: name.rawValue)
  }

  private func lookup(_ name: ReferenceName) throws(GitError) -> Handle? {
    try Handle.find("git_reference_lookup", release: git_reference_free, context: name.rawValue) {
      git_reference_lookup($0, handle.pointer, name.rawValue)
    }
  }

  /// `a` and `a/b` cannot both be references, packed ones included.
  private func refuseNamesInTheWay(of name: ReferenceName) throws(GitError) {
    let parts = name.rawValue.split(separator: "/")
    let above = (3..<max(3, parts.count)).map { parts[..<$0].joined(separator: "/") }
    var taken = try references(withPrefix: name.rawValue + "/").first?.name
    for shorter in above where taken == nil {
      let candidate = ReferenceName(unchecked: shorter)
      taken = try lookup(candidate).map { _ in candidate }
    }
    guard let taken else { return }
    throw GitError(.exists, "the name collides with \(taken)", context: name.rawValue)
  }

  private func delete(
    _ name: ReferenceName, expecting old: ObjectID?, timeout: Duration
  ) throws(GitError) {
    try retryingLocks(timeout: timeout) { () throws(GitError) in
      try expect(name, at: old)
      guard let reference = try lookup(name) else { return }
      try check("git_reference_delete", context: name.rawValue) {
        git_reference_delete(reference.pointer)
      }
    }
  }

  /// For what libgit2 does under its own locks.
  func retryingLocks(
    timeout: Duration, _ body: () throws(GitError) -> Void
  ) throws(GitError) {
    let start = ContinuousClock.now
    while true {
      do throws(GitError) {
        return try body()
      } catch  where error.kind == .locked && ContinuousClock.now - start < timeout {
        let path = error.context ?? commonDirectory
        guard keepsWaiting(path, ContinuousClock.now - start) else {
          throw LockFile.givenUp(path)
        }
        LockFile.pause()
      }
    }
  }

  /// Renames a fork, its log and its `branch.<name>` configuration; HEAD follows in this work tree.
  ///
  /// - Throws: kind `exists` where the new name is taken, `notFound` where the old one is not
  ///   there. The corresponding C function is `git_branch_move`.
  public func rename(
    _ fork: Fork, to newName: Fork, reflog: ReflogEntry, timeout: Duration = .seconds(5)
  ) throws(GitError) {
    try setLogIdentity(reflog.signature)
    try retryingLocks(timeout: timeout) { () throws(GitError) in
      guard let branch = try lookup(.branch(fork)) else {
        throw GitError(.notFound, "there is no such fork", context: fork.name)
      }
      _ = try Handle.make("git_branch_move", release: git_reference_free, context: newName.name) {
        git_branch_move($0, branch.pointer, newName.name, 0)
      }
    }
  }

  private func setLogIdentity(_ signature: Signature) throws(GitError) {
    try check("git_repository_set_ident") {
      git_repository_set_ident(handle.pointer, signature.name, signature.email)
    }
  }
}
