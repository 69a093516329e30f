/// A child process, started and ended by this one.
///
/// It inherits only the descriptors of its three streams, and no ignored or blocked signals: a thread of libdispatch
/// blocks nearly all of them.
final class ChildProcess {
  let id: Int32
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
    id = try called(
      "posix_spawn", path: program,
      spawn(
        program, arguments, environment.map { "\($0)=\($1)" }, in: directory,
        streams: [streams.input, streams.output, streams.error], isAlone: isAlone))
  }

  private static func find(_ name: String, _ searchPath: String?) throws(GitError) -> String {
    if name.contains("/") { return name }
    for directory in (searchPath ?? "/usr/bin:/bin").split(separator: ":") {
      let path = "\(directory)/\(name)"
      if Machine.isExecutable(path) { return path }
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
      Machine.pause(nanoseconds: 2_000_000)
    }
    return true
  }

  /// The status, or the reason why it cannot be read; nil if the process still runs.
  private func ending(waiting: Bool) -> Result<Int32, GitError>? {
    if let ending { return ending }
    do throws(GitError) {
      let status = try called("waitpid", path: program, waitpid(id, blocking: waiting))
      ending = status.map { .success($0) }
    } catch {
      ending = .failure(error)
    }
    return ending
  }

  /// Ends the process if it does not end by itself within a short time.
  func end(after grace: Duration = .seconds(2)) {
    if ends(within: grace) { return }
    let all = isAlone ? -id : id
    Signals.end(all, byForce: false)
    if ends(within: .seconds(2)) { return }
    Signals.end(all, byForce: true)
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
    defer { errors.own.close() }
    let child: ChildProcess
    do {
      defer { errors.others.close() }
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (input.descriptor, output.descriptor, errors.others.descriptor),
        isAlone: isAlone)
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
  let (own, others): (ByteStream, ByteStream)

  init() throws(GitError) {
    (own, others) = try called("socketpair", path: "child", ByteStream.pair())
  }

  /// Returns the bytes that the child has written; none if nothing comes within some milliseconds, nil at the end.
  func part(within limit: Int32) throws(GitError) -> [UInt8]? {
    guard own.isReadable(within: limit) else { return [] }
    do throws(SystemFailure) {
      let part = try own.read(atMost: 1 << 16)
      return part.isEmpty ? nil : part
    } catch {
      if error == .connectionReset { return nil }
      throw .system("read", path: "child", error)
    }
  }
}

/// A file in memory, without a name.
final class MemoryFile {
  let descriptor: Int32

  init(_ bytes: [UInt8] = []) throws(GitError) {
    descriptor = try called("memfd_create", path: "fork-stream", openMemory("fork-stream"))
    try Files.write(bytes, to: descriptor, path: "fork-stream")
    seek(descriptor, to: 0)
  }

  deinit { close(descriptor) }

  /// The contents.
  func bytes() throws(GitError) -> [UInt8] {
    seek(descriptor, to: 0)
    return try Files.rest(of: descriptor, path: "fork-stream")
  }

  /// The contents, up to 64 KiB.
  var text: String {
    String(decoding: (try? read(descriptor, atMost: 1 << 16, at: 0)) ?? [], as: UTF8.self)
  }
}
