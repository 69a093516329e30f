import ForkedGit
import ForkedStore
import Glibc
import Synchronization

/// The process and its system; only this type reads the clock, variables and random numbers.
enum Process {
  /// The first signal that requested an interrupt; 0 if there was none.
  private static let interrupt = Atomic<Int32>(0)

  /// The start of the process in seconds since 1970; relative times in the output refer to it.
  static let startTime: Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }()

  /// Returns the nanoseconds of a monotonic clock.
  static func ticks() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns the seconds since 1970 of a time in the local time zone.
  static func seconds(ofLocal parts: tm) -> Int64 {
    var parts = parts
    parts.tm_isdst = -1
    return Int64(mktime(&parts))
  }

  /// Ends the process.
  static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Turns the first SIGINT, SIGTERM or SIGHUP into a request to stop before anything changes.
  ///
  /// The same signal again ends the process at once. SIGHUP stays ignored if `nohup` ignores it. SIGCHLD is not ignored,
  /// whatever the process was started with: otherwise the status of a hook that fails would be lost.
  static func catchInterrupts() {
    signal(SIGCHLD, SIG_DFL)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      _ = Process.interrupt.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    for signal in [SIGINT, SIGTERM, SIGHUP] where signal != SIGHUP || !isIgnored(signal) {
      sigaction(signal, &action, nil)
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    let ignoring: __sighandler_t? = SIG_IGN
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(ignoring, to: Int.self)
  }

  /// True if a signal requested an interrupt.
  static var isInterrupted: Bool { interrupt.load(ordering: .relaxed) != 0 }

  /// The exit status that shells give to a process ended by the signal.
  static var interruptedStatus: Int32 {
    let signal = interrupt.load(ordering: .relaxed)
    return 128 + (signal == 0 ? SIGINT : signal)
  }

  /// Throws if a signal requested an interrupt; to be called before anything is written.
  static func checkInterruption() throws(StoreError) {
    if isInterrupted { throw StoreError(.interrupted, "interrupted; nothing was changed") }
  }

  /// Changes the working directory.
  static func changeDirectory(to path: String) throws(StoreError) {
    guard chdir(path) == 0 else {
      throw StoreError(errno: errno, "cannot change to", path, missing: .notFound)
    }
  }

  /// Returns the contents of a file, or of standard input for `-`.
  static func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard path != "-" else { return try readAll(STDIN_FILENO, named: "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError(errno: errno, "cannot read", path, missing: .notFound)
    }
    defer { close(descriptor) }
    return try readAll(descriptor, named: path)
  }

  /// Reads up to the end. The size of a file is only a hint, since the file can change meanwhile.
  private static func readAll(_ descriptor: Int32, named name: String) throws(StoreError) -> [UInt8]
  {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    var capacity = isFile ? min(Int(status.st_size), 1 << 30) + 1 : 1 << 16
    var bytes: [UInt8] = []
    while true {
      let chunk = try readChunk(descriptor, atMost: capacity, named: name)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      capacity = 1 << 16
    }
  }

  /// Waits for input, and returns what is available; empty at the end.
  static func readSome(_ descriptor: Int32, named name: String) throws(StoreError) -> [UInt8] {
    try readChunk(descriptor, atMost: 1 << 18, named: name)
  }

  /// Returns the bytes of one call of `read`; empty at the end.
  private static func readChunk(
    _ descriptor: Int32, atMost capacity: Int, named name: String
  ) throws(StoreError) -> [UInt8] {
    while true {
      try awaitInput(descriptor)
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let read = Glibc.read(descriptor, buffer.baseAddress, capacity)
        failure = read < 0 ? errno : 0
        count = max(0, read)
      }
      if failure == 0 { return chunk }
      if failure != EINTR {
        throw StoreError(errno: failure, "cannot read", name, missing: .inputOutput)
      }
    }
  }

  /// Waits for input, and checks for interrupts every 100 ms: a signal before `poll` begins does not end it.
  private static func awaitInput(_ descriptor: Int32) throws(StoreError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat { try checkInterruption() } while poll(&request, 1, 100) <= 0
  }
}

extension StoreError {
  /// Creates the error of a failed system call on a file.
  init(errno code: Int32, _ operation: String, _ path: String, missing: Kind) {
    let kind: Kind =
      switch code {
      case ENOENT, ENOTDIR: missing
      case EACCES, EPERM, EROFS: .notPermitted
      default: .inputOutput
      }
    self.init(kind, "\(operation) '\(path)': \(String(cString: strerror(code)))")
  }
}

extension Process {
  /// Returns the contents of a file, or nil if it does not exist.
  static func readIfThere(_ path: String) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) { return try read(path) } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }

  /// Replaces the contents of a file atomically; its mode stays.
  ///
  /// - Parameter neighbour: a file in the directory for the temporary name; nil: the file itself.
  static func replace(
    _ path: String, with bytes: [UInt8], through neighbour: String? = nil
  ) throws(StoreError) {
    try checkInterruption()
    do throws(GitError) {
      try WholeFile.replace(path, with: bytes, through: neighbour)
    } catch {
      throw StoreError(translating: error)
    }
  }

  /// Creates a file and the directories of its path.
  static func create(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try checkInterruption()
    let parts = path.split(separator: "/").dropLast()
    var directory = path.hasPrefix("/") ? "" : "."
    for part in parts {
      directory += "/" + part
      if mkdir(directory, 0o777) != 0, errno != EEXIST {
        throw StoreError(errno: errno, "cannot create", directory, missing: .cannotCreate)
      }
    }
    try replace(path, with: bytes)
  }

  /// Creates a directory that only this user can read, and returns its path.
  static func temporaryDirectory(in parent: String) throws(StoreError) -> String {
    var name = Array("\(parent)/fork-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw StoreError(
        errno: errno, "cannot create a directory in", parent, missing: .cannotCreate)
    }
    return String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes a file.
  static func remove(_ path: String) throws(StoreError) {
    if unlink(path) != 0 {
      throw StoreError(errno: errno, "cannot remove", path, missing: .notFound)
    }
  }

  /// Removes a directory if it is empty.
  static func removeIfEmpty(_ directory: String) {
    _ = rmdir(directory)
  }
}

extension Environment {
  /// Returns the environment of this process.
  static func ofProcess(_ console: Console) -> Environment {
    Environment(
      variables: variables(), workingDirectory: currentDirectory(), user: userName(),
      host: hostName(), clock: Environment.wallClock, offsetMinutes: localOffset,
      random: { UInt64.random(in: .min ... .max) }, sleep: pause,
      isInterrupted: { Process.isInterrupted }, notify: { console.notify($0) },
      report: { console.show($0) })
  }

  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<sign])] = String(text[sign...].dropFirst())
      }
      next += 1
    }
    return variables
  }

  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func userName() -> String {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "unknown" }
    return String(cString: name)
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func localOffset(at seconds: Int64) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff / 60
  }

  private static func pause(nanoseconds: UInt64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }
}
