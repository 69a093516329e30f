import Glibc

/// A finished child process.
struct Child {
  var cost: Cost
  var status: Int32
  /// Kilobytes that it had resident at most.
  var peakKilobytes: Int

  /// Runs a program, found as the shell finds it, with standard output and error thrown away.
  ///
  /// - Parameter input: the file that it reads from.
  static func run(_ arguments: [String], input: String = "/dev/null") throws -> Child {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    var (process, status, usage) = (pid_t(), Int32(), rusage())
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { strings.forEach { free($0) } }
    let start = now()
    let failure = posix_spawnp(&process, arguments[0], &actions, nil, &strings, environ)
    if failure == 0 { wait4(process, &status, 0, &usage) }
    let cost = Cost(wall: now() - start, processor: usage.seconds)
    guard failure == 0 else { throw Failure("cannot run \(arguments[0])") }
    return Child(
      cost: cost, status: status >> 8 & 0xFF, peakKilobytes: Int(usage.ru_maxrss))
  }
}

extension Child {
  /// Runs a program that must succeed, and gives what it took.
  @discardableResult
  static func succeed(_ arguments: [String], input: String = "/dev/null") throws -> Cost {
    let child = try run(arguments, input: input)
    guard child.status == 0 else {
      throw Failure("\(arguments.joined(separator: " ")) left \(child.status)")
    }
    return child.cost
  }
}

extension rusage {
  /// User and system, with those of its own children.
  fileprivate var seconds: Double {
    Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
  }
}

/// Why a row cannot be measured.
struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
