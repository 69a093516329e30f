import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork get`
struct GetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print a document, or a value in it, byte for byte")

  @Argument(help: "The document", completion: Completions.documents)
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
    let report = try session.openStore().getDocument(
      GetDocumentRequest(document: document, pointer: pointer, fork: fork.name, revision: at))
    if output.json {
      session.show(line: try report.reportValue())
    } else if raw, let string = try report.value().string {
      session.console.write(string.utf8 + [0x0A])
    } else {
      session.console.write(report.bytes + (pointer == nil ? [] : [0x0A]))
    }
    return .done
  }
}
