import Glibc
import Synchronization

/// The time to wait for a silent server, and the user's interrupt.
///
/// libgit2 cannot pass these to a socket, so they are in a task-local value.
struct ServerTimeout: Sendable {
  let silence: Duration
  let isInterrupted: @Sendable () -> Bool
  /// The bytes that were received besides packs.
  let receivedBytes = ReceivedBytes()

  @TaskLocal static var current = ServerTimeout(silence: .seconds(60), isInterrupted: { false })

  /// The factor for the time limit of a server that sends messages but no part of a pack: this many times that of a
  /// silent server.
  private static let messageTimeoutFactor = 10
  /// The largest number of bytes that a server may send besides packs: enough for the names of a million refs.
  private static let mostReceivedBytes = 64 << 20

  /// Ends long work if the user asked for that.
  ///
  /// - Throws: Kind `interrupted` if the user interrupted the command.
  func checkInterruption() throws(GitError) {
    if isInterrupted() { throw GitError(.interrupted, "interrupted") }
  }

  /// Waits until the descriptor can be read or written.
  ///
  /// - Throws: Kind `unreachable` after the time limit, `interrupted` if the user interrupted the command.
  func wait(for events: Int32, on descriptor: Int32) throws(GitError) {
    let deadline = ContinuousClock.now + silence
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&waiting, 1, 100)
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .system("poll", path: "socket") }
      try checkInterruption()
      if ContinuousClock.now >= deadline {
        throw GitError(
          .unreachable, "the server sent nothing for \(silence.components.seconds) seconds")
      }
    }
  }

  /// Counts received bytes.
  ///
  /// - Throws: Kind `unreachable` if a server sends other data for too long, or too much of it.
  private func noteReceived(_ count: Int) throws(GitError) {
    let (bytes, time) = receivedBytes.add(count)
    if bytes > Self.mostReceivedBytes {
      throw GitError(
        .unreachable, "the server sent more than \(Self.mostReceivedBytes >> 20) MB besides objects"
      )
    }
    let limit = silence * Self.messageTimeoutFactor
    guard time > limit else { return }
    throw GitError(
      .unreachable,
      "the server sent nothing but messages for \(limit.components.seconds) seconds; "
        + "'git config fork.timeout <seconds>' allows ten times that many seconds")
  }

  /// Waits for bytes and reads them.
  ///
  /// - Returns: The number of bytes; 0 at the end of the stream.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawPointer?, _ count: Int
  ) throws(GitError) -> Int {
    while true {
      try wait(for: POLLIN, on: descriptor)
      let read = recv(descriptor, buffer, count, 0)
      if read >= 0 {
        try noteReceived(read)
        return read
      }
      guard [EINTR, EAGAIN].contains(errno) else { throw Self.brokenOff() }
    }
  }

  /// Writes all bytes.
  func write(
    _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int
  ) throws(GitError) {
    var written = 0
    while written < count {
      try wait(for: POLLOUT, on: descriptor)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      let sent = send(descriptor, buffer?.advanced(by: written), count - written, flags)
      if sent < 0, ![EINTR, EAGAIN].contains(errno) { throw Self.brokenOff() }
      written += max(0, sent)
    }
  }

  private static func brokenOff() -> GitError {
    GitError(.unreachable, "the connection broke off: \(String(cString: strerror(errno)))")
  }
}

/// The bytes that a server sends besides the packs that it was asked for.
final class ReceivedBytes: Sendable {
  private let received = Mutex((bytes: 0, start: ContinuousClock.now))

  /// Counts received bytes.
  ///
  /// - Returns: The number of bytes since the last part of a pack, and the time since then.
  func add(_ count: Int) -> (bytes: Int, time: Duration) {
    received.withLock { received in
      received.bytes += count
      return (received.bytes, ContinuousClock.now - received.start)
    }
  }

  /// Starts the count again, after a part of a pack was received.
  func end() {
    received.withLock { $0 = (0, ContinuousClock.now) }
  }
}
