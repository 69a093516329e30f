#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file, pipe or terminal, by its descriptor.
package struct ByteStream: Sendable {
  /// The descriptor.
  package let descriptor: Int32

  /// The stream of a descriptor.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Standard input.
  package static let input = ByteStream(STDIN_FILENO)
  /// Standard output.
  package static let output = ByteStream(STDOUT_FILENO)
  /// Standard error.
  package static let errors = ByteStream(STDERR_FILENO)

  /// Opens a file for reading.
  package init(reading path: String) throws(SystemFailure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure.last }
  }

  /// Closes the stream.
  package func close() { _ = closed(descriptor) }

  /// Makes this stream write where another one does, and closes that.
  package func adopt(_ other: ByteStream) {
    dup2(other.descriptor, descriptor)
    other.close()
  }

  /// True if it is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The size of a regular file; nil for anything else.
  package var fileSize: Int? {
    guard let status = try? FileStatus(descriptor), status.type == .regular else { return nil }
    return Int(status.size)
  }

  /// True if reading does not block, at the end too, or stops blocking within some milliseconds.
  package func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// The bytes of one call of read(2); none at the end.
  package func read(atMost capacity: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let read = ForkedGit.read(descriptor, buffer.baseAddress, capacity)
      if read < 0 { failure = SystemFailure.last }
      count = max(0, read)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes some of the bytes, and returns their number.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
    let count = bytes.withUnsafeBytes { written(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw SystemFailure.last }
    return count
  }
}

/// In the methods above, `close` and `write` are themselves.
private func closed(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func written(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    Darwin.write(descriptor, bytes, count)
  #else
    Glibc.write(descriptor, bytes, count)
  #endif
}

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
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemFailure.last }
  }

  /// Creates a directory that only this user can read, and returns its path: the prefix and six characters.
  package static func makeTemporaryDirectory(_ prefix: String) throws(SystemFailure) -> String {
    var name = Array("\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemFailure.last }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a file.
  package static func remove(_ path: String) throws(SystemFailure) {
    guard unlink(path) == 0 else { throw SystemFailure.last }
  }

  /// Removes a directory if it is empty.
  package static func removeIfEmpty(_ directory: String) { rmdir(directory) }
}
