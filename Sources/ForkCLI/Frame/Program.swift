import ArgumentParser
import ForkedSchema
import ForkedStore

/// The program `fork`.
public enum Program {
  /// Runs the command that the process's arguments name, and ends the process with its status.
  public static func main() -> Never {
    let console = Console()
    let status = run(Array(CommandLine.arguments.dropFirst()), on: console)
    console.flush()
    Process.exit(status == .interrupted ? Process.interruptedStatus : status.rawValue)
  }

  private static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      if let call = MergeDriverCall(arguments) { return try call.run(in: session(on: console)) }
      if arguments.count == 2, arguments[0] == "--generate-manual" {
        try Manual.write(into: arguments[1])
        return .done
      }
      let rest = try enterDirectory(arguments)
      if rest.first == "--generate-completion-script",
        let script = ForkCommand.completions(for: rest.dropFirst().first)
      {
        console.write(Array(script.utf8))
        return .done
      }
      try refuseUnknownCommand(rest)
      let command = try ForkCommand.parseAsRoot(separated(rest))
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

  /// A number may follow `-n` at once, as elsewhere.
  private static func separated(_ arguments: ArraySlice<String>) -> [String] {
    arguments.flatMap { argument in
      let isCount =
        argument.hasPrefix("-n") && argument.count > 2
        && argument.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
      return isCount ? ["-n", String(argument.dropFirst(2))] : [argument]
    }
  }

  private static func refuseUnknownCommand(_ arguments: ArraySlice<String>) throws {
    let asked = arguments.first == "help" ? arguments.dropFirst() : arguments
    guard let name = asked.first, !name.hasPrefix("-") else { return }
    let commands = ForkCommand.configuration.subcommands
    let known = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard !known.contains(name) else { return }
    throw StoreError(
      .usage, "there is no command '\(name)'",
      hint: Nearest.name(to: name, among: known).map { "did you mean 'fork \($0)'?" }
        ?? "'fork help' shows the commands")
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
      let text = message.hasPrefix("Error: ") ? message.dropFirst(7) : message[...]
      console.say("\("fork:", .red) \(trusted: String(text))")
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
