import ArgumentParser
import ForkedStore

/// `fork switch`
struct SwitchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Switch to another fork",
    discussion: """
      Updates the work tree, but fails if that would overwrite uncommitted changes. A fork that only a remote has, as \
      last fetched, is created from there and follows it.
      """)

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.allForks)
  var name: String

  @Flag(name: [.customShort("c"), .long], help: "Create the fork first, from the current one")
  var create = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().switchFork(to: name, creating: create)
    let origin = report.remoteFork.map { "created \(report.fork.name) from \($0); " } ?? ""
    session.show(
      report, "\(origin)switched to \(report.fork, .green) at \(shortID: report.commit)\n")
    return .done
  }
}
