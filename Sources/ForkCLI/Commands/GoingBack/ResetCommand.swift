import ArgumentParser
import ForkedStore

/// `fork reset`
struct ResetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset a fork to a revision",
    discussion: """
      Updates the work tree if the fork is checked out, but fails if that would overwrite uncommitted changes. Use \
      '\(programName) undo' to undo the reset.
      """)

  @Argument(
    help: ArgumentHelp("The fork; by default the current one", valueName: "fork"),
    completion: Completions.forks)
  var name: String?

  @Option(
    help: ArgumentHelp("Reset the fork to this revision", valueName: "rev"),
    completion: Completions.revisions)
  var to: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().resetFork(name, to: to))
    return .done
  }
}

extension ResetForkReport: Drawable {
  var text: StyledText {
    guard forkUpdate.isChange else {
      return "\(forkUpdate.fork, .green) is already at \(shortID: forkUpdate.to)\n"
    }
    return
      "\(forkUpdate.fork, .green) is now at \(shortID: forkUpdate.to) (was at \(shortID: forkUpdate.from))\n"
  }
}
