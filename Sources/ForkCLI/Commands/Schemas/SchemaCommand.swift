import ArgumentParser
import ForkedJSON
import ForkedSchema
import ForkedStore

/// `fork schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Draft, show or check the schema, which defines how documents merge",
    subcommands: [SchemaInferCommand.self, SchemaShowCommand.self, SchemaCheckCommand.self])
}

/// `fork schema show`
struct SchemaShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show how each property merges, and where that is declared",
    discussion: "Reads the work tree if there is one, unless a fork or revision is given.")

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String

  @Option(
    help: ArgumentHelp("Show the document at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().showSchema(for: document, of: fork.name, at: at))
    return .done
  }
}

extension ShowSchemaReport: Drawable {
  var text: StyledText {
    let width = fields.map { $0.pointer.description.count }.max() ?? 0
    let strategyWidth = fields.map { $0.strategy.name.count }.max() ?? 0
    return fields.reduce(into: StyledText()) { text, field in
      let pointer = field.pointer.description
      let strategy = field.strategy.name
      let gap = "".padded(to: strategyWidth - strategy.count)
      text +=
        "\(pointer.padded(to: width))  \(trusted: strategy, .green)\(gap)  \(field.origin, .dim)"
      if !field.identity.isEmpty {
        text += "  by \(field.identity.map(\.description).joined(separator: ", "))"
      }
      text += "\n"
    }
  }
}

/// `fork schema check`
struct SchemaCheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the schema and all of its documents",
    discussion: """
      Checks the work tree if there is one, unless a fork or revision is given. Exits with status 65 if the schema has \
      mistakes, and with 1 if a document is not JSON or is invalid. A pattern that matches no document is a warning.
      """)

  @Option(
    help: ArgumentHelp("Check this revision", valueName: "rev"), completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().checkSchema(of: fork.name, at: at)
    session.show(report)
    if !report.mistakes.isEmpty { return .invalidData }
    return report.problems.isEmpty ? .done : .differs
  }
}

extension CheckSchemaReport: Drawable {
  var text: StyledText {
    let text = (mistakes + problems).text()
    if !mistakes.isEmpty {
      return text + "\("the schema has mistakes", .red), so no document was checked\n"
    }
    let schema = hasSchema ? "the schema is valid" : "there is no schema file"
    let documents = counted(documents, "document")
    let invalid = Set(problems.map(\.document)).count
    return text + warnings.text(as: "warning")
      + "\(trusted: schema); \(trusted: documents), \(invalid) of them invalid\n"
  }
}
