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
  /// Marks a lock whose contents a power cut took: modes are written with names.
  private static let markedMode: mode_t = S_ISVTX | 0o644

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

  /// Lets go and leaves the lock there, as a killed process does.
  func abandon() {
    guard isHeld else { return }
    isHeld = false
    close(descriptor)
  }

  /// Puts the file in place of what the lock protects: whole, synced, at once. Then lets go.
  func commit(_ bytes: [UInt8], sync: DiskSync = .each) throws(GitError) {
    try replace(with: bytes, sync: sync)
    release()
  }

  /// As ``commit(_:sync:)``, but the lock is still held.
  func replace(with bytes: [UInt8], sync: DiskSync = .each) throws(GitError) {
    try replace(sync: sync) { descriptor throws(GitError) in
      try Files.write(bytes, to: descriptor, path: path)
    }
  }

  /// As ``replace(with:sync:)``, of a file that is written piece by piece.
  func replace(
    sync: DiskSync, writing write: (Int32) throws(GitError) -> Void
  ) throws(GitError) {
    try prepare(sync: sync, writing: write).publish()
    do throws(GitError) {
      try sync.directory(of: path)
    } catch {
      // The file is replaced, and who asked for that must go on from there: a disk that fails here fails the next write.
    }
  }

  /// Writes what shall stand in place of the file that the lock protects.
  func prepare(with bytes: [UInt8], sync: DiskSync) throws(GitError) -> PreparedFile {
    try prepare(sync: sync) { descriptor throws(GitError) in
      try Files.write(bytes, to: descriptor, path: path)
    }
  }

  /// As ``prepare(with:sync:)``, of a file that is written piece by piece.
  func prepare(
    sync: DiskSync, writing write: (Int32) throws(GitError) -> Void
  ) throws(GitError) -> PreparedFile {
    let file = PreparedFile(try UnnamedFile(beside: path), path: path)
    try write(file.descriptor)
    try sync.file(file.descriptor, path: path)
    return file
  }

  /// The lock appears with its marker and its `flock`, or not at all: it is linked into place.
  private static func attempt(_ path: String) throws(GitError) -> Int32? {
    let file = try UnnamedFile(beside: path, mode: markedMode)
    defer { file.forgetName() }
    do throws(GitError) {
      guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw .system("flock", path: path)
      }
      try Files.write(marker, to: file.descriptor, path: path)
    } catch {
      close(file.descriptor)
      throw error
    }
    let cause = file.link(as: path + ".lock")
    if cause == 0 { return file.descriptor }
    close(file.descriptor)
    if cause == EEXIST { return nil }
    throw .system("link", path: path + ".lock", errno: cause)
  }

  /// True if a lock is one of ours and its process is gone.
  static func isAbandoned(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isAbandoned(descriptor)
  }

  /// A living process holds its `flock`.
  private static func isAbandoned(_ descriptor: Int32) -> Bool {
    isMarked(descriptor) && flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Zero bytes stand where a power cut took contents of a file.
  private static func isMarked(_ descriptor: Int32) -> Bool {
    var start = [UInt8](repeating: 0, count: marker.count)
    guard ForkedGit.read(descriptor, &start, start.count) >= 0 else { return false }
    var status = stat()
    let isMode = fstat(descriptor, &status) == 0 && status.st_mode & S_ISVTX != 0
    return start == marker || isMode && start.allSatisfy { $0 == 0 }
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

/// A file that is whole, synced, and not in its place yet. One that ends its life before leaves nothing behind.
final class PreparedFile {
  private let file: UnnamedFile
  private let path: String
  private var isOpen = true

  fileprivate init(_ file: UnnamedFile, path: String) {
    (self.file, self.path) = (file, path)
  }

  fileprivate var descriptor: Int32 { file.descriptor }

  /// Puts the file in place, at once.
  func publish() throws(GitError) {
    guard isOpen else { return }
    try file.replace(path)
    close()
  }

  /// Forgets it.
  func discard() {
    guard isOpen else { return }
    file.forgetName()
    close()
  }

  private func close() {
    isOpen = false
    Glibc.close(file.descriptor)
  }

  deinit { discard() }
}
