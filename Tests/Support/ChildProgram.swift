import Glibc

/// Other programs, run with files for their streams.
///
/// Not by Foundation's `Process`: with some 1,360 open descriptors it reads beyond what it was given (Swift 6.3.1), and
/// tests that run side by side have that many.
public enum ChildProgram {
  /// Runs a program until it ends. It inherits no signal settings.
  ///
  /// - Parameters:
  ///   - arguments: the program, which is looked for as shells do, and its arguments.
  ///   - environment: all that it sees.
  ///   - directory: where it runs; nil: here.
  ///   - input, output, errors: the paths of files; the latter two are made anew.
  /// - Returns: its exit status; nil where it could not be started or a signal ended it.
  public static func run(
    _ arguments: [String], environment: [String: String], in directory: String? = nil,
    input: String = "/dev/null", output: String = "/dev/null", errors: String = "/dev/null"
  ) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    for (stream, path) in [(1, output), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, Int32(stream), path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    }
    var attributes = usualSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let command = (directory.map { ["env", "-C", $0] } ?? []) + arguments
    guard let program = command.first else { return nil }
    var words = pointers(to: command)
    var variables = pointers(to: environment.map { "\($0)=\($1)" })
    defer { for pointer in words + variables { free(pointer) } }
    var id: pid_t = 0
    guard posix_spawnp(&id, program, &actions, &attributes, &words, &variables) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 { if errno != EINTR { return nil } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// No signal blocked, and a closed pipe ends the program: threads of a test may have it otherwise.
  private static func usualSignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    return attributes
  }

  private static func pointers(to strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}
