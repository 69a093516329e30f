import Glibc

// A signal can interrupt a system call before it did anything, above all on network file systems. Then it is repeated.
// In this module, these functions replace those of the C library with the same names.

/// open(2)
func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  repeating { Glibc.open(path, flags, mode) }
}

/// openat(2)
func openat(_ directory: Int32, _ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  repeating { Glibc.openat(directory, path, flags, mode) }
}

/// openat(2), with a name in bytes.
func openat(_ directory: Int32, _ name: [CChar], _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  repeating { Glibc.openat(directory, name, flags, mode) }
}

/// rename(2)
func rename(_ old: String, _ new: String) -> Int32 { repeating { Glibc.rename(old, new) } }

/// renameat(2)
func renameat(
  _ oldDirectory: Int32, _ old: String, _ newDirectory: Int32, _ new: [CChar]
) -> Int32 {
  repeating { Glibc.renameat(oldDirectory, old, newDirectory, new) }
}

/// link(2)
func link(_ old: String, _ new: String) -> Int32 { repeating { Glibc.link(old, new) } }

/// linkat(2)
func linkat(
  _ oldDirectory: Int32, _ old: String, _ newDirectory: Int32, _ new: String, _ flags: Int32
) -> Int32 {
  repeating { Glibc.linkat(oldDirectory, old, newDirectory, new, flags) }
}

/// linkat(2), with a new name in bytes.
func linkat(
  _ oldDirectory: Int32, _ old: String, _ newDirectory: Int32, _ new: [CChar], _ flags: Int32
) -> Int32 {
  repeating { Glibc.linkat(oldDirectory, old, newDirectory, new, flags) }
}

/// unlink(2)
@discardableResult
func unlink(_ path: String) -> Int32 { repeating { Glibc.unlink(path) } }

/// unlinkat(2)
func unlinkat(_ directory: Int32, _ name: [CChar], _ flags: Int32) -> Int32 {
  repeating { Glibc.unlinkat(directory, name, flags) }
}

/// mkdir(2)
func mkdir(_ path: String, _ mode: mode_t) -> Int32 { repeating { Glibc.mkdir(path, mode) } }

/// mkdirat(2)
func mkdirat(_ directory: Int32, _ name: [CChar], _ mode: mode_t) -> Int32 {
  repeating { Glibc.mkdirat(directory, name, mode) }
}

/// rmdir(2)
@discardableResult
func rmdir(_ path: String) -> Int32 { repeating { Glibc.rmdir(path) } }

/// fsync(2)
func fsync(_ descriptor: Int32) -> Int32 { repeating { Glibc.fsync(descriptor) } }

/// read(2)
func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  repeating { Glibc.read(descriptor, buffer, count) }
}

/// pread(2)
func pread(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: off_t
) -> Int {
  repeating { Glibc.pread(descriptor, buffer, count, offset) }
}

/// write(2)
func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  repeating { Glibc.write(descriptor, buffer, count) }
}

private func repeating<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
