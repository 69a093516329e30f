import Glibc

extension LocalRepository {
  /// Deletes a reference and its log, if it still names the commit.
  ///
  /// Under locks of our own: libgit2's say nothing of their process, so one that is killed blocks the name.
  func delete(
    _ name: ReferenceName, expecting old: ObjectID?, timeout: Duration,
    requiring requirement: () throws(GitError) -> Void = {}
  ) throws(GitError) {
    let lock = try lock(commonDirectory + name.rawValue, timeout: timeout)
    try expect(name, at: old)
    try requirement()
    try delete(name, under: lock, and: lockPackedReferences(timeout: timeout))
  }

  /// - Parameters:
  ///   - lock: the reference's lock, which is released.
  ///   - packed: the lock of the packed references, which is released. It is held even where there are none: `git pack-refs`
  ///     could be about to write them.
  func delete(
    _ name: ReferenceName, under lock: LockFile, and packed: LockFile
  ) throws(GitError) {
    // A loose reference hides a packed one of its name, so that goes first.
    var references = try PackedReferences(Files.read(packed.path))
    if references.remove(name) {
      try packed.replace(with: references.bytes, sync: durability()(of: .reference))
    }
    try Files.remove(lock.path)
    packed.release()
    // A log that is left is harmless, as with git; by now the reference is gone.
    let log = commonDirectory + "logs/" + name.rawValue
    unlink(log)
    lock.release()
    for path in [lock.path, log] { Files.removeEmptyParents(of: path, below: name.root) }
  }

  func lockPackedReferences(timeout: Duration) throws(GitError) -> LockFile {
    try LockFile(
      of: commonDirectory + "packed-refs", timeout: timeout, keepsWaiting: keepsWaiting)
  }
}

extension ReferenceName {
  /// The directory that stays, however empty: `refs/heads`.
  fileprivate var root: String {
    rawValue.split(separator: "/").prefix(2).joined(separator: "/")
  }
}
