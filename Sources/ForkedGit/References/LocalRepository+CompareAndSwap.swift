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
  ///   - requirement: Called under the reference's lock, once it is known to stand at `old`; what it throws keeps it there.
  /// - Throws: kind `raceLost` where it stands elsewhere, `locked` where the lock was not to be
  ///   had in time, `exists` where another reference's name is in the way. Nothing changed then.
  public func compareAndSwap(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, reflog: ReflogEntry?,
    timeout: Duration = .seconds(5), requiring requirement: () throws(GitError) -> Void = {}
  ) throws(GitError) {
    if isInTransaction {
      if old == nil { try refuseNamesInTheWay(of: name) }
      return try moveInTransaction(name, from: old, to: new)
    }
    guard let new else {
      return try delete(name, expecting: old, timeout: timeout, requiring: requirement)
    }
    // git logs before it moves: a log entry too many is harmless, one too few is not.
    try move(name, from: old, to: new, timeout: timeout) { () throws(GitError) in
      try requirement()
      if let reflog { try log(name, from: old, to: new, reflog) }
    }
  }

  /// - Parameter writeLog: called under the reference's lock, right before the reference moves.
  func move(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID, timeout: Duration,
    writeLog: () throws(GitError) -> Void
  ) throws(GitError) {
    if old == nil { try refuseNamesInTheWay(of: name) }
    let path = commonDirectory + name.rawValue
    let lock = try lock(path, timeout: timeout)
    try expect(name, at: old)
    try storeObjects()
    Files.removeEmptyDirectories(path)
    try writeLog()
    try lock.commit(Array("\(new.hex)\n".utf8), sync: durability()(of: .reference))
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
}
