import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files and directories by their paths.
package enum FileSystem {
  /// True if a file is the program of this process; nil if the system does not tell.
  package static func isRunning(_ path: String) -> Bool? {
    guard let file = try? FileStatus(path), let own = try? FileStatus("/proc/self/exe") else {
      return nil
    }
    return file.isSame(as: own)
  }

  /// Creates a directory, unless there is one.
  package static func makeDirectory(_ path: String) throws(SystemFailure) {
    if let failure = mkdir(path), failure != .fileExists { throw failure }
  }

  /// Creates a directory that only this user can read, and returns its path: the prefix and six characters.
  package static func makeTemporaryDirectory(_ prefix: String) throws(SystemFailure) -> String {
    var name = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw .last }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a file.
  package static func remove(_ path: String) throws(SystemFailure) {
    if let failure = unlink(path) { throw failure }
  }

  /// Removes a directory if it is empty.
  package static func removeIfEmpty(_ directory: String) { ForkedGit.rmdir(directory) }
}

extension Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The entries of a directory; none if there is no such directory.
  static func entries(in path: String) -> [(name: String, isDirectory: Bool)] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var entries: [(name: String, isDirectory: Bool)] = []
    while let entry = readdir(directory) {
      let kind = entry.pointee.d_type
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append((name, kind == DT_DIR || kind == DT_UNKNOWN && isDirectory(path + "/" + name)))
    }
    return entries
  }

  /// True if the path is a directory. Not every file system tells the kind of a directory's entries.
  static func isDirectory(_ path: String) -> Bool {
    (try? FileStatus(link: path))?.type == .directory
  }
}

extension UnsafePointer<UInt8> {
  /// The distance to the first byte of that value among some; nil if there is none. memchr(3)
  func distance(to byte: UInt8, within count: Int) -> Int? {
    memchr(self, Int32(byte), count).map { UnsafeRawPointer(self).distance(to: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The order of two buffers of the same length, byte by byte. memcmp(3)
  func compare(to other: UnsafeRawBufferPointer) -> Int {
    guard let start = baseAddress, let otherStart = other.baseAddress else { return 0 }
    return Int(memcmp(start, otherStart, count))
  }
}

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
