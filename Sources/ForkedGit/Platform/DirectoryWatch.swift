import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A watch of directories: the kernel reports changes, nothing is polled.
///
/// Source: inotify(7); kqueue(2).
final class DirectoryWatch {
  /// A change in a directory.
  struct Change {
    /// The directory; nil: there was a change in any of them.
    var directory: String?
    /// The name of the entry that was written, removed or made.
    var name = ""
    /// True if it is a directory that was made. Files that were made count when they are written.
    var isNewDirectory = false
  }

  private let descriptor: Int32
  private var directories: [Int32: String] = [:]

  init() throws(SystemFailure) {
    #if canImport(Darwin)
      descriptor = try systemResult { kqueue() }
    #else
      descriptor = try systemResult { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }
    #endif
  }

  deinit {
    ForkedGit.close(descriptor)
    #if canImport(Darwin)
      directories.keys.forEach(ForkedGit.close)
    #endif
  }

  /// Waits for changes, and returns them: none after an interrupt, nil if nobody reads the other descriptor any more.
  func changes(
    whileReading reader: Int32, unless isInterrupted: () -> Bool
  ) throws(SystemFailure) -> [Change]? {
    // An interrupt between the question and the wait comes during the wait.
    var (held, signalsBefore) = (Signals.set(Signals.ofInterrupts), sigset_t())
    pthread_sigmask(SIG_BLOCK, &held, &signalsBefore)
    defer { pthread_sigmask(SIG_SETMASK, &signalsBefore, nil) }
    var waited = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reader, events: 0, revents: 0),
    ]
    while !isInterrupted() {
      if fork_poll(&waited, 2, &signalsBefore) < 0 {
        guard SystemFailure.last == .interrupted else { throw .last }
        continue
      }
      if waited[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return nil }
      let changes = readChanges()
      if !changes.isEmpty { return changes }
    }
    return []
  }

  #if canImport(Darwin)
    /// Begins to watch a directory, unless it is watched.
    func add(_ directory: String) throws(SystemFailure) {
      if directories.values.contains(directory) { return }
      let opened = try open(directory, .readOnly, .eventOnly)
      directories[opened] = directory
      var event = kevent(
        ident: UInt(opened), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_DELETE), data: 0, udata: nil)
      _ = try systemResult { kevent(descriptor, &event, 1, nil, 0, nil) }
    }

    private func readChanges() -> [Change] {
      var (event, now, changes) = (kevent(), timespec(), [Change]())
      while kevent(descriptor, nil, 0, &event, 1, &now) > 0 {
        changes = [Change()]
        guard event.fflags & UInt32(NOTE_DELETE) != 0 else { continue }
        directories[Int32(event.ident)] = nil
        ForkedGit.close(Int32(event.ident))
      }
      return changes
    }
  #else
    private static let written = IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE

    /// Begins to watch a directory, unless it is watched.
    func add(_ directory: String) throws(SystemFailure) {
      let events = UInt32(Self.written | IN_CREATE | IN_DELETE_SELF)
      let watch = try systemResult { inotify_add_watch(descriptor, directory, events) }
      directories[watch] = directory
    }

    private func readChanges() -> [Change] {
      var (bytes, changes) = ([UInt8](repeating: 0, count: 1 << 16), [Change]())
      while let count = try? systemResult({ read(descriptor, &bytes, bytes.count) }), count > 0 {
        var rest = bytes[..<count]
        while rest.count >= 16 {
          let numbers = rest.withUnsafeBytes { raw in
            (0..<4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
          }
          let name = rest.dropFirst(16).prefix(Int(numbers[3])).prefix { $0 != 0 }
          rest = rest.dropFirst(16 + Int(numbers[3]))
          let text = String(decoding: name, as: UTF8.self)
          change(numbers[1], Int32(bitPattern: numbers[0]), text).map { changes.append($0) }
        }
      }
      return changes
    }

    private func change(_ mask: UInt32, _ watch: Int32, _ name: String) -> Change? {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return Change() }
      let (isNew, isDirectory) = (mask & UInt32(IN_CREATE) != 0, mask & 0x4000_0000 != 0)
      guard let directory = directories[watch], !isNew || isDirectory else { return nil }
      return Change(directory: directory, name: name, isNewDirectory: isNew)
    }
  #endif
}
