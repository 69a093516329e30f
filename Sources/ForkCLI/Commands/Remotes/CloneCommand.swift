import ArgumentParser
import ForkedStore

/// `fork clone`
struct CloneCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clone",
    abstract: "Clone a repository, and configure git to merge documents with fork",
    discussion: """
      Works with any git repository: a path, a URL that begins with ssh://, https://, http:// or git://, or \
      user@host:path.
      """)

  @Argument(help: ArgumentHelp("The URL or path of the repository", valueName: "url"))
  var url: String

  @Argument(help: ArgumentHelp("The directory of the clone", valueName: "dir"))
  var directory: String?

  @Flag(help: "Create a clone without a work tree, with all forks")
  var bare = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try DocumentStore.clone(
      url, into: directory, bare: bare, in: session.environment)
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
