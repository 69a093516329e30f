import ArgumentParser
import ForkedStore

/// `fork init`
struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a repository of documents, or a git repository one",
    discussion: """
      A new repository begins with a main fork, a schema, and git set up to merge documents with fork, all in a \
      first commit. In a git repository that is there already, what is missing is added and nothing is committed.
      """)

  @Argument(
    help: ArgumentHelp("The directory to make it in", valueName: "dir"), completion: .directory)
  var directory = "."

  @Flag(help: "Make one without a work tree")
  var bare = false

  @Option(help: ArgumentHelp("Begin with this schema", valueName: "file"), completion: .file())
  var schema: String?

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let request = InitializeRequest(
      directory: directory, bare: bare,
      schema: try schema.map { (try Process.read($0), $0) })
    session.show(try DocumentStore.initialize(request, in: session.environment))
    return .done
  }
}

extension InitializeReport: Drawable {
  var text: StyledText {
    if created { return "made a repository of documents in \(directory)\n" }
    guard !added.isEmpty else { return "nothing was missing in \(directory)\n" }
    return
      "added to \(directory): \(added.joined(separator: ", "))\nrecord them when they suit you\n"
  }
}
