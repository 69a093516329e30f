import ArgumentParser
import ForkedStore

/// `fork validate`
struct ValidateCommand: NamedDocumentsCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check documents against the schema",
    discussion: """
      Checks the work tree if there is one, unless a fork or revision is given. Exits with status 1 if a document is \
      invalid. '\(programName) check' finds mistakes that no schema describes, such as duplicate keys, and '\(programName) verify' checks \
      the whole repository, with its history.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents, directories, patterns as in .gitignore, or properties; by default all documents",
      valueName: "document[#ptr]"),
    completion: Completions.properties)
  var documents: [String] = []

  @Option(
    help: ArgumentHelp("Check the documents at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().validate(documents, fork: fork.name, revision: at)
    session.show(report)
    return report.problems.isEmpty ? .done : .differs
  }
}

extension ValidateReport: Drawable {
  var text: StyledText {
    var text = problems.text()
    let invalid = Set(problems.map(\.document)).count
    text += "\(trusted: counted(documents, "document")), \(invalid) of them invalid"
    if ungoverned > 0 { text += ", \(ungoverned) without a schema in this repository" }
    return text + "\n"
  }
}

extension [DocumentProblem] {
  /// Returns a line for each problem, then the hints.
  ///
  /// - Parameters:
  ///   - indent: the beginning of each line.
  ///   - kind: the word before each message, such as `warning`; nil: none.
  func text(indentedBy indent: StyledText = "", as kind: String? = nil) -> StyledText {
    var hints: [String] = []
    for case let hint? in map(\.hint) where !hints.contains(hint) { hints.append(hint) }
    return reduce(StyledText()) { $0 + indent + $1.text(as: kind) }
      + hints.reduce(StyledText()) { $0 + indent + "\("hint:", .yellow) \(trusted: $1)\n" }
  }
}

extension DocumentProblem {
  /// Returns a line with the position, the keyword and the message.
  fileprivate func text(as kind: String?) -> StyledText {
    var text: StyledText = "\(document):\(line):\(column): "
    if let kind { text += "\(trusted: kind, .yellow): " }
    if let pointer, !pointer.isEmpty { text += "\(pointer): " }
    if let keyword { text += "\(trusted: keyword, .red): " }
    text += "\(message)"
    if let schema { text += "  \(schema, .dim)" }
    return text + "\n"
  }
}
