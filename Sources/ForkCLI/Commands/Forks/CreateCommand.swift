import ArgumentParser
import ForkedStore

/// `fork create`
struct CreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a fork",
    discussion: "The current fork stays the current one; 'fork switch' changes that.")

  @Argument(help: ArgumentHelp("The new fork's name", valueName: "fork"))
  var name: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Start from this revision instead of the current fork", valueName: "rev"),
    completion: Completions.revisions)
  var revision: String?

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.createFork(CreateForkRequest(name: name, revision: revision))
    session.show(report, "created \(report.fork, .green) at \(shortID: report.commit)\n")
    return .done
  }
}
