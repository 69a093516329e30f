import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork get`
struct GetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print a document, or a value in it, byte for byte, or values of many documents",
    discussion: """
      Of a directory, of a pattern as in .gitignore, with --where, or with several pointers, each value is a line of \
      JSON with "document", "pointer" if one is given, and "value"; * in a pointer is any member or element. \
      A document without such a value has no line. 'update --lines' reads these lines.
      """)

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title; or a directory or pattern",
      valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String

  @Argument(
    help: ArgumentHelp(
      "The JSON Pointers of values in it, like /notes/0/title", valueName: "pointer"),
    completion: Completions.pointers
  )
  var pointers: [String] = []

  @OptionGroup var conditions: ConditionOption

  @Option(
    help: ArgumentHelp("Print the document at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @Flag(name: .shortAndLong, help: "Print a string without quotes and escapes")
  var raw = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let place = try PropertyArgument(document, pointers.first)
    let store = try session.openStore()
    guard
      try conditions.isEmpty && pointers.count < 2
        && !store.namesMany(place.document, fork: fork.name, revision: at)
    else { return try printLines(of: place, from: store, in: session) }
    let report: GetDocumentReport
    do {
      report = try store.getDocument(
        place.document, at: place.pointer, fork: fork.name, revision: at)
    } catch let error as StoreError where error.kind == .notFound {
      // A key may be an asterisk, too.
      guard place.pointer?.tokens.contains("*") == true else { throw error }
      return try printLines(of: place, from: store, in: session)
    }
    if output.json {
      session.show(line: try report.reportValue())
    } else if raw, let string = try report.value().string {
      session.console.write(string.utf8 + [0x0A])
    } else {
      session.console.write(report.bytes + (place.pointer == nil ? [] : [0x0A]))
    }
    return .done
  }

  private func printLines(
    of place: PropertyArgument, from store: DocumentStore, in session: Session
  ) throws -> ExitStatus {
    if raw { throw ValidationError("--raw prints one string, and here are many values") }
    let query = DocumentQuery(
      [place.document], where: try conditions.inOrder(), fork: fork.name, revision: at)
    let others = try pointers.dropFirst().map { try JSONPointer(parsing: $0) }
    try store.getValues(query, at: (place.pointer.map { [$0] } ?? []) + others) {
      session.show(line: $0)
      return !session.console.isClosed
    }
    return .done
  }
}
