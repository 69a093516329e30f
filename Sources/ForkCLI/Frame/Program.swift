import ArgumentParser
import Forked
import ForkedGit
import ForkedSchema
import ForkedStore

/// The program `fork`, under any name.
public enum Program {
  /// Runs the command that the process's arguments name, and ends the process with its status.
  public static func main() -> Never {
    let isDriver = ProgramName.take(from: CommandLine.arguments.first ?? "")
    let console = Console()
    let arguments = (isDriver ? ["merge-driver"] : []) + CommandLine.arguments.dropFirst()
    let status = run(arguments, on: console)
    console.close()
    Machine.exit(status == .interrupted ? Process.interruptedStatus : status.rawValue)
  }

  /// The commands that git runs for files of any name.
  private static let commandsOfGit: Set = ["diff-driver", "textconv"]

  /// Refuses arguments that are not UTF-8: as texts, other characters would stand for their bytes.
  private static func requireUTF8() throws {
    let count = Int(CommandLine.argc)
    let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: count)
    for (index, argument) in arguments.enumerated() {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      throw StoreError(
        .usage, "argument \(index) is not UTF-8: '\(String(cString: argument))'",
        hint: "convert it, for example with iconv; a file may hold any bytes")
    }
  }

  private static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    // An error may precede the command's own options.
    console.outputStyle.isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    do {
      if let call = MergeDriverCall(arguments) { return try call.run(in: session(on: console)) }
      if arguments == ["--version"] {
        console.write(Array("\(forkedVersion)\n".utf8))
        return .done
      }
      if arguments.count == 2, arguments[0] == "--generate-manual" {
        try Manual.write(into: arguments[1])
        return .done
      }
      let rest = withPresentName(try enterDirectory(arguments))
      if !commandsOfGit.contains(rest.first ?? "") { try requireUTF8() }
      try refuseUnknownCommand(rest)
      let command = try parse(separated(rest))
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
    console.outputStyle = command.outputStyle
    console.outputStyle.isVerbose = command.isVerbose
    var session = session(on: console)
    if command.isPaged { session.pagedCommand = type(of: command).configuration.commandName }
    session.environment.hooks = command.skipsVerification ? .unverified : .all
    return try command.run(in: session)
  }

  private static func session(on console: Console) -> Session {
    Process.catchInterrupts()
    return Session(console: console, environment: .ofProcess(console))
  }

  /// Parses the arguments. Documents at their end are added afterwards: the time of the argument parser grows with the
  /// square of their number.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let named = ForkCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    guard let named = named as? any Command.Type else {
      return try ForkCommand.parseAsRoot(arguments)
    }
    guard named.takesDocuments else { return try parse(arguments, of: named) }
    // Behind the last option and its value there are only documents.
    let end = (arguments.lastIndex { $0.hasPrefix("-") } ?? -1) + 2
    var command = try parse(Array(arguments.prefix(end)), of: named)
    if var parsed = command as? any NamedDocumentsCommand {
      parsed.documents += arguments.dropFirst(end)
      command = parsed
    }
    return command
  }

  /// Parses the arguments of a command as if it were the only one, which is quicker. The parser of all commands reads
  /// requests for help, options of the program, and mistakes, so that its texts name all commands.
  private static func parse<Named: Command>(
    _ arguments: [String], of named: Named.Type
  ) throws -> any ParsableCommand {
    let isOfProgram = arguments.contains { argument in
      ["-C", "-h", "--help"].contains { argument.hasPrefix($0) }
    }
    if isOfProgram { return try ForkCommand.parseAsRoot(arguments) }
    let command = try? Named.parseAsRoot(Array(arguments.dropFirst()))
    if let command = command as? any Command { return command }
    do {
      return try ForkCommand.parseAsRoot(arguments)
    } catch {
      throw foreignOption(among: arguments) ?? error
    }
  }

  /// Returns the error of the first option that another program has for this command.
  private static func foreignOption(among arguments: [String]) -> (any Error)? {
    let own = arguments.prefix { $0 != "--" }.dropFirst()
    let named = own.first { Habits.isOption($0, of: arguments[0]) }
    guard let named else { return nil }
    return StoreError(
      .usage, "Unknown option '\(named.prefix { $0 != "=" })'",
      hint: Habits.hint(for: [arguments[0], named] + own.filter { $0 != named }))
  }

  /// Splits `-n5`, and writes `-5` in the same way, as git reads both.
  private static func separated(_ arguments: ArraySlice<String>) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].flatMap { argument in
      guard argument.hasPrefix("-") else { return [argument] }
      let count = argument.dropFirst(argument.hasPrefix("-n") ? 2 : 1)
      let isCount = !count.isEmpty && count.allSatisfy { $0.isASCII && $0.isNumber }
      return isCount ? ["-n", String(count)] : [argument]
    } + arguments[end...]
  }

  /// Replaces the former name of a command, which still works, by the present one.
  private static func withPresentName(_ arguments: ArraySlice<String>) -> ArraySlice<String> {
    var arguments = arguments
    if let index = arguments.firstIndex(where: { $0 != "help" }), arguments[index] == "models" {
      arguments[index] = "entities"
    }
    return arguments
  }

  private static func refuseUnknownCommand(_ arguments: ArraySlice<String>) throws {
    let asked = arguments.first == "help" ? arguments.dropFirst() : arguments
    guard let name = asked.first, !name.hasPrefix("-") else { return }
    let commands = ForkCommand.configuration.subcommands
    let known = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard !known.contains(name) else { return }
    let nearest = Nearest.name(to: name, among: known).map {
      "did you mean '\(programName) \($0)'?"
    }
    throw StoreError(
      .usage, "there is no command '\(name)'",
      hint: Habits.hint(for: Array(asked)) ?? nearest ?? "'\(programName) help' lists the commands")
  }

  /// Changes to the directories of all leading `-C <dir>`, as git does, and returns the other arguments.
  private static func enterDirectory(_ arguments: [String]) throws -> ArraySlice<String> {
    var rest = arguments[...]
    while rest.first == "-C" {
      guard let directory = rest.dropFirst().first else {
        throw StoreError(.usage, "-C needs a directory", hint: "\(programName) -C <dir> <command>")
      }
      try Process.changeDirectory(to: directory)
      rest = rest.dropFirst(2)
    }
    return rest
  }
}

extension Program {
  /// Prints the error, or the requested text of `--help` and `--version`, and returns the exit status.
  private static func explain(_ error: any Error, on console: Console) -> ExitStatus {
    guard let status = ExitStatus(parsing: error) else {
      let failure = StoreError(translating: error)
      console.explain(failure)
      return ExitStatus(failure.kind)
    }
    let message = ForkCommand.fullMessage(for: error)
    if status == .done {
      console.write(Array((message + ManualTexts.exampleSection(of: message) + "\n").utf8))
    } else {
      let text = message.hasPrefix("Error: ") ? message.dropFirst(7) : message[...]
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if console.outputStyle.isJSON {
        let usage = lines.dropFirst().joined(separator: "\n")
        console.explain(
          StoreError(.usage, String(lines.first ?? ""), hint: usage.isEmpty ? nil : usage))
        return status
      }
      let first: StyledText = "\("\(programName):", .red) \(lines.first ?? "")"
      console.printMessage(lines.dropFirst().reduce(first) { $0 + "\n\($1)" })
    }
    return status
  }
}

extension ExitStatus {
  /// The status of an error of the argument parser; nil for any other error.
  fileprivate init?(parsing error: any Error) {
    if error is StoreError { return nil }
    switch ForkCommand.exitCode(for: error) {
    case .success: self = .done
    case .validationFailure: self = .usage
    default: return nil
    }
  }
}
