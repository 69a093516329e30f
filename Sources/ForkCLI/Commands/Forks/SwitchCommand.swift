import ArgumentParser
import ForkedStore

/// `fork switch`
struct SwitchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Switch to another fork",
    discussion:
      "Updates the work tree, but fails if that would overwrite uncommitted changes.")

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.forks)
  var name: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().switchFork(SwitchForkRequest(name: name))
    session.show(report, "switched to \(report.fork, .green) at \(shortID: report.commit)\n")
    return .done
  }
}
