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
  package init(reading path: String) throws(SystemFailure) { descriptor = try open(path) }

  /// The two ends of a pipe. No program inherits them.
  static func pipe() throws(SystemFailure) -> (output: ByteStream, input: ByteStream) {
    var ends: [Int32] = [0, 0]
    _ = try systemResult { makePipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ByteStream(ends[0]), ByteStream(ends[1]))
  }

  /// Closes the stream.
  package func close() { ForkedGit.close(descriptor) }

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
    try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count throws(SystemFailure) in
      count = try ForkedGit.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// The bytes of one call; none if nothing comes within some milliseconds, nil at the end.
  func part(within milliseconds: Int32) throws(SystemFailure) -> [UInt8]? {
    guard isReadable(within: milliseconds) else { return [] }
    let part = try read(atMost: 1 << 16)
    return part.isEmpty ? nil : part
  }

  /// Writes some of the bytes, and returns their number.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
    try ForkedGit.write(bytes, to: descriptor)
  }
}

// In the method above, this name is its own.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> CInt { pipe(ends) }

/// A mode of the terminal of standard input.
package struct TerminalMode {
  private var settings = termios()

  /// The present mode; nil if standard input is no terminal.
  package init?() {
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
  }

  /// The same mode, but each key is given at once and not shown, and the keys which stop or abort a process do nothing.
  package var withSingleKeys: TerminalMode {
    var mode = self
    mode.settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &mode.settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      for key in [VSUSP, VQUIT] { characters[Int(key)] = 0 }
    }
    return mode
  }

  /// Sets this mode, once all that was written is shown.
  package func set() {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}
