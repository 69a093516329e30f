import CLibgit2
import Glibc

/// A child process, started and ended by this one.
///
/// It inherits only the descriptors of its three streams, and no ignored or blocked signals: a thread of libdispatch
/// blocks nearly all of them.
final class ChildProcess {
  let id: pid_t
  private let program: String
  private let isAlone: Bool
  /// The status after a wait, or the reason why it cannot be read. From then on, the process number may be another
  /// process's.
  private var ending: Result<Int32, GitError>?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's name or path, and its arguments.
  ///   - environment: The complete environment of the program. The program is searched for in its `PATH`.
  ///   - directory: The working directory; nil: that of this process.
  ///   - streams: Descriptors for its input, output and errors.
  ///   - isAlone: True if it has no terminal, and is ended with all that it has started. No signal of the terminal
  ///     reaches it.
  /// - Throws: Kind `notFound` if there is no such program.
  init(
    _ arguments: [String], environment: [String: String], directory: String? = nil,
    streams: (input: Int32, output: Int32, error: Int32), isAlone: Bool = false
  ) throws(GitError) {
    program = try Self.find(arguments.first ?? "", environment["PATH"])
    self.isAlone = isAlone
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in [(0, streams.input), (1, streams.output), (2, streams.error)] {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    if let directory { _ = fork_addchdir(&actions, directory) }
    id = try Self.spawn(program, arguments, environment, &actions, isAlone)
  }

  /// `POSIX_SPAWN_SETSID`, which is hidden without `_GNU_SOURCE`.
  private static let ownSession: Int32 = 0x80

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t, _ isAlone: Bool
  ) throws(GitError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let session = isAlone ? ownSession : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | session))
    var words = CStrings(arguments)
    var variables = CStrings(environment.map { "\($0)=\($1)" })
    defer { words.free() }
    defer { variables.free() }
    var id: pid_t = 0
    let code = posix_spawn(
      &id, program, &actions, &attributes, &words.pointers, &variables.pointers)
    guard code == 0 else {
      throw .system("posix_spawn", path: program, SystemFailure(rawValue: code))
    }
    return id
  }

  private static func find(_ name: String, _ searchPath: String?) throws(GitError) -> String {
    if name.contains("/") { return name }
    for directory in (searchPath ?? "/usr/bin:/bin").split(separator: ":") {
      let path = "\(directory)/\(name)"
      if access(path, X_OK) == 0 { return path }
    }
    throw GitError(.notFound, "the program '\(name)' is not installed", context: name)
  }

  /// True if a program is in the search path.
  static func canFind(_ name: String, _ searchPath: String?) -> Bool {
    do {
      _ = try find(name, searchPath)
      return true
    } catch {
      return false
    }
  }

  /// Waits for the end and returns the status as `waitpid` gives it.
  ///
  /// - Throws: If the status cannot be read: another part of this process has taken it, or ignores `SIGCHLD`.
  func wait() throws(GitError) -> Int32 {
    while true {
      if let ending = ending(waiting: true) { return try ending.get() }
    }
  }

  /// Waits for the end like ``wait()``, but ends the process if the user interrupts the command.
  func wait(unless isInterrupted: () -> Bool) throws(GitError) -> Int32 {
    while !ends(within: .milliseconds(50)) {
      if isInterrupted() { end(after: .zero) }
    }
    return try wait()
  }

  /// Waits for the end for a limited time, and returns true if the process has ended.
  @discardableResult
  func ends(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ending(waiting: false) == nil {
      if ContinuousClock.now >= deadline { return false }
      usleep(2_000)
    }
    return true
  }

  /// The status, or the reason why it cannot be read; nil if the process still runs or a signal ended the wait.
  private func ending(waiting: Bool) -> Result<Int32, GitError>? {
    if let ending { return ending }
    var status: Int32 = 0
    let ended = waitpid(id, &status, waiting ? 0 : WNOHANG)
    if ended == id {
      ending = .success(status)
    } else if ended < 0, errno != EINTR {
      ending = .failure(.system("waitpid", path: program))
    }
    return ending
  }

  /// Ends the process if it does not end by itself within a short time.
  func end(after grace: Duration = .seconds(2)) {
    if ends(within: grace) { return }
    let all = isAlone ? -id : id
    kill(all, SIGTERM)
    if ends(within: .seconds(2)) { return }
    kill(all, SIGKILL)
    _ = try? wait()
  }
}

extension ChildProcess {
  /// The result of a program that has ended.
  struct Outcome {
    /// The exit status; nil if a signal ended the program.
    var status: Int32?
    var output: String
    var errors: String
  }

  /// Runs a program to its end. All of its streams are files in memory, so none of them can block or break.
  ///
  /// - Parameter isInterrupted: Returns true to end the program early; nil: it is never ended.
  static func run(
    _ arguments: [String], environment: [String: String], in directory: String? = nil,
    input: [UInt8] = [], unless isInterrupted: (() -> Bool)? = nil
  ) throws(GitError) -> Outcome {
    let streams = (try MemoryFile(input), try MemoryFile(), try MemoryFile())
    let child = try ChildProcess(
      arguments, environment: environment, directory: directory,
      streams: (streams.0.descriptor, streams.1.descriptor, streams.2.descriptor))
    let status: Int32
    if let isInterrupted {
      status = try child.wait(unless: isInterrupted)
    } else {
      status = try child.wait()
    }
    let isExit = status & 0x7F == 0
    return Outcome(
      status: isExit ? status >> 8 & 0xFF : nil, output: streams.1.text, errors: streams.2.text)
  }

  /// Runs a program to its end, and hears what it writes to its errors, as it comes.
  ///
  /// - Parameters:
  ///   - input: The whole input.
  ///   - isAlone: True if it has no terminal, and is ended with all that it has started.
  ///   - hear: Called with each part, and with an empty one while nothing comes. An error that it throws ends the
  ///     program.
  /// - Returns: The exit status, or the negative number of the signal that ended the program, and the output.
  static func run(
    _ arguments: [String], environment: [String: String], in directory: String, input: [UInt8],
    isAlone: Bool, hearing hear: ([UInt8]) throws(GitError) -> Void
  ) throws(GitError) -> (status: Int32, output: String) {
    let (input, output, errors) = (try MemoryFile(input), try MemoryFile(), try SocketPair())
    defer { close(errors.own) }
    let child: ChildProcess
    do {
      defer { close(errors.others) }
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (input.descriptor, output.descriptor, errors.others), isAlone: isAlone)
    }
    do throws(GitError) {
      // A process that goes on without the program may hold the other end open.
      var hasEnded = false
      while let part = try errors.part(within: 100), !hasEnded || !part.isEmpty {
        try hear(part)
        hasEnded = part.isEmpty && child.ends(within: .zero)
      }
    } catch {
      child.end(after: .zero)
      throw error
    }
    let status = try child.wait()
    return (
      status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F),
      String(decoding: try output.bytes(), as: UTF8.self)
    )
  }
}

/// Two connected sockets: one for this process, one for a child.
struct SocketPair {
  let own: Int32
  let others: Int32

  init() throws(GitError) {
    var sockets: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
      throw .system("socketpair", path: "child")
    }
    own = sockets[0]
    others = sockets[1]
  }

  /// Returns the bytes that the child has written; none if nothing comes within some milliseconds, nil at the end.
  func part(within limit: Int32) throws(GitError) -> [UInt8]? {
    var request = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, limit) > 0 else { return [] }
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let read = ForkedGit.read(own, buffer.baseAddress, 1 << 16)
      failure = read < 0 ? errno : 0
      count = max(0, read)
    }
    guard failure == 0 || failure == ECONNRESET else {
      throw .system("read", path: "child", SystemFailure(rawValue: failure))
    }
    return part.isEmpty ? nil : part
  }
}

/// A file in memory, without a name.
final class MemoryFile {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) throws(GitError) {
    descriptor = fork_memory_file("fork-stream")
    guard descriptor >= 0 else { throw .system("memfd_create", path: "fork-stream") }
    try Files.write(bytes, to: descriptor, path: "fork-stream")
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// The contents.
  func bytes() throws(GitError) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return try Files.rest(of: descriptor, path: "fork-stream")
  }

  /// The contents, up to 64 KiB.
  var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// An array of C strings that ends with a null pointer.
private struct CStrings {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

  func free() { for pointer in pointers { Glibc.free(pointer) } }
}
