import ArgumentParser
import ForkedStore

/// `fork restore`
struct RestoreCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make documents or properties what they were at a revision",
    discussion: """
      Makes a new version; what came after stays in the history. A property that was not there is taken away. A \
      document that was removed comes back.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents, or properties of them, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var places: [String]

  @Option(
    help: ArgumentHelp("Take them from this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String

  @OptionGroup var fork: ForkOption
  @OptionGroup var message: MessageOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let places = try places.map { try PropertyArgument($0) }
    let request = RestoreDocumentsRequest(
      places: places.map { .init(document: $0.document, pointer: $0.pointer) }, revision: at,
      fork: fork.name, message: message.text)
    session.show(try session.openStore().restoreDocuments(request), verb: "restored")
    return .done
  }
}
