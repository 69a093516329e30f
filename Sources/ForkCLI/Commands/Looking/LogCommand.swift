import ArgumentParser
import ForkedStore

/// `fork log`
struct LogCommand: ReportingCommand, PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show the versions of a fork, a document or a property",
    discussion: """
      Ranges are those of git: main..laptop shows the versions that laptop has and main has not, main...laptop those \
      that only one of them has. A document is followed to its former names.
      With --where, the versions are those in which a document began (+) or ceased (-) to match all conditions; a \
      directory or a pattern limits the documents then.
      """)

  @Argument(
    help: ArgumentHelp(
      "A revision or range, then a document, or a property of it, like notes/a.json#/title or notes/a.json /title",
      valueName: "rev|document[#ptr]"),
    completion: Completions.revisionsAndProperties)
  var arguments: [String] = []

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("Show at most this many versions", valueName: "count"))
  var count: Int?

  @Option(
    help: ArgumentHelp("Start at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @Option(
    help: ArgumentHelp(
      "Show only versions of authors with this text in their name or address", valueName: "text"))
  var author: String?

  @Option(
    help: ArgumentHelp(
      "Show only versions since this time, like 2026-11-21, '2 weeks ago' or yesterday",
      valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Show only versions until this time", valueName: "time"))
  var until: String?

  @OptionGroup var conditions: ConditionOption

  @Flag(name: .shortAndLong, help: "Show the changes of each version, by property")
  var patch = false

  @OptionGroup var stat: StatOption

  @OptionGroup var date: DateOption

  @Flag(help: "Draw the history as a graph")
  var graph = false

  /// Each version is one line anyway.
  @Flag(help: .hidden)
  var oneline = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var page: PageOption
  @OptionGroup var pager: PagerOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let count, count < 0 { throw ValidationError("-n takes a number of 0 or more") }
    if graph, patch || stat.isOn { throw ValidationError("--graph excludes --patch and --stat") }
    if graph, !conditions.isEmpty { throw ValidationError("--graph excludes --where") }
    if patch, stat.isOn { throw ValidationError("--patch and --stat exclude each other") }
  }

  func run(in session: Session) throws -> ExitStatus {
    var request = LogRequest(arguments: arguments)
    request.fork = fork.name
    request.revision = at
    request.limit = count
    request.author = author
    request.since = try since.map { try HumanTime.seconds($0) }
    request.until = try until.map { try HumanTime.seconds($0, endsDay: true) }
    request.conditions = try conditions.inOrder()
    request.keepsLinesTogether = graph
    request.includesDocuments = output.json
    request.includesChanges = patch || stat.isOn
    var drawing = HistoryGraph()
    let store = try session.openStore()
    let format = try date.format(for: store, in: session)
    var (tally, shown) = (ChangeTally(), 0)
    var versions: [LoggedVersion] = []
    try store.log(request) { version in
      if page.path != nil { versions.append(version) }
      if output.json {
        session.show(line: version.reportValue)
      } else if !output.quiet {
        if graph { session.console.write(drawing.line(for: version)) }
        session.console.write(version.line(dated: format))
        for match in version.matches ?? [] { session.console.write(match.line) }
        if graph { session.console.write(drawing.linesBelow()) }
        write(version.changes ?? [], in: session)
        for file in version.changes ?? [] { tally.add(file) }
        shown += 1
      }
      return page.path != nil || !session.console.isClosed
    }
    if stat.isOn, !output.json, !output.quiet {
      session.console.write(
        "total: \(trusted: counted(shown, "version")), \(trusted: tally.text)\n")
    }
    if page.path != nil {
      let name = try arguments.first ?? at ?? fork.name ?? store.currentFork().name
      try page.write(Page(versions, of: name), from: store, in: session)
    }
    return .done
  }

  private func write(_ files: [FileDifference], in session: Session) {
    if stat.isOn { session.console.write(stat.text(of: files, indented: "  ")) }
    for file in files where !stat.isOn { session.console.write(file.text) }
    if !files.isEmpty { session.console.write("\n") }
  }
}

extension MatchChange {
  /// The document, with the sign of its beginning or end.
  fileprivate var line: StyledText {
    began ? "  \("+", .green) \(document)\n" : "  \("-", .red) \(document)\n"
  }
}

extension LoggedVersion {
  /// The id, the time, the forks at this version, the subject and the author.
  func line(dated format: DateFormat?) -> StyledText {
    var line: StyledText = "\(shortID: commit.id)  \(format?.text(of: self) ?? moment, .dim)"
    if !forks.isEmpty { line += "  (\(forks.map(\.name).joined(separator: ", "), .green))" }
    return line + "  \(commit.subject)  \(commit.author.name, .dim)\n"
  }
}
