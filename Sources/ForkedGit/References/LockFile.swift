import CLibgit2
import Glibc

/// git's lock protocol: who makes `<path>.lock` may replace `<path>`.
///
/// Ours are marked, and held by `flock` as long as their process lives, so one that a killed
/// process left behind is known for what it is. A lock of anybody else is never touched.
final class LockFile {
  let path: String
  private let descriptor: Int32
  private var isHeld = true

  private static let marker = Array("fork lock\n".utf8)

  /// Waits for the lock.
  ///
  /// - Parameter keepsWaiting: As ``LocalRepository/keepsWaiting``.
  /// - Throws: kind `locked` after the timeout, `interrupted` where it was given up.
  init(
    of path: String, timeout: Duration, keepsWaiting: (String, Duration) -> Bool = { _, _ in true }
  ) throws(GitError) {
    self.path = path
    let start = ContinuousClock.now
    while true {
      if let descriptor = try Self.attempt(path) {
        self.descriptor = descriptor
        return
      }
      if Self.removeAbandoned(path + ".lock") {
        for file in UnnamedFile.abandoned(in: Files.directory(of: path)) { unlink(file) }
        continue
      }
      let waited = ContinuousClock.now - start
      guard waited < timeout else { throw Self.locked(path) }
      guard keepsWaiting(path + ".lock", waited) else { throw Self.givenUp(path + ".lock") }
      Self.pause()
    }
  }

  deinit { release() }

  /// Lets go, if that was not done.
  func release() {
    guard isHeld else { return }
    isHeld = false
    unlink(path + ".lock")
    close(descriptor)
  }

  /// Puts the file in place of what the lock protects: whole, synced, at once. Then lets go.
  func commit(_ bytes: [UInt8], isDurable: Bool = true) throws(GitError) {
    try replace(with: bytes, isDurable: isDurable)
    release()
  }

  /// As ``commit(_:isDurable:)``, but the lock is still held.
  func replace(with bytes: [UInt8], isDurable: Bool) throws(GitError) {
    try replace(isDurable: isDurable) { descriptor throws(GitError) in
      try Files.write(bytes, to: descriptor, path: path)
    }
  }

  /// As ``replace(with:isDurable:)``, of a file that is written piece by piece.
  func replace(
    isDurable: Bool, writing write: (Int32) throws(GitError) -> Void
  ) throws(GitError) {
    let file = try UnnamedFile(beside: path)
    defer { close(file.descriptor) }
    do throws(GitError) {
      try write(file.descriptor)
      if isDurable, fsync(file.descriptor) != 0 { throw .system("fsync", path: path) }
    } catch {
      file.forgetName()
      throw error
    }
    try file.replace(path)
  }

  /// The lock appears with its marker and its `flock`, or not at all: it is linked into place.
  private static func attempt(_ path: String) throws(GitError) -> Int32? {
    let file = try UnnamedFile(beside: path)
    defer { file.forgetName() }
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0,
      Glibc.write(file.descriptor, marker, marker.count) == marker.count
    else {
      let failure = GitError.system("write", path: path)
      close(file.descriptor)
      throw failure
    }
    let cause = file.link(as: path + ".lock")
    if cause == 0 { return file.descriptor }
    close(file.descriptor)
    if cause == EEXIST { return nil }
    throw .system("link", path: path + ".lock", errno: cause)
  }

  /// Whether a lock is one of ours and its process is gone.
  static func isAbandoned(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isAbandoned(descriptor)
  }

  /// A living process holds its `flock`.
  private static func isAbandoned(_ descriptor: Int32) -> Bool {
    var start = [UInt8](repeating: 0, count: marker.count)
    return read(descriptor, &start, start.count) == start.count && start == marker
      && flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Removes a lock of ours whose process is gone.
  static func removeAbandoned(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard isAbandoned(descriptor) else { return false }
    var (held, there) = (stat(), stat())
    guard fstat(descriptor, &held) == 0, stat(path, &there) == 0, held.st_ino == there.st_ino,
      held.st_dev == there.st_dev
    else { return true }
    return unlink(path) == 0
  }

  /// A few milliseconds, never the same for two processes.
  static func pause() { usleep(UInt32.random(in: 500...10_000)) }

  static func givenUp(_ path: String) -> GitError {
    GitError(
      .interrupted, "interrupted while waiting for a lock; nothing was changed", context: path)
  }

  private static func locked(_ path: String) -> GitError {
    GitError(
      .locked, "another process holds the lock; if none is running, remove the file",
      context: path + ".lock")
  }
}
