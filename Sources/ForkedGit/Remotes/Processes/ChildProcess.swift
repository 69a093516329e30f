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
  private var ending: Result<ProcessEnding, GitError>?

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

  /// Waits for the end.
  ///
  /// - Parameter isInterrupted: Returns true to end the process early; nil: it is never ended.
  /// - Throws: If the status cannot be read: another part of this process has taken it, or ignores `SIGCHLD`.
  @discardableResult
  func wait(unless isInterrupted: (() -> Bool)? = nil) throws(GitError) -> ProcessEnding {
    while let isInterrupted, !ends(within: .milliseconds(50)) {
      if isInterrupted() { end(after: .zero) }
    }
    while true {
      if let ending = ending(waiting: true) { return try ending.get() }
    }
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
  private func ending(waiting: Bool) -> Result<ProcessEnding, GitError>? {
    if let ending { return ending }
    do throws(GitError) {
      let status = try called("waitpid", path: program, waitpid(id, blocking: waiting))
      ending = status.map { .success(ProcessEnding($0)) }
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

/// The way in which a program has ended.
public enum ProcessEnding: Hashable, Sendable {
  /// It ended by itself, with an exit status.
  case exit(Int32)
  /// A signal ended it.
  case signal(Int32)

  /// - Parameter status: The status as `waitpid` gives it.
  init(_ status: Int32) {
    self = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// The ending in words, as in "status 2".
  public var description: String {
    switch self {
    case .exit(let status): "status \(status)"
    case .signal(let number): "signal \(number)"
    }
  }
}

/// The result of a program that has ended.
public struct ProcessOutcome: Sendable {
  /// The way in which it has ended.
  public var ending: ProcessEnding
  /// The standard output.
  public var output: [UInt8]
  /// The beginning of the standard error.
  public var errors: String

  /// True if the program ended with status 0.
  public var isSuccess: Bool { ending == .exit(0) }

  /// The failure, as in "failed with status 2"; nil if it succeeded.
  public var failure: String? {
    switch ending {
    case .exit(0): nil
    case .exit: "failed with \(ending.description)"
    case .signal: "was ended by \(ending.description)"
    }
  }

  /// The standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
}

extension ChildProcess {
  /// Runs a program to its end. Its streams are files in memory, so that none of them can block or break.
  ///
  /// - Parameters:
  ///   - shown: Descriptors for its output and errors, if these are not to be part of the outcome.
  ///   - isAlone: True if it has no terminal, and is ended with all that it has started.
  ///   - isInterrupted: Returns true to end the program early; nil: it is never ended.
  static func run(
    _ arguments: [String], environment: [String: String], in directory: String? = nil,
    input: [UInt8] = [], showing shown: (output: Int32?, errors: Int32?) = (nil, nil),
    isAlone: Bool = false, unless isInterrupted: (() -> Bool)? = nil
  ) throws(GitError) -> ProcessOutcome {
    let (input, output, errors) = (try MemoryFile(input), try MemoryFile(), try MemoryFile())
    let child = try ChildProcess(
      arguments, environment: environment, directory: directory,
      streams: (
        input.descriptor, shown.output ?? output.descriptor, shown.errors ?? errors.descriptor
      ), isAlone: isAlone)
    let ending = try child.wait(unless: isInterrupted)
    return ProcessOutcome(ending: ending, output: try output.bytes(), errors: errors.text)
  }

  /// Runs a program to its end, and hears what it writes to its errors, as it comes.
  ///
  /// - Parameters:
  ///   - input: The whole input.
  ///   - isAlone: True if it has no terminal, and is ended with all that it has started.
  ///   - hear: Called with each part, and with an empty one while nothing comes. An error that it throws ends the
  ///     program.
  /// - Returns: The outcome, without the errors.
  static func run(
    _ arguments: [String], environment: [String: String], in directory: String, input: [UInt8],
    isAlone: Bool, hearing hear: ([UInt8]) throws(GitError) -> Void
  ) throws(GitError) -> ProcessOutcome {
    let (input, output) = (try MemoryFile(input), try MemoryFile())
    let errors = try called("pipe", path: "child", ByteStream.pipe())
    defer { errors.output.close() }
    let child: ChildProcess
    do {
      defer { errors.input.close() }
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (input.descriptor, output.descriptor, errors.input.descriptor),
        isAlone: isAlone)
    }
    do throws(GitError) {
      // A process that goes on without the program may hold the other end open.
      var hasEnded = false
      while let part = try called("read", path: "child", errors.output.part(within: 100)),
        !hasEnded || !part.isEmpty
      {
        try hear(part)
        hasEnded = part.isEmpty && child.ends(within: .zero)
      }
    } catch {
      child.end(after: .zero)
      throw error
    }
    return ProcessOutcome(ending: try child.wait(), output: try output.bytes(), errors: "")
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
