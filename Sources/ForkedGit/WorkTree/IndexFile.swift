import CLibgit2
import Glibc

/// git's index, in a copy that can be changed and then put in its place.
final class IndexFile {
  private let handle: Handle
  private let workingCopy: String
  private let timestamp: timespec?
  private var isChanged = false

  /// Copies the index. The caller holds its lock, so the copy's name needs no chance.
  init(of path: String) throws(GitError) {
    workingCopy = path + ".fork"
    unlink(workingCopy)
    unlink(workingCopy + ".lock")
    var status = stat()
    timestamp = stat(path, &status) == 0 ? status.st_mtim : nil
    if let bytes = try Files.read(path) {
      try Files.write(bytes, to: workingCopy, isDurable: false)
    }
    handle = try Handle.make("git_index_open", release: git_index_free, context: path) {
      [workingCopy] in git_index_open($0, workingCopy)
    }
  }

  deinit { unlink(workingCopy) }

  /// The entry at a path; nil where there is none.
  func entry(at path: TreePath) -> git_index_entry? {
    git_index_get_bypath(handle.pointer, path.cString, 0)?.pointee
  }

  func hasConflict(at path: TreePath) -> Bool {
    (1...3).contains { git_index_get_bypath(handle.pointer, path.cString, $0) != nil }
  }

  /// Whether an entry's recorded file is surely the one that was looked at.
  func isFresh(_ entry: git_index_entry, _ status: stat) -> Bool {
    guard let timestamp, Self.hasStatus(entry, status) else { return false }
    return !Self.isRacy(entry, timestamp)
  }

  func remove(_ path: TreePath) throws(GitError) {
    isChanged = true
    try removeConflict(at: path)
    _ = try checkFound("git_index_remove", context: path.description) {
      git_index_remove(handle.pointer, path.cString, 0)
    }
  }

  /// Sets an entry; without a file's status, git will look at the file itself.
  func set(_ path: TreePath, to entry: TreeEntry, status: stat?) throws(GitError) {
    isChanged = true
    try removeConflict(at: path)
    var raw = git_index_entry()
    if let status { Self.record(status, in: &raw) }
    (raw.mode, raw.id) = (entry.mode.rawValue, entry.id.raw)
    try check("git_index_add", context: path.description) {
      path.cString.withUnsafeBufferPointer { name in
        raw.path = name.baseAddress
        return git_index_add(handle.pointer, &raw)
      }
    }
  }

  private func removeConflict(at path: TreePath) throws(GitError) {
    guard hasConflict(at: path) else { return }
    try check("git_index_conflict_remove", context: path.description) {
      git_index_conflict_remove(handle.pointer, path.cString)
    }
  }

  /// Writes the copy and lets the lock put it in the index's place.
  func publish(by lock: LockFile) throws(GitError) {
    guard isChanged else { return lock.release() }
    distrustRacyEntries()
    try check("git_index_write", context: workingCopy) { git_index_write(handle.pointer) }
    try lock.commit(movedFrom: workingCopy)
  }

  /// A file changed in the same instant as the old index was written would look clean beside the
  /// newer one. Size 0 makes git look at the contents. Source: git's "racy-git" document.
  private func distrustRacyEntries() {
    guard let timestamp else { return }
    for position in 0..<git_index_entrycount(handle.pointer) {
      guard let entry = git_index_get_byindex(handle.pointer, position),
        Self.isRacy(entry.pointee, timestamp), entry.pointee.mode != FileMode.submodule.rawValue
      else { continue }
      UnsafeMutablePointer(mutating: entry).pointee.file_size = 0
    }
  }

  private static func isRacy(_ entry: git_index_entry, _ timestamp: timespec) -> Bool {
    let (seconds, nanoseconds) = (Int(entry.mtime.seconds), Int(entry.mtime.nanoseconds))
    return (seconds, nanoseconds) >= (timestamp.tv_sec, timestamp.tv_nsec)
  }

  private static func hasStatus(_ entry: git_index_entry, _ status: stat) -> Bool {
    var now = git_index_entry()
    record(status, in: &now)
    return entry.mtime.seconds == now.mtime.seconds && entry.ctime.seconds == now.ctime.seconds
      && entry.mtime.nanoseconds == now.mtime.nanoseconds && entry.ino == now.ino
      && entry.file_size == now.file_size
  }

  private static func record(_ status: stat, in entry: inout git_index_entry) {
    entry.mtime = time(status.st_mtim)
    entry.ctime = time(status.st_ctim)
    entry.dev = UInt32(truncatingIfNeeded: status.st_dev)
    entry.ino = UInt32(truncatingIfNeeded: status.st_ino)
    entry.uid = status.st_uid
    entry.gid = status.st_gid
    entry.file_size = UInt32(truncatingIfNeeded: status.st_size)
  }

  private static func time(_ time: timespec) -> git_index_time {
    git_index_time(
      seconds: Int32(truncatingIfNeeded: time.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec))
  }
}

extension TreePath {
  var cString: [CChar] { (bytes + [0]).map(CChar.init(bitPattern:)) }
}
