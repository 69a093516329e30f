import ArgumentParser
import ForkedStore

/// `fork documents`
struct DocumentsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "documents",
    abstract: "List the documents")

  @Argument(help: "List only these: a document, a directory, or a pattern as in .gitignore")
  var glob: String?

  @Option(
    help: ArgumentHelp("List the documents at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().listDocuments(
        ListDocumentsRequest(glob: glob, fork: fork.name, revision: at)))
    return .done
  }
}

extension ListDocumentsReport: Drawable {
  var text: StyledText {
    documents.reduce(into: StyledText()) { $0 += "\($1.document)\n" }
  }
}
