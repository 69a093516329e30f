import Glibc
import Synchronization

/// How long a silent server is waited for, and whether the person still wants to.
///
/// libgit2 has no way to hand this to a socket, so it stands in the task.
struct Patience: Sendable {
  let silence: Duration
  let isInterrupted: @Sendable () -> Bool
  /// The bytes that have come besides packs.
  let talk = Talk()

  @TaskLocal static var current = Patience(silence: .seconds(60), isInterrupted: { false })

  /// So many times as long as for silence a server is waited for that sends messages, but no part of a pack.
  private static let talkFactor = 10
  /// So many bytes it may send besides packs: the names of a million references.
  private static let mostTalk = 64 << 20

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

  /// - Throws: kind `unreachable` where a server talks for too long without sending what it was asked for.
  private func hear(_ count: Int) throws(GitError) {
    let (bytes, time) = talk.add(count)
    if bytes > Self.mostTalk {
      throw GitError(
        .unreachable, "the server sent more than \(Self.mostTalk >> 20) MB besides objects")
    }
    let limit = silence * Self.talkFactor
    guard time > limit else { return }
    throw GitError(
      .unreachable,
      "the server sent nothing but messages for \(limit.components.seconds) seconds; "
        + "'git config fork.timeout <seconds>' lets it take ten times as long as that")
  }

  /// Reads what is there, once something is; 0 at the end.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawPointer?, _ count: Int
  ) throws(GitError) -> Int {
    while true {
      try wait(for: POLLIN, on: descriptor)
      let read = recv(descriptor, buffer, count, 0)
      if read >= 0 {
        try hear(read)
        return read
      }
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

/// The bytes that a server sends besides the packs that it was asked for.
final class Talk: Sendable {
  private let heard = Mutex((bytes: 0, start: ContinuousClock.now))

  /// - Returns: how many bytes came since the last part of a pack, and for how long.
  func add(_ count: Int) -> (bytes: Int, time: Duration) {
    heard.withLock { heard in
      heard.bytes += count
      return (heard.bytes, ContinuousClock.now - heard.start)
    }
  }

  /// A part of a pack has come.
  func end() {
    heard.withLock { $0 = (0, ContinuousClock.now) }
  }
}
