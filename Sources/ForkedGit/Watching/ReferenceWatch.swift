import CLibgit2
import Glibc

/// A watch that waits until branches may have been updated, by any program. The kernel reports changes, nothing is
/// polled.
///
/// Source: inotify(7).
public final class ReferenceWatch {
  private let descriptor: Int32
  private let repository: LocalRepository
  private var directories: [Int32: String] = [:]
  private var signalsBefore = sigset_t()

  private static let events = UInt32(
    IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF)

  /// Begins to watch. From here on, interrupts are blocked except during a wait.
  ///
  /// - Throws: Kind `io` if the kernel provides no watch.
  public init(_ repository: LocalRepository) throws(GitError) {
    self.repository = repository
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw .system("inotify_init1", path: repository.gitDirectory) }
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &signalsBefore)
    try watch(repository.commonDirectory)
    try watchDirectories(below: repository.commonDirectory + "refs/heads")
  }

  deinit {
    close(descriptor)
    pthread_sigmask(SIG_SETMASK, &signalsBefore, nil)
  }

  /// Waits until something may have changed.
  ///
  /// - Parameter reader: The descriptor to which results are printed: the wait ends when its reader goes away.
  /// - Returns: False if the reader has gone away; true otherwise, also after an interrupt.
  public func wait(whileReading reader: Int32) throws(GitError) -> Bool {
    var waited = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reader, events: 0, revents: 0),
    ]
    while true {
      let count = fork_poll(&waited, 2, &signalsBefore)
      if count < 0 {
        guard errno == EINTR else { throw .system("ppoll", path: repository.gitDirectory) }
        return true
      }
      if waited[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
      if try readEvents() { return true }
    }
  }

  private func watch(_ directory: String) throws(GitError) {
    let watch = inotify_add_watch(descriptor, directory, Self.events)
    if watch < 0, errno == ENOENT || errno == ENOTDIR { return }
    guard watch >= 0 else { throw .system("inotify_add_watch", path: directory) }
    directories[watch] = directory
  }

  private func watchDirectories(below directory: String) throws(GitError) {
    try watch(directory)
    for name in Files.names(in: directory) where !name.hasSuffix(".lock") {
      let path = directory + "/" + name
      if Files.isDirectory(path) { try watchDirectories(below: path) }
    }
  }

  /// Reads the events of the kernel.
  ///
  /// - Returns: True if a branch may have been updated.
  private func readEvents() throws(GitError) -> Bool {
    var (bytes, matters) = ([UInt8](repeating: 0, count: 1 << 16), false)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { return matters }
      for event in Self.events(in: bytes[..<count]) {
        if try note(event) { matters = true }
      }
    }
  }

  private struct Event {
    var watch: Int32
    var mask: UInt32
    var name: String
  }

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var (events, rest) = ([Event](), bytes)
    while rest.count >= 16 {
      let numbers = rest.withUnsafeBytes { raw in
        (0..<4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
      let name = rest.dropFirst(16).prefix(Int(numbers[3])).prefix { $0 != 0 }
      events.append(
        Event(
          watch: Int32(bitPattern: numbers[0]), mask: numbers[1],
          name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + Int(numbers[3]))
    }
    return events
  }

  private func note(_ event: Event) throws(GitError) -> Bool {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    guard let directory = directories[event.watch] else { return false }
    if directory == repository.commonDirectory { return event.name == "packed-refs" }
    if event.mask & UInt32(bitPattern: IN_ISDIR_) != 0, event.mask & UInt32(IN_CREATE) != 0 {
      try watchDirectories(below: directory + "/" + event.name)
      return true
    }
    return !event.name.hasSuffix(".lock") && event.mask & UInt32(IN_CREATE) == 0
  }
}

/// `IN_ISDIR` as a signed number.
private let IN_ISDIR_ = Int32(0x4000_0000)
