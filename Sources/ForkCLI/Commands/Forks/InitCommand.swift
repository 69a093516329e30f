import ArgumentParser
import ForkedStore

/// `fork init`
struct InitCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a document repository, or convert a git repository",
    discussion: """
      A new repository has a main fork, a schema, and git configured to merge documents with fork, all in a first \
      commit. In an existing git repository, what is missing is added, and nothing is committed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The directory of the repository; by default the working directory", valueName: "dir"),
    completion: .directory)
  var directory: String?

  @Flag(help: "Create a repository without a work tree")
  var bare = false

  @Option(help: ArgumentHelp("Start with this schema", valueName: "file"), completion: .file())
  var schema: String?

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try DocumentStore.initialize(
        directory ?? ".", bare: bare, schema: schema.map { (try Process.read($0), $0) },
        in: session.environment))
    return .done
  }
}

extension InitializeReport: Drawable {
  var text: StyledText {
    if created { return "created a document repository in \(directory)\n" }
    guard !added.isEmpty else { return "\(directory) is already a document repository\n" }
    let files = added.joined(separator: ", ")
    return "added to \(directory): \(files)\ncommit these with 'git add' and 'git commit'\n"
  }
}
