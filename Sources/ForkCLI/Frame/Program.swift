import ArgumentParser
import ForkedStore

/// The program `fork`.
public enum Program {
  /// Runs the command that the process's arguments name, and ends the process with its status.
  public static func main() -> Never {
    let console = Console()
    let status = run(Array(CommandLine.arguments.dropFirst()), on: console)
    console.flush()
    Process.exit(status.rawValue)
  }

  private static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      if let call = MergeDriverCall(arguments) { return try call.run(in: session(on: console)) }
      let rest = try enterDirectory(arguments)
      let command = try ForkCommand.parseAsRoot(Array(rest))
      let status = try execute(command, on: console)
      try console.finish()
      return status
    } catch {
      return explain(error, on: console)
    }
  }

  private static func execute(
    _ command: any ParsableCommand, on console: Console
  ) throws -> ExitStatus {
    guard let command = command as? any Command else {
      var other = command
      try other.run()
      return .done
    }
    console.manners = command.manners
    return try command.run(in: session(on: console))
  }

  private static func session(on console: Console) -> Session {
    Process.catchInterrupts()
    return Session(console: console, environment: .ofProcess(console))
  }

  /// Takes `-C <dir>` from the front, as git does, and goes there.
  private static func enterDirectory(_ arguments: [String]) throws -> ArraySlice<String> {
    var rest = arguments[...]
    while rest.first == "-C" {
      guard let directory = rest.dropFirst().first else {
        throw StoreError(.usage, "-C needs a directory", hint: "fork -C <dir> <command>")
      }
      try Process.changeDirectory(to: directory)
      rest = rest.dropFirst(2)
    }
    return rest
  }
}

extension Program {
  /// Says what went wrong, or what was asked for (`--help`, `--version`).
  private static func explain(_ error: any Error, on console: Console) -> ExitStatus {
    guard let status = ExitStatus(parsing: error) else {
      let failure = StoreError(translating: error)
      console.explain(failure)
      return ExitStatus(failure.kind)
    }
    let message = ForkCommand.fullMessage(for: error)
    if status == .done {
      console.write(Array((message + "\n").utf8))
    } else {
      console.say(StyledText("\(trusted: message)"))
    }
    return status
  }
}

extension ExitStatus {
  /// The status of an error that parsing the arguments ended with; nil for any other error.
  fileprivate init?(parsing error: any Error) {
    if error is StoreError { return nil }
    switch ForkCommand.exitCode(for: error) {
    case .success: self = .done
    case .validationFailure: self = .usage
    default: return nil
    }
  }
}
