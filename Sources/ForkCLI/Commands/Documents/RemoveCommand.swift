import ArgumentParser
import ForkedStore

/// `fork remove`
struct RemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take documents away, in one version")

  @Argument(
    help: ArgumentHelp("The documents", valueName: "document"), completion: Completions.documents)
  var documents: [String]

  @OptionGroup var fork: ForkOption
  @OptionGroup var expect: ExpectOption
  @OptionGroup var message: MessageOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let request = RemoveDocumentsRequest(
      documents: documents, fork: fork.name, message: message.text,
      expectation: try expect.expectation(in: store))
    session.show(try store.removeDocuments(request), verb: "removed")
    return .done
  }
}

extension Session {
  /// Prints which documents changed.
  func show(_ report: ChangedDocumentsReport, verb: String) {
    guard report.changed else {
      return show(report, "nothing to record on \(report.fork, .green)\n")
    }
    var text = StyledText()
    for document in report.documents {
      text += "\(trusted: verb) \(document) on \(report.fork, .green): \(shortID: report.commit)\n"
    }
    show(report, text + .following(report.followed))
  }
}
