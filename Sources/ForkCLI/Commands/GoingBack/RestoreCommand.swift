import ArgumentParser
import ForkedStore

/// `fork restore`
struct RestoreCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore documents or properties from a revision",
    discussion: """
      Records a new version; later versions stay in the history. A property that did not exist at the revision is \
      removed. A document that was removed since is created again.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents or properties, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var places: [String]

  @Option(
    help: ArgumentHelp("Restore from this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String

  @OptionGroup var fork: ForkOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let request = RestoreDocumentsRequest(
      places: try places.map { try PropertyArgument($0) }, revision: at, fork: fork.name,
      message: message.text)
    session.show(try session.openStore().restoreDocuments(request), verb: "restored")
    return .done
  }
}
