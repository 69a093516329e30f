import CPlatform
import SystemPackage

/// The status of a file. stat(2)
typealias FileStatus = Stat

extension Stat {
  /// Reads the status of a file, or of the symbolic link at its path. lstat(2)
  init(link path: UnsafePointer<CChar>) throws(SystemFailure) {
    try self.init(path, followTargetSymlink: false)
  }

  /// Reads the status of an open file. fstat(2)
  init(_ descriptor: Int32) throws(SystemFailure) {
    try self.init(FileDescriptor(rawValue: descriptor))
  }

  /// The permissions, and the bits beside them, as chmod(2) takes them.
  var modeBits: UInt32 { UInt32(permissions.rawValue) }

  /// The time at which the contents changed, since 1970.
  var modified: (seconds: Int, nanoseconds: Int) { (st_mtim.tv_sec, st_mtim.tv_nsec) }

  /// The time at which the contents or the status changed, since 1970.
  var changed: (seconds: Int, nanoseconds: Int) { (st_ctim.tv_sec, st_ctim.tv_nsec) }

  /// True if both are of one file.
  func isSame(as other: Stat) -> Bool { inode == other.inode && deviceID == other.deviceID }
}

/// The time at which a file was made, in nanoseconds since 1970; 0 if the file system does not know.
func birthTime(of descriptor: Int32) -> Int64 { fork_birth_time(descriptor) }
