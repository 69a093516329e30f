import ArgumentParser
import ForkedStore

/// `fork clone`
struct CloneCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Clone a repository, and set git up there to merge documents with fork",
    discussion: """
      Any git repository will do: a path, an address that begins with ssh://, https:// or git://, or user@host:path.
      """)

  @Argument(help: ArgumentHelp("Where the repository is", valueName: "url"))
  var url: String

  @Argument(help: ArgumentHelp("Where the clone goes", valueName: "dir"))
  var directory: String?

  @Flag(help: "Make one without a work tree, with all forks")
  var bare = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try DocumentStore.clone(
      CloneRequest(url: url, directory: directory, bare: bare), in: session.environment)
    report.warnings.forEach(session.console.notify)
    session.show(report)
    return .done
  }
}

extension CloneReport: Drawable {
  var text: StyledText {
    guard commit != nil else {
      return "cloned an empty repository into \(directory), on \(fork, .green)\n"
    }
    return
      "cloned \(trusted: counted(forks, "fork")) into \(directory), on \(fork, .green) at \(shortID: commit)\n"
  }
}
