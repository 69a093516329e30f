import CPlatform
import SystemPackage

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

/// pread(2)
func read(
  _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
) throws(SystemFailure) -> Int {
  try systemResult { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
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

/// rename(2)
func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> SystemFailure? {
  systemFailure { rename(old, new) }
}

/// renameat(2), into a directory.
func rename(
  _ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>, in directory: Int32
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

/// mkdir(2)
func mkdir(_ path: UnsafePointer<CChar>, mode: UInt32 = 0o777) -> SystemFailure? {
  systemFailure { mkdir(path, mode_t(mode)) }
}

/// mkdirat(2)
func mkdir(_ name: UnsafePointer<CChar>, in directory: Int32) -> SystemFailure? {
  systemFailure { mkdirat(directory, name, 0o777) }
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
