import ArgumentParser
import ForkedStore

/// `fork remove`
struct RemoveCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove documents, properties or an entity, in one version",
    discussion: """
      With --entity, the entity is removed from all documents. Optional members and elements of arrays are removed \
      alone. If the schema requires the entity where it is, the value around it is removed as well, up to the whole \
      document. Use --dry-run to see first what would be removed.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents or properties, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var documents: [String] = []

  @Option(help: ArgumentHelp("Remove this entity, like Person-42", valueName: "id"))
  var entity: String?

  /// The former name of `--entity`.
  @Option(name: .customLong("model"), help: .hidden)
  var formerEntity: String?

  @Flag(
    name: .customLong("dry-run"),
    help: "Show what would be removed with the entity, and change nothing")
  var dryRun = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var expect: ExpectOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if documents.isEmpty == (removedEntity == nil) {
      throw ValidationError(
        "Name documents, or an entity with --entity" + (documents.isEmpty ? "" : ", not both"))
    }
    if dryRun, removedEntity == nil { throw ValidationError("--dry-run needs --entity") }
    if removedEntity != nil, expect.text == "absent" {
      throw ValidationError("'--expect absent' needs a document")
    }
  }

  private var removedEntity: String? { entity ?? formerEntity }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if let removedEntity {
      session.show(
        try store.removeEntity(
          removedEntity, fork: fork.name, dryRun: dryRun, message: message.text,
          expecting: expect.expectation(in: store)))
      return .done
    }
    let places = try store.documents(
      named: documents.map { try PropertyArgument($0) }, fork: fork.name)
    session.show(
      try store.removeDocuments(
        places, fork: fork.name, message: message.text, expecting: expect.expectation(in: store)),
      verb: "removed")
    return .done
  }
}

extension RemoveEntityReport: Drawable {
  var text: StyledText {
    let verb = isDryRun ? "would remove" : "removed"
    var text: StyledText = "\(trusted: verb) \(entity) on \(fork, .green)"
    if !isDryRun { text += ": \(shortID: commit)" }
    text += "\n"
    for part in removed { text += part.text }
    return text
  }
}

extension RemoveEntityReport.Part {
  fileprivate var text: StyledText {
    let isDocument = pointer.tokens.isEmpty
    var line: StyledText = "  \(document)"
    line += isDocument ? " (the document)" : "#\(pointer)"
    if isCascade {
      line += ", which requires \(occurrences.map(\.description).joined(separator: ", "))"
    }
    return line + "\n"
  }
}

extension Session {
  /// Prints the changed documents.
  func show(_ report: UpdateReport, verb: String) {
    if let differences = report.differences {
      let count = counted(report.documents.count, "document")
      let end: StyledText = "would update \(trusted: count) on \(report.fork, .green)\n"
      return show(report, differences.reduce(into: StyledText()) { $0 += $1.text } + end)
    }
    let notes = report.repaired.text + report.problems.text(indentedBy: "  ")
    guard report.changed else {
      let one = report.isOfOne ? report.documents.first : nil
      let text: StyledText =
        one.map { "\($0) is up to date on \(report.fork, .green)\n" }
        ?? "nothing to record on \(report.fork, .green)\n"
      return show(report, text + notes)
    }
    let verb = report.isOfOne && report.reformatted ? "reformatted" : verb
    let text = StyledText.each(of: report.documents, "documents") {
      "\(trusted: verb) \($0) on \(report.fork, .green): \(shortID: report.commit)\n"
    }
    let others = StyledText.following(report.followed)
    show(report, report.isOfOne ? text + notes + others : text + others + notes)
  }
}
