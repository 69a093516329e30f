import CPlatform
package import SystemPackage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Calls of the system under their own names. A call that a signal interrupted before it did anything, which happens above
// all on network file systems, is made again. One without a result returns its failure; nil if it succeeded. Paths are
// strings, or bytes that end with a zero.

/// open(2), openat(2). No program inherits the descriptor.
func open(
  _ path: UnsafePointer<CChar>, _ access: FileDescriptor.AccessMode = .readOnly,
  _ options: FileDescriptor.OpenOptions = [], mode: UInt32 = 0, in directory: Int32 = AT_FDCWD
) throws(SystemFailure) -> Int32 {
  let flags = access.rawValue | options.rawValue | O_CLOEXEC
  return try systemResult { openat(directory, path, flags, mode_t(mode)) }
}

/// open(2), `O_TMPFILE`: a file without a name, to read and write, that can get one in a directory.
func openUnnamed(
  near path: UnsafePointer<CChar>, mode: UInt32, in directory: Int32 = AT_FDCWD
) throws(SystemFailure) -> Int32 {
  #if canImport(Darwin)
    throw .notSupported
  #else
    // Hidden without `_GNU_SOURCE`.
    let unnamed = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)
    return try open(path, .readWrite, unnamed, mode: mode, in: directory)
  #endif
}

/// memfd_create(2): a file in memory, to read and write.
func openMemory(_ name: String) throws(SystemFailure) -> Int32 {
  try systemResult { fork_memory_file(name) }
}

/// A path that names an open file, if it has no other. proc(5)
func descriptorPath(_ descriptor: Int32) -> String {
  #if canImport(Darwin)
    "/dev/fd/\(descriptor)"
  #else
    "/proc/self/fd/\(descriptor)"
  #endif
}

/// close(2)
func close(_ descriptor: Int32) { _ = close(descriptor) as CInt }

/// read(2)
func read(
  _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
) throws(SystemFailure) -> Int {
  try systemResult { read(descriptor, buffer.baseAddress, buffer.count) }
}

/// Reads some of the bytes at a place of a file. pread(2)
func read(_ descriptor: Int32, atMost count: Int, at offset: Int) throws(SystemFailure) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  let read = try systemResult { pread(descriptor, &bytes, count, off_t(offset)) }
  return Array(bytes.prefix(read))
}

/// write(2)
func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(SystemFailure) -> Int {
  try systemResult { bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
}

/// lseek(2), from the start.
func seek(_ descriptor: Int32, to offset: Int) { lseek(descriptor, off_t(offset), SEEK_SET) }

/// fsync(2): the file or directory is on the disk.
func fsync(_ descriptor: Int32) -> SystemFailure? {
  #if canImport(Darwin)
    // There, fsync leaves it in the cache of the disk.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return nil }
  #endif
  return systemFailure { fsync(descriptor) }
}

/// sync_file_range(2): begins to write a file to the disk, as far as the system can.
///
/// - Parameter waits: True to wait until the disk has it, be it in a cache.
func writeOut(_ descriptor: Int32, waits: Bool) { fork_write_out(descriptor, waits ? 1 : 0) }

/// flock(2): an exclusive lock, until the descriptor is closed. `wouldBlock` if another process has one.
@discardableResult
func flock(_ descriptor: Int32) -> SystemFailure? {
  systemFailure { flock(descriptor, LOCK_EX | LOCK_NB) }
}

/// rename(2), renameat(2)
func rename(
  _ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD
) -> SystemFailure? {
  systemFailure { renameat(AT_FDCWD, old, directory, new) }
}

/// renameat2(2): a file and another one in a directory exchange their names.
func exchange(
  _ file: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>, in directory: Int32
) -> SystemFailure? {
  systemFailure { fork_rename(file, directory, other, 1) }
}

/// renameat2(2), to a name in a directory that no file has.
func renameNew(
  _ file: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>, in directory: Int32
) -> SystemFailure? {
  systemFailure { fork_rename(file, directory, new, 0) }
}

/// linkat(2). A symbolic link is followed.
func link(
  _ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD
) -> SystemFailure? {
  systemFailure { linkat(AT_FDCWD, old, directory, new, AT_SYMLINK_FOLLOW) }
}

/// symlink(2)
func symlink(_ target: UnsafePointer<CChar>, at path: UnsafePointer<CChar>) -> SystemFailure? {
  systemFailure { symlink(target, path) }
}

/// readlink(2); at most 4096 bytes.
func readlink(_ path: UnsafePointer<CChar>) throws(SystemFailure) -> [UInt8] {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = try systemResult { readlink(path, &buffer, buffer.count) }
  return buffer[..<count].map(UInt8.init(bitPattern:))
}

/// unlink(2), unlinkat(2)
@discardableResult
func unlink(_ path: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD) -> SystemFailure? {
  systemFailure { unlinkat(directory, path, 0) }
}

/// rmdir(2), unlinkat(2)
@discardableResult
func rmdir(_ path: UnsafePointer<CChar>, in directory: Int32 = AT_FDCWD) -> SystemFailure? {
  systemFailure { unlinkat(directory, path, AT_REMOVEDIR) }
}

/// mkdir(2), mkdirat(2)
func mkdir(
  _ path: UnsafePointer<CChar>, mode: UInt32 = 0o777, in directory: Int32 = AT_FDCWD
) -> SystemFailure? {
  systemFailure { mkdirat(directory, path, mode_t(mode)) }
}

/// chmod(2)
@discardableResult
func chmod(_ path: UnsafePointer<CChar>, mode: UInt32) -> SystemFailure? {
  systemFailure { chmod(path, mode_t(mode)) }
}

/// fchmod(2)
@discardableResult
func chmod(_ descriptor: Int32, mode: UInt32) -> SystemFailure? {
  systemFailure { fchmod(descriptor, mode_t(mode)) }
}

/// Empties a file. truncate(2)
func empty(_ path: String) { _ = systemFailure { truncate(path, 0) } }

/// Sets the time at which a file was modified to the present. utimes(2)
func touch(_ path: String) -> SystemFailure? { systemFailure { utimes(path, nil) } }

/// The path without symbolic links; itself if there is no such file. realpath(3)
func resolved(_ path: String) -> String {
  guard let result = realpath(path, nil) else { return path }
  defer { free(result) }
  return String(cString: result)
}

/// True if a pattern of the shell matches a text. fnmatch(3)
///
/// - Parameter isPath: True if no wildcard matches a slash.
func fnmatch(_ pattern: String, _ text: String, isPath: Bool) -> Bool {
  fnmatch(pattern, text, isPath ? FNM_PATHNAME : 0) == 0
}

/// The failure of a system call, by its `errno`.
package typealias SystemFailure = Errno

extension Errno {
  /// The failure of the last call that failed, on this thread.
  static var last: Errno { Errno(rawValue: errno) }

  /// True if there is no such file or directory.
  package var isMissing: Bool { self == .noSuchFileOrDirectory || self == .notDirectory }
  /// True if the user lacks a permission, or the file system is read-only.
  package var isRefused: Bool {
    [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(self)
  }
  /// True if a signal ended the call before it did anything.
  package var isInterrupted: Bool { self == .interrupted }
  /// True if nobody reads what is written.
  package var isOfBrokenPipe: Bool { self == .brokenPipe }
}

/// The result of a call.
func systemResult<Number: SignedInteger>(_ call: () -> Number) throws(SystemFailure) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    if SystemFailure.last != .interrupted { throw .last }
  }
}

/// The failure of a call; nil if it succeeded.
func systemFailure(_ call: () -> CInt) -> SystemFailure? {
  do throws(SystemFailure) {
    _ = try systemResult(call)
    return nil
  } catch {
    return error
  }
}
