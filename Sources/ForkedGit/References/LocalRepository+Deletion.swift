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
    if let bytes = try Files.read(packed.path), let rest = PackedReferences(bytes).removing(name) {
      try packed.replace(with: rest, isDurable: true)
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

/// The text of git's file of many references. Source: git's refs/packed-backend.c.
struct PackedReferences {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text without a reference and the line that says what its tag names; nil where it is not there.
  func removing(_ name: ReferenceName) -> [UInt8]? {
    let suffix = Array(" \(name)".utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let found = lines.firstIndex {
      $0.count == 2 * ObjectID.byteCount + suffix.count && $0.suffix(suffix.count) == suffix[...]
    }
    guard let found else { return nil }
    let isPeeled = lines[(found + 1)...].first?.first == UInt8(ascii: "^")
    let rest = lines[..<found] + lines[(found + (isPeeled ? 2 : 1))...]
    return Array(rest.joined(separator: [UInt8(ascii: "\n")]))
  }
}

extension ReferenceName {
  /// The directory that stays, however empty: `refs/heads`.
  fileprivate var root: String {
    rawValue.split(separator: "/").prefix(2).joined(separator: "/")
  }
}
