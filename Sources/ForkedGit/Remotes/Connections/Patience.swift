import Glibc

/// How long a silent server is waited for, and whether the person still wants to.
///
/// libgit2 has no way to hand this to a socket, so it stands in the task.
struct Patience: Sendable {
  let silence: Duration
  let isInterrupted: @Sendable () -> Bool

  @TaskLocal static var current = Patience(silence: .seconds(60), isInterrupted: { false })

  /// Waits until something can be read or written.
  ///
  /// - Throws: kind `unreachable` where nothing could for too long, `interrupted` where the person asked to stop.
  func wait(for events: Int32, on descriptor: Int32) throws(GitError) {
    let deadline = ContinuousClock.now + silence
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&waiting, 1, 100)
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .system("poll", path: "socket") }
      if isInterrupted() { throw GitError(.interrupted, "interrupted") }
      if ContinuousClock.now >= deadline {
        throw GitError(
          .unreachable, "the server said nothing for \(silence.components.seconds) seconds")
      }
    }
  }

  /// Reads what is there, once something is; 0 at the end.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawPointer?, _ count: Int
  ) throws(GitError) -> Int {
    while true {
      try wait(for: POLLIN, on: descriptor)
      let read = recv(descriptor, buffer, count, 0)
      if read >= 0 { return read }
      guard [EINTR, EAGAIN].contains(errno) else { throw Self.brokenOff() }
    }
  }

  /// Writes all of it.
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
