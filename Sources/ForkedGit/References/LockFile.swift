/// A lock by git's protocol: the process that creates `<path>.lock` may replace `<path>`.
///
/// The locks of this program are marked, and held by `flock` as long as their process runs. So a lock that a killed
/// process left behind is recognized. A lock of any other program is never touched.
final class LockFile {
  let path: String
  /// The file of the lock, open as long as it is held.
  private var file: UnnamedFile?

  private static let marker = Array("fork lock\n".utf8)
  /// The mode that marks a lock whose contents were lost in a power cut: modes are written with names.
  private static let markedMode: UInt32 = 0o1666

  /// Waits for the lock; not longer than two seconds for the same one of another program.
  ///
  /// - Parameter keepsWaiting: As ``LocalRepository/keepsWaiting``.
  /// - Throws: Kind `locked` after the timeout, `interrupted` if `keepsWaiting` returned false.
  init(
    of path: String, timeout: Duration, keepsWaiting: (String, Duration) -> Bool = { _, _ in true }
  ) throws(GitError) {
    self.path = path
    let start = ContinuousClock.now
    var foreign: (lock: ForeignLock, since: Duration)?
    while true {
      file = try Self.attempt(path)
      if file != nil { return }
      if Self.removeAbandoned(path + ".lock") {
        for file in UnnamedFile.abandoned(in: Files.directory(of: path)) { unlink(file) }
        continue
      }
      let waited = ContinuousClock.now - start
      guard waited < timeout else { throw Self.locked(path) }
      let present = ForeignLock(at: path + ".lock")
      if present != foreign?.lock { foreign = present.map { ($0, waited) } }
      if let foreign, waited - foreign.since > ForeignLock.longestWait { throw Self.locked(path) }
      guard keepsWaiting(path + ".lock", waited) else { throw Self.givenUp(path + ".lock") }
      Self.pause()
    }
  }

  deinit { release() }

  /// Releases the lock, unless that was done.
  func release() {
    if file != nil { unlink(path + ".lock") }
    file = nil
  }

  /// Leaves the lock file as a killed process does.
  func abandon() { file = nil }

  /// Replaces the locked file atomically, synced, and releases the lock.
  func commit(_ bytes: [UInt8], sync: DiskSync = .each) throws(GitError) {
    try replace(with: bytes, sync: sync)
    release()
  }

  /// Replaces the locked file like ``commit(_:sync:)``, but keeps the lock.
  ///
  /// - Parameter mode: The mode of the new file; nil: the usual one.
  func replace(
    with bytes: [UInt8], mode: UInt32? = nil, sync: DiskSync = .each
  ) throws(GitError) {
    try prepare(with: bytes, mode: mode, sync: sync).replace()
    do throws(GitError) {
      try sync.directory(of: path)
    } catch {
      // The file is replaced, and the caller must go on from there: if the disk fails here, the next write fails too.
    }
  }

  /// Writes a new file that can replace the locked one, and syncs it.
  func prepare(
    with bytes: [UInt8], mode: UInt32? = nil, sync: DiskSync
  ) throws(GitError) -> UnnamedFile {
    let file = try UnnamedFile(for: path)
    if let mode { chmod(file.descriptor, mode: mode) }
    try file.write(bytes)
    try sync.file(file.descriptor, path: path)
    return file
  }

  /// Creates the lock; nil if another process has it. It appears with its marker and its `flock`, or not at all, since
  /// it is linked into place.
  private static func attempt(_ path: String) throws(GitError) -> UnnamedFile? {
    let file = try UnnamedFile(for: path, mode: markedMode)
    if let failure = flock(file.descriptor) { throw .system("flock", path: path, failure) }
    try file.write(marker)
    guard let failure = file.link(as: path + ".lock") else { return file }
    if failure == .fileExists { return nil }
    throw .system("link", path: path + ".lock", failure)
  }

  /// True if a file is a lock or a journal of a process of this program that runs.
  static func isHeld(_ path: String) -> Bool {
    guard let descriptor = try? open(path) else { return false }
    defer { close(descriptor) }
    return flock(descriptor) == .wouldBlock
  }

  /// True if a lock is one of this program and its process is gone.
  static func isAbandoned(_ path: String) -> Bool {
    guard let descriptor = try? open(path) else { return false }
    defer { close(descriptor) }
    return isAbandoned(descriptor)
  }

  /// True if the lock is marked and its process is gone: a running process holds its `flock`.
  private static func isAbandoned(_ descriptor: Int32) -> Bool {
    isMarked(descriptor) && flock(descriptor) == nil
  }

  /// True if the lock has the marker. After a power cut, lost contents of a file read as zero bytes; then the mode
  /// tells.
  fileprivate static func isMarked(_ descriptor: Int32) -> Bool {
    guard let start = try? read(descriptor, atMost: marker.count, at: 0) else { return false }
    let status = try? FileStatus(descriptor)
    let isMode = status?.permissions.contains(.saveText) == true
    return start == marker || isMode && start.allSatisfy { $0 == 0 }
  }

  /// Removes a lock of this program whose process is gone.
  ///
  /// - Returns: True if the lock is gone.
  static func removeAbandoned(_ path: String) -> Bool {
    let descriptor: Int32
    do throws(SystemFailure) { descriptor = try open(path) } catch {
      return error == .noSuchFileOrDirectory
    }
    defer { close(descriptor) }
    guard isAbandoned(descriptor) else { return false }
    guard let held = try? FileStatus(descriptor), let there = try? FileStatus(path),
      held.isSame(as: there)
    else { return true }
    return unlink(path) == nil
  }

  /// Waits a few milliseconds, a random time so that two processes do not stay in step.
  static func pause() { Machine.pause(nanoseconds: .random(in: 500_000...10_000_000)) }

  static func givenUp(_ path: String) -> GitError {
    GitError(
      .interrupted, "interrupted while waiting for a lock; nothing was changed", context: path)
  }

  private static func locked(_ path: String) -> GitError {
    let lock = path + ".lock"
    let message =
      ForeignLock(at: lock) == nil ? "another process holds the lock" : GitError.foreignLockMessage
    return GitError(.locked, message, context: lock)
  }
}

/// A lock of another program, such as git.
///
/// git holds its locks for a moment, and does not wait for those of others at all. One that stays was most likely left
/// behind, and nothing shows it.
private struct ForeignLock: Equatable {
  /// The time to wait for one lock.
  static let longestWait: Duration = .seconds(2)

  private let inode: UInt64
  private let changed: Int

  /// Reads the lock; nil if there is none, or it is one of this program.
  init?(at path: String) {
    guard let descriptor = try? open(path) else { return nil }
    defer { close(descriptor) }
    guard !LockFile.isMarked(descriptor), let status = try? FileStatus(descriptor) else {
      return nil
    }
    inode = UInt64(status.inode.rawValue)
    changed = status.changed.seconds
  }
}
