/// The program that shows long output page by page.
///
/// Source: git-var(1), `GIT_PAGER`, and git's pager.c.
public struct Pager: Sendable {
  /// The descriptor that the output is written to.
  public let input: Int32
  private let process: Int32

  /// Starts the pager: that of the variable `GIT_PAGER`, else of `pager.<subcommand>`, else of `core.pager`, else of the
  /// variable `PAGER`, else `less`. As in git, the options of `less` and `lv` are set unless the variables `LESS` and
  /// `LV` set them.
  ///
  /// - Parameters:
  ///   - subcommand: The name of the command; `pager.<subcommand>` may also be false.
  ///   - settings: The configuration.
  /// - Returns: nil if the output is not to be paged.
  /// - Throws: Kind `notFound` if there is no such program.
  public init?(for subcommand: String, configuredIn settings: Configuration) throws(GitError) {
    var variables = settings.environment
    guard let command = try Self.command(for: subcommand, configuredIn: settings) else {
      return nil
    }
    if let program = Self.program(of: command), !ChildProcess.canFind(program, variables["PATH"]) {
      if command == "less" { return nil }
      throw GitError(.notFound, "the pager cannot be started: there is no program '\(program)'")
    }
    variables["LESS"] = variables["LESS"] ?? "FRX"
    variables["LV"] = variables["LV"] ?? "-c"
    let pipe = try called("pipe", path: command, ByteStream.pipe())
    defer { pipe.output.close() }
    do throws(GitError) {
      process = try ChildProcess(
        ["/bin/sh", "-c", command], environment: variables,
        streams: (pipe.output.descriptor, 1, 2)
      ).id
    } catch {
      pipe.input.close()
      throw error
    }
    input = pipe.input.descriptor
  }

  private static func command(
    for subcommand: String, configuredIn settings: Configuration
  ) throws(GitError) -> String? {
    var configured = try settings.string("core.pager")
    if let value = try settings.string("pager.\(subcommand)") {
      switch value.lowercased() {
      case "false", "no", "off", "0", "": return nil
      case "true", "yes", "on", "1": break
      default: configured = value
      }
    }
    let variables = settings.environment
    let command = variables["GIT_PAGER"] ?? configured ?? variables["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// The program that a command line begins with; nil if only a shell can tell.
  private static func program(of command: String) -> String? {
    let word = command.prefix { $0 != " " }
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
    return isPlain && !word.isEmpty ? String(word) : nil
  }

  /// Waits until the user quits the pager. Every descriptor of its input must be closed before.
  public func wait() { _ = try? waitpid(process) }
}
