import Glibc

/// A process that is run to its end, with files for its streams.
struct Child {
  /// The result of a process.
  struct Result {
    enum End: Equatable {
      case status(Int32)
      case signal(Int32)
      /// It had not ended within the limit.
      case hang
    }

    var end: End
    var output: String
    var errors: String

    var isDone: Bool { end == .status(0) }

    /// The way it ended, if no command may end so; else nil.
    var crash: String? {
      switch end {
      case .hang: "did not end"
      case .signal(let signal): "ended by signal \(signal)"
      case .status(70): "calls it a defect of its own"
      case .status: nil
      }
    }

    /// The end and the first lines of the errors, in one line.
    var summary: String {
      let text = errors.split(separator: "\n").prefix(3).joined(separator: " | ")
      return "\(end): \(text)"
    }
  }

  /// Only ends what would never end.
  static let limit = 120.0

  var arguments: [String]
  var environment: [String: String]
  var directory: String
  var input = ""

  /// - Parameter streams: a directory for the files of its streams.
  func run(streams: String) -> Result {
    guard let id = start(streams: streams) else {
      return Result(end: .status(127), output: "", errors: "cannot start \(arguments)")
    }
    let end = Self.wait(for: id)
    return Result(
      end: end, output: Files.text(streams + "/output"), errors: Files.text(streams + "/errors"))
  }

  /// - Returns: its process id; nil where it could not be started.
  func start(streams: String) -> pid_t? {
    Files.write(input, to: streams + "/input")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, streams + "/input", O_RDONLY, 0)
    for (stream, name) in [(1, "output"), (2, "errors")] as [(Int32, String)] {
      posix_spawn_file_actions_addopen(
        &actions, stream, "\(streams)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    return start(&actions)
  }

  /// Starts it with a descriptor in the place of its input and output, and no errors.
  ///
  /// - Returns: its process id; nil where it could not be started.
  func start(connectedTo descriptor: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in [0, 1] {
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    return start(&actions)
  }

  private func start(_ actions: inout posix_spawn_file_actions_t) -> pid_t? {
    var words = pointers(to: ["env", "-C", directory] + arguments)
    var variables = pointers(to: environment.map { "\($0)=\($1)" })
    defer { for pointer in words + variables { free(pointer) } }
    var id: pid_t = 0
    return posix_spawnp(&id, "env", &actions, nil, &words, &variables) == 0 ? id : nil
  }

  static func wait(for id: pid_t) -> Result.End {
    var (status, waited): (Int32, Double) = (0, 0)
    while true {
      let ended = waitpid(id, &status, WNOHANG)
      if ended == id { break }
      guard waited < limit else {
        kill(id, SIGKILL)
        waitpid(id, &status, 0)
        return .hang
      }
      usleep(500)
      waited += 0.0005
    }
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  private func pointers(to strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}
