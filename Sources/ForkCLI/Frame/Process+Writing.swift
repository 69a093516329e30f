import ForkedStore
import Glibc

extension Process {
  /// Everything that a file holds; nil where there is no such file.
  static func readIfThere(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) { return try read(path) } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }

  /// Puts other bytes in place of a file's, all or nothing; its mode stays.
  static func replace(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try checkInterruption()
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    guard let target = realpath(path, nil) else {
      throw StoreError(errno: errno, "cannot write", path, missing: .notFound)
    }
    defer { free(target) }
    try put(bytes, at: String(cString: target), mode: mode)
  }

  /// Makes a file, and the directories on the way to it.
  static func create(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try checkInterruption()
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/" + part
      if mkdir(directory, 0o777) != 0, errno != EEXIST {
        throw StoreError(errno: errno, "cannot make", directory, missing: .cannotCreate)
      }
    }
    try put(bytes, at: path, mode: 0o644)
  }

  /// Writes a file beside the one of this name, and puts it in its place: nobody sees half of it.
  private static func put(_ bytes: [UInt8], at path: String, mode: mode_t) throws(StoreError) {
    let temporary = "\(path).\(getpid()).tmp"
    do throws(StoreError) {
      try write(bytes, to: temporary, mode: mode)
      if rename(temporary, path) != 0 {
        throw StoreError(errno: errno, "cannot write", path, missing: .inputOutput)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Takes a file away.
  static func remove(_ path: String) throws(StoreError) {
    if unlink(path) != 0 {
      throw StoreError(errno: errno, "cannot remove", path, missing: .notFound)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(StoreError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "cannot write", path, missing: .inputOutput)
    }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR {
        throw StoreError(errno: errno, "cannot write", path, missing: .inputOutput)
      }
      rest = rest.dropFirst(max(0, count))
    }
    if fchmod(descriptor, mode) != 0 {
      throw StoreError(errno: errno, "cannot write", path, missing: .inputOutput)
    }
  }
}
