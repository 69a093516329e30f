import ForkedStore
import Glibc
import Synchronization

/// The process and the system around it: the one place that reads clock, variables and randomness.
enum Process {
  private static let interrupts = Atomic<Int>(0)

  /// When the process began, in seconds since 1970: all that it says of times past is seen from here.
  static let startTime: Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }()

  /// Nanoseconds on a clock that only goes ahead.
  static func ticks() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Ends the process.
  static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Makes the first interrupt a request to stop before anything moves; the second ends the process at once.
  static func catchInterrupts() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in _ = Process.interrupts.add(1, ordering: .relaxed)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
  }

  /// Whether the person asked to stop.
  static var isInterrupted: Bool { interrupts.load(ordering: .relaxed) > 0 }

  /// Goes to a directory.
  static func changeDirectory(to path: String) throws(StoreError) {
    if chdir(path) != 0 { throw StoreError(errno: errno, "cannot go to", path, missing: .notFound) }
  }

  /// Everything that a file holds; `-` means standard input.
  static func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard path != "-" else { return try readAll(STDIN_FILENO, named: "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "cannot read", path, missing: .notFound)
    }
    defer { close(descriptor) }
    return try readAll(descriptor, named: path)
  }

  /// A file says how long it is, a pipe doesn't; neither need be true when all has been read.
  private static func readAll(_ descriptor: Int32, named name: String) throws(StoreError) -> [UInt8]
  {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    var room = isFile ? min(Int(status.st_size), 1 << 30) + 1 : 1 << 16
    var bytes: [UInt8] = []
    while true {
      let chunk = try readChunk(descriptor, atMost: room, named: name)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      room = 1 << 16
    }
  }

  /// What is there now, waiting for the first of it; nothing at the end.
  static func readSome(_ descriptor: Int32, named name: String) throws(StoreError) -> [UInt8] {
    try readChunk(descriptor, atMost: 1 << 18, named: name)
  }

  /// What one call gives; nothing at the end.
  private static func readChunk(
    _ descriptor: Int32, atMost room: Int, named name: String
  ) throws(StoreError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let read = Glibc.read(descriptor, buffer.baseAddress, room)
        failure = read < 0 ? errno : 0
        count = max(0, read)
      }
      if failure == 0 { return chunk }
      if isInterrupted { throw StoreError(.interrupted, "interrupted; nothing was changed") }
      if failure != EINTR {
        throw StoreError(errno: failure, "cannot read", name, missing: .inputOutput)
      }
    }
  }
}

extension StoreError {
  /// What the system said when something was done to a file.
  init(errno code: Int32, _ what: String, _ path: String, missing: Kind) {
    let kind: Kind =
      switch code {
      case ENOENT, ENOTDIR: missing
      case EACCES, EPERM, EROFS: .notPermitted
      default: .inputOutput
      }
    self.init(kind, "\(what) '\(path)': \(String(cString: strerror(code)))")
  }
}
