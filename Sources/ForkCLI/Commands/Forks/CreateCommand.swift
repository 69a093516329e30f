import ArgumentParser
import ForkedStore

/// `fork create`
struct CreateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a fork",
    discussion: """
      The current fork stays the same; use '\(programName) switch' to change it. A fork that starts at one of a remote, like \
      origin/feat, follows that one. A name that a remote has already needs --from.
      """)

  @Argument(help: ArgumentHelp("The name of the new fork", valueName: "fork"))
  var name: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Start at this revision instead of the current fork", valueName: "rev"),
    completion: Completions.revisions)
  var revision: String?

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.createFork(name, from: revision)
    session.show(report, "created \(report.fork, .green) at \(shortID: report.commit)\n")
    return .done
  }
}
