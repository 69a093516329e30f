import ArgumentParser
import ForkedStore

/// `fork delete`
struct DeleteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a fork that is merged into another fork",
    discussion: "The main fork and the current fork cannot be deleted.")

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.forks)
  var name: String

  @Flag(help: "Delete the fork even if no other fork contains its versions")
  var force = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.deleteFork(name, force: force)
    session.show(
      report, "deleted \(report.fork, .green) (was at \(shortID: report.commit))\n")
    return .done
  }
}
