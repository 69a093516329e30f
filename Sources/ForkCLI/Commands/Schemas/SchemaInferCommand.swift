import ArgumentParser
import ForkedSchema
import ForkedStore

/// `fork schema infer`
struct SchemaInferCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "infer",
    abstract: "Draft a schema from the documents and their history",
    discussion: """
      Prints a schema that describes all versions of the documents: their types and ids, and which of their values \
      are sets, dictionaries or ordered lists. An id can be two or three members that are unique only together. \
      Where both sides of past merges changed a property, the schema names the strategy that fits the results. Each \
      decision is printed with its reason on standard error. No file is written, and an existing schema is not read. \
      To adopt the draft, make the directory .fork and redirect the output to .fork/schema.json.
      """)

  @Argument(help: "Use only documents that match this pattern, as in .gitignore")
  var glob: String?

  @Option(
    help: ArgumentHelp("Use the documents at this revision", valueName: "rev"))
  var at: String?

  @Flag(
    inversion: .prefixedNo, help: "Read former versions and merges, or only the current documents")
  var history = true

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().inferSchema(
      from: glob, fork: fork.name, revision: at, readingHistory: history)
    session.show(report)
    if !output.json, !output.quiet { session.console.printMessage(report.explanation) }
    return .done
  }
}

extension InferSchemaReport: Drawable {
  /// The schema file.
  var text: StyledText {
    String(decoding: schema, as: UTF8.self).unicodeScalars.split(separator: "\n")
      .reduce(into: StyledText()) { $0 += "\(String($1))\n" }
  }

  /// The numbers of what was read, and a line for each decision.
  fileprivate var explanation: StyledText {
    let read = [(documents, "document"), (versions, "former version"), (merges, "merge")].map(
      counted)
    var text: StyledText = "read \(trusted: read.joined(separator: ", "))\n"
    for decision in decisions {
      let strategy = decision.name ?? "built-in"
      text += "  \(decision.documents)#\(decision.pointer)  \(trusted: strategy, .green)"
      text += "  \(decision.reason)\n"
    }
    return text
  }
}
