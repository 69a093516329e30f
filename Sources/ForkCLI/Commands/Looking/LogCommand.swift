import ArgumentParser
import ForkedStore

/// `fork log`
struct LogCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the versions of a fork, a document or a property")

  @Argument(
    help: ArgumentHelp(
      "A document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String?

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("Show at most this many versions", valueName: "count"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Start at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @Flag(help: "Draw the history as a graph")
  var graph = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var page: PageOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let count, count < 0 { throw ValidationError("-n takes a number of 0 or more") }
    if graph, document != nil {
      throw ValidationError("--graph shows whole forks, not the history of one document")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let place = try document.map { try PropertyArgument($0) }
    let request = LogRequest(
      document: place?.document, pointer: place?.pointer, fork: fork.name, revision: at,
      limit: count,
      keepsLinesTogether: graph || page.path != nil, includesDocuments: output.json)
    var drawing = HistoryGraph()
    let store = try session.openStore()
    var versions: [LoggedVersion] = []
    try store.log(request) { version in
      if page.path != nil { versions.append(version) }
      if output.json {
        session.show(line: version.reportValue)
      } else if !output.quiet {
        if graph { session.console.write(drawing.line(for: version)) }
        session.console.write(version.line)
        if graph { session.console.write(drawing.linesBelow()) }
      }
      return true
    }
    let name = try document ?? at ?? fork.name ?? store.currentFork().name
    try page.write(Page(versions, of: name), from: store, in: session)
    return .done
  }
}

extension LoggedVersion {
  /// The id, the time, the forks at this version, the subject and the author.
  var line: StyledText {
    var line: StyledText = "\(shortID: commit.id)  \(trusted: moment, .dim)"
    if !forks.isEmpty { line += "  (\(forks.map(\.name).joined(separator: ", "), .green))" }
    return line + "  \(commit.subject)  \(commit.author.name, .dim)\n"
  }
}
