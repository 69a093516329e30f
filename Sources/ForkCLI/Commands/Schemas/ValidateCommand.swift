import ArgumentParser
import ForkedStore

/// `fork validate`
struct ValidateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check that documents are what the schema demands",
    discussion: """
      Looks at the work tree where there is one and no fork or revision is named. Without a document, all are checked. \
      Ends with status 1 where one is invalid.
      """)

  @Argument(help: "The documents; none: all", completion: Completions.documents)
  var documents: [String] = []

  @Option(
    help: ArgumentHelp("Check them as they were at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().validate(
      ValidateRequest(documents: documents, fork: fork.name, revision: at))
    session.show(report)
    return report.problems.isEmpty ? .done : .differs
  }
}

extension ValidateReport: Drawable {
  var text: StyledText {
    var text = problems.text()
    let invalid = Set(problems.map(\.document)).count
    text += "\(trusted: counted(documents, "document")), \(invalid) of them invalid"
    if ungoverned > 0 { text += ", \(ungoverned) under no schema of this repository" }
    return text + "\n"
  }
}

extension [DocumentProblem] {
  /// A line for each, then what to do about them.
  func text(indentedBy indent: StyledText = "") -> StyledText {
    var hints: [String] = []
    for case let hint? in map(\.hint) where !hints.contains(hint) { hints.append(hint) }
    return reduce(StyledText()) { $0 + indent + $1.text }
      + hints.reduce(StyledText()) { $0 + indent + "\("hint:", .yellow) \(trusted: $1)\n" }
  }
}

extension DocumentProblem {
  /// One line: where, which keyword, what.
  var text: StyledText {
    var text: StyledText = "\(document):\(line):\(column): "
    if let pointer, !pointer.isEmpty { text += "\(pointer): " }
    if let keyword { text += "\(trusted: keyword, .red): " }
    text += "\(message)"
    if let schema { text += "  \(schema, .dim)" }
    return text + "\n"
  }
}
