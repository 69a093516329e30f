import CLibgit2

extension LocalRepository {
  /// Moves a reference, if and only if it still stands where the caller saw it.
  ///
  /// The objects that were made are stored first, and are on the disk before the reference is (``Durability``). The log
  /// is written where git would write one (`core.logAllRefUpdates`), and HEAD's too where HEAD names the reference.
  ///
  /// - Parameters:
  ///   - name: The reference; a symbolic one is refused.
  ///   - old: Where it must stand; nil: it must not exist.
  ///   - new: Where it will stand; nil: it is deleted, with its log.
  ///   - reflog: What the log will say; nil: nothing.
  ///   - timeout: How long a lock that somebody else holds is waited for.
  /// - Throws: kind `raceLost` where it stands elsewhere, `locked` where the lock was not to be
  ///   had in time, `exists` where another reference's name is in the way. Nothing changed then.
  public func compareAndSwap(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, reflog: ReflogEntry?,
    timeout: Duration = .seconds(5)
  ) throws(GitError) {
    if let transaction { return try transaction.set(name, from: old, to: new, reflog) }
    let update = ReferenceUpdate(name: name, old: old, new: new, entry: reflog)
    let references = try LockedReferences([update], in: self, timeout: timeout)
    defer { references.end() }
    if new != nil { try storeObjects() }
    try references.prepare()
    try references.apply()
  }

  /// The directory can vanish in between: who deletes the last reference in it removes it too.
  func lock(_ path: String, timeout: Duration) throws(GitError) -> LockFile {
    let deadline = ContinuousClock.now + timeout
    while true {
      try Files.makeParent(of: path, sync: durability()(of: .reference))
      do throws(GitError) {
        return try LockFile(of: path, timeout: timeout, keepsWaiting: keepsWaiting)
      } catch {
        guard error.kind == .notFound, ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  func expect(_ name: ReferenceName, at old: ObjectID?) throws(GitError) {
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
  ///
  /// - Parameter deleted: those that will be gone.
  func refuseNamesInTheWay(
    of name: ReferenceName, except deleted: Set<ReferenceName> = []
  ) throws(GitError) {
    let below = try references(withPrefix: name.rawValue + "/").map(\.name)
    var taken = below.first { !deleted.contains($0) }
    for shorter in name.parents.dropFirst(2) where taken == nil && !deleted.contains(shorter) {
      taken = try target(of: shorter).map { _ in shorter }
    }
    guard let taken else { return }
    throw GitError(.exists, "the name collides with \(taken)", context: name.rawValue)
  }

  /// The lock of the file of packed references. It is held even where there is no such file: `git pack-refs` could be
  /// about to write it.
  func lockPackedReferences(timeout: Duration) throws(GitError) -> LockFile {
    try LockFile(
      of: commonDirectory + "packed-refs", timeout: timeout, keepsWaiting: keepsWaiting)
  }
}
