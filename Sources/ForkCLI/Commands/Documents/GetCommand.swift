import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork get`
struct GetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print a document, or a value in it, byte for byte",
    discussion: """
      Of a directory, or of a pattern as in .gitignore, each document is a line of JSON with "document" and "value".
      """)

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String

  @Argument(
    help: "The JSON Pointer of a value in it, like /notes/0/title", completion: Completions.pointers
  )
  var pointer: String?

  @Option(
    help: ArgumentHelp("Print the document at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @Flag(name: .shortAndLong, help: "Print a string without quotes and escapes")
  var raw = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let place = try PropertyArgument(document, pointer)
    let request = GetDocumentRequest(
      document: place.document, pointer: place.pointer?.description, fork: fork.name, revision: at)
    let store = try session.openStore()
    if let reports = try store.getDocuments(request) {
      for report in reports { session.show(line: try report.reportValue()) }
      return .done
    }
    let report = try store.getDocument(request)
    if output.json {
      session.show(line: try report.reportValue())
    } else if raw, let string = try report.value().string {
      session.console.write(string.utf8 + [0x0A])
    } else {
      session.console.write(report.bytes + (place.pointer == nil ? [] : [0x0A]))
    }
    return .done
  }
}
