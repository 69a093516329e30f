import ArgumentParser
import ForkedStore

/// `fork restore`
struct RestoreCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore documents or properties from a revision, or discard uncommitted changes",
    discussion: """
      With --at, records a new version; later versions stay in the history. A property that did not exist at the \
      revision is removed. A document that was removed since is created again.
      Without it, discards the uncommitted changes of documents in the work tree, also staged ones, or those of a \
      property. New documents stay.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents, directories, patterns as in .gitignore, or properties, like notes/a.json#/title",
      valueName: "document[#ptr]"),
    completion: Completions.properties)
  var places: [String]

  @Option(
    help: ArgumentHelp("Restore from this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard at == nil else { return }
    if fork.name != nil {
      throw ValidationError("The work tree belongs to the current fork; --fork needs --at <rev>")
    }
    if message.text != nil {
      throw ValidationError("Without --at <rev> there is no new version, so -m has no use")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let places = try places.map { try PropertyArgument($0) }
    let store = try session.openStore()
    guard let at else {
      session.show(try store.discardEdits(of: places))
      return .done
    }
    session.show(
      try store.restoreDocuments(places, from: at, fork: fork.name, message: message.text),
      verb: "restored")
    return .done
  }
}

extension DiscardEditsReport: Drawable {
  var text: StyledText {
    if documents.isEmpty { return "no uncommitted changes\n" }
    return .each(of: documents, "documents") {
      "restored \($0) to \(shortID: commit)\n"
    }
  }
}
