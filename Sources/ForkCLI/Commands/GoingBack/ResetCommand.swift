import ArgumentParser
import ForkedStore

/// `fork reset`
struct ResetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Put a fork at any revision",
    discussion: """
      The work tree follows where the fork is checked out; edits that would be overwritten stop it before anything \
      moves. 'fork undo' goes back to where it stood.
      """)

  @Argument(
    help: ArgumentHelp("The fork; none: the current one", valueName: "fork"),
    completion: Completions.forks)
  var name: String?

  @Option(
    help: ArgumentHelp("Where it shall stand", valueName: "rev"), completion: Completions.revisions)
  var to: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().resetFork(ResetForkRequest(fork: name, revision: to)))
    return .done
  }
}

extension ResetForkReport: Drawable {
  var text: StyledText {
    guard movement.isChange else {
      return "\(movement.fork, .green) stands at \(shortID: movement.to) already\n"
    }
    return
      "\(movement.fork, .green) stands at \(shortID: movement.to), before at \(shortID: movement.from)\n"
  }
}
