import ArgumentParser
import ForkedStore

/// `fork push`
struct PushCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Update remote branches; never forces",
    discussion: """
      If the remote has versions that are not here, nothing is pushed, and the command exits with status 75.
      """)

  @Argument(
    help: ArgumentHelp(
      "The remote; by default that of the upstream, origin, or the only one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Argument(
    help: ArgumentHelp("The forks; by default the current one", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Flag(help: "Push all forks")
  var all = false

  @Flag(help: "Delete the forks on the remote instead")
  var delete = false

  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all, !forks.isEmpty { throw ValidationError("--all and names of forks exclude each other") }
    if delete, forks.isEmpty { throw ValidationError("Name the forks to delete on the remote") }
  }

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().push(forks, all: all, deleting: delete, to: remote))
    return .done
  }
}

extension PushReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for forkUpdate in forks {
      text += "\(remote)/\(forkUpdate.fork, .green)  \(forkUpdate.places)\n"
    }
    return text
  }
}
