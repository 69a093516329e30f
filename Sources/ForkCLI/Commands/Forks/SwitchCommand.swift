import ArgumentParser
import ForkedStore

/// `fork switch`
struct SwitchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Make a fork the current one",
    discussion:
      "The work tree follows. Edits that would be overwritten stop it before anything moves.")

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.forks)
  var name: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().switchFork(SwitchForkRequest(name: name))
    session.show(report, "on \(report.fork, .green) at \(shortID: report.commit)\n")
    return .done
  }
}
