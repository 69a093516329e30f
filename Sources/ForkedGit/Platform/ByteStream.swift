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

  /// Two connected sockets. No program inherits them.
  static func pair() throws(SystemFailure) -> (ByteStream, ByteStream) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = try systemResult { socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
      var isOn: Int32 = 1
      for end in ends {
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      _ = try systemResult { socketpair(AF_UNIX, kind, 0, &ends) }
    #endif
    return (ByteStream(ends[0]), ByteStream(ends[1]))
  }

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

  /// Writes some of the bytes, and returns their number.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
    try ForkedGit.write(bytes, to: descriptor)
  }

  /// Writes some of the bytes to a socket, as above, but never ends the process if nobody reads them.
  func send(_ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0  // `pair` has set it.
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return try systemResult {
      bytes.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, flags) }
    }
  }

  /// Tells the other socket that nothing follows.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}

// In the methods above, these names are their own.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> CInt { pipe(ends) }
private func sendBytes(
  _ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { send(socket, bytes, count, flags) }

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
