import ArgumentParser
import ForkedStore

/// `fork push`
struct PushCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Move a remote's forks to where they stand here, only ahead",
    discussion: """
      Where the remote holds versions that are not here, nothing is pushed, and the command ends with status 75.
      """)

  @Argument(
    help: ArgumentHelp("The remote; none: the usual one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Argument(
    help: ArgumentHelp("The forks; none: the current one", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Flag(help: "Push all forks")
  var all = false

  @Flag(help: "Delete the forks there instead")
  var delete = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all, !forks.isEmpty { throw ValidationError("--all leaves no fork to name") }
    if delete, forks.isEmpty { throw ValidationError("Name the forks to delete there") }
  }

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().push(
        PushRequest(remote: remote, forks: forks, all: all, delete: delete)))
    return .done
  }
}

extension PushReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for movement in forks {
      text += "\(remote)/\(movement.fork, .green)  \(movement.places)\n"
    }
    return text
  }
}
