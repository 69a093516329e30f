import ArgumentParser
import ForkedStore

/// `fork delete`
struct DeleteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a fork whose versions another fork has too",
    discussion: "The main fork and the current one are never deleted.")

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.forks)
  var name: String

  @Flag(help: "Delete it even if versions are lost that no other fork has")
  var force = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.deleteFork(DeleteForkRequest(name: name, force: force))
    session.show(
      report, "deleted \(report.fork, .green), which stood at \(shortID: report.commit)\n")
    return .done
  }
}
