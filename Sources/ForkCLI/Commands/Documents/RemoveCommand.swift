import ArgumentParser
import ForkedStore

/// `fork remove`
struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take documents or a model away, in one version",
    discussion: """
      With --model, that model goes wherever it stands: an optional member goes, an array's element goes, and where \
      the schema requires it what is around it goes too, up to the document. --dry-run shows first what would go.
      """)

  @Argument(
    help: ArgumentHelp("The documents", valueName: "document"), completion: Completions.documents)
  var documents: [String] = []

  @Option(help: ArgumentHelp("Take away this model, like Person-42", valueName: "id"))
  var model: String?

  @Flag(name: .customLong("dry-run"), help: "Show what would go with the model, and move nothing")
  var dryRun = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var expect: ExpectOption
  @OptionGroup var message: MessageOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if documents.isEmpty == (model == nil) {
      throw ValidationError("Name documents, or a model with --model, not both")
    }
    if dryRun, model == nil { throw ValidationError("--dry-run needs --model") }
    if model != nil, expect.text == "absent" {
      throw ValidationError("'--expect absent' needs a document")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if let model {
      session.show(
        try store.removeModel(
          RemoveModelRequest(
            model: model, fork: fork.name, dryRun: dryRun, message: message.text,
            expectation: try expect.expectation(in: store))))
      return .done
    }
    let request = RemoveDocumentsRequest(
      documents: documents, fork: fork.name, message: message.text,
      expectation: try expect.expectation(in: store))
    session.show(try store.removeDocuments(request), verb: "removed")
    return .done
  }
}

extension RemoveModelReport: Drawable {
  var text: StyledText {
    let verb = isDryRun ? "would remove" : "removed"
    var text: StyledText = "\(trusted: verb) \(model) on \(fork, .green)"
    if !isDryRun { text += ": \(shortID: commit)" }
    text += "\n"
    for part in removed { text += part.text }
    return text
  }
}

extension RemoveModelReport.Part {
  fileprivate var text: StyledText {
    let isDocument = pointer.tokens.isEmpty
    var line: StyledText = "  \(document)"
    line += isDocument ? " (the document)" : "#\(pointer)"
    if isCascade {
      line += ", which cannot be without \(places.map(\.description).joined(separator: ", "))"
    }
    return line + "\n"
  }
}

extension Session {
  /// Prints which documents changed.
  func show(_ report: ChangedDocumentsReport, verb: String) {
    guard report.changed else {
      let text: StyledText = "nothing to record on \(report.fork, .green)\n"
      return show(
        report, text + report.mended.text + report.problems.text(indentedBy: "  "))
    }
    var text = StyledText()
    for document in report.documents {
      text += "\(trusted: verb) \(document) on \(report.fork, .green): \(shortID: report.commit)\n"
    }
    show(
      report,
      text + .following(report.followed) + report.mended.text
        + report.problems.text(indentedBy: "  "))
  }
}
