import ArgumentParser
import ForkedStore

/// `fork documents`
struct DocumentsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "documents",
    abstract: "List the documents, or those for which conditions hold",
    discussion: """
      A condition compares a value with JSON: numbers exactly, strings by scalars. With * in its pointer, one of the \
      values must compare so. Values of different types are unequal, and an error for < and >; null is neither less \
      nor greater. A document that is not JSON is reported after the others, with status 65.
      """)

  @Argument(help: "List only these: documents, directories, or patterns as in .gitignore")
  var patterns: [String] = []

  @OptionGroup var conditions: ConditionOption

  @Flag(help: "Print only their number")
  var count = false

  @Option(
    help: ArgumentHelp("List the documents at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let query = DocumentQuery(
      patterns, where: try conditions.inOrder(), fork: fork.name, revision: at)
    let store = try session.openStore()
    var number = 0
    let printsList = output.json && !count
    // The list ends in any case, so that what is printed is JSON.
    defer { if printsList { session.console.write([UInt8]((number == 0 ? "[]\n" : "]\n").utf8)) } }
    try store.listDocuments(query) { listed in
      if printsList {
        session.console.write((number == 0 ? "[" : ",").utf8 + listed.reportValue.bytes)
      } else if !count, !output.quiet {
        session.console.write("\(listed.document)\n")
      }
      number += 1
      return !session.console.isClosed
    }
    if count {
      session.show(DocumentCount(count: number), "\(number)\n")
    }
    return .done
  }
}

/// The number of documents.
private struct DocumentCount: Report {
  var count: Int

  /// `{"count":..}`
  var reportValue: ReportValue { .object(["count": count]) }
}
