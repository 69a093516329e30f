import ArgumentParser
import ForkedStore

/// `fork merge`
struct MergeCommand: ReportingCommand, DetailedCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge one or more forks by property, atomically",
    discussion: """
      Merges one fork after another into the current one. The schema decides properties that both sides changed, by \
      default for the later change; each decision is printed. Without a schema, they are conflicts. If conflicts \
      remain, nothing changes: each conflict is printed with the argument that resolves it, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp("The forks or other revisions to merge", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Flag(help: "Merge all other forks")
  var all = false

  @OptionGroup var options: MergingOptions
  @OptionGroup var hooks: HookOption
  @OptionGroup var page: PageOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all == forks.isEmpty { return }
    throw ValidationError(
      all ? "--all and names of forks exclude each other" : "Name the forks to merge, or use --all")
  }

  func run(in session: Session) throws -> ExitStatus {
    try options.run(
      forks, all: all, as: "merge", all ? ["--all"] : forks, page, in: session,
      whenGivenUp: "nothing was changed"
    ) { try $0.merge($1) }
  }
}

/// The options of `merge` and `pull`.
struct MergingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Merge into this fork instead of the current one", valueName: "fork"),
    completion: Completions.forks)
  var into: String?

  @Flag(
    name: .customLong("no-ff"),
    help: "Create a merge commit even if a fast-forward is possible")
  var noFastForward = false

  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var merging: MergeOptions
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var message: MessageOption

  /// Merges, after asking the user if that is wanted, and prints the result.
  ///
  /// - Parameters:
  ///   - sources: The forks, unless all are merged or `merge` knows them.
  ///   - name: The name of the command.
  ///   - arguments: Its arguments, without options of this type.
  ///   - notice: What is said if the user gives up.
  ///   - merge: Makes the merge.
  func run(
    _ sources: [String] = [], all: Bool = false, as name: String, _ arguments: [String],
    _ page: PageOption, in session: Session, whenGivenUp notice: String,
    by merge: (DocumentStore, MergeRequest) throws -> MergeReport
  ) throws -> ExitStatus {
    var request = MergeRequest(
      from: sources, all: all, into: into, dryRun: merging.dryRun, alwaysCommits: noFastForward,
      policy: try decisions.policy, resolutions: try merging.resolutions(),
      decisions: try deciding.fileDecisions(), message: message.text)
    let store = try session.openStore()
    var words = [programName, name] + arguments.map(\.shellWord)
    if let into { words += ["--into", into.shellWord] }
    if noFastForward { words.append("--no-ff") }
    let command = words.joined(separator: " ")
    if deciding.interactive {
      guard
        let decisions = try store.ask(
          about: request, by: command, in: session, { try merge(store, $0) })
      else {
        session.console.notify(notice)
        return .differs
      }
      request.decisions = decisions
    }
    let report = try merge(store, request)
    try page.write(
      Page(
        merging: MergeReport.list(report.from), into: report.into.name, report,
        deciding: command, from: store), from: store, in: session)
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension MergeReport: Drawable {
  var text: StyledText {
    var text = headline
    text += resolved.text
    text += conflicts.text()
    if conflicts.isEmpty { return text }
    text += "\(trusted: counted(conflicts.count, "conflict"), .red): nothing was changed; "
    // `newest` never decides properties that the schema merges by `manual`.
    let isManual = conflicts.contains { $0.reason == .manual }
    text += "resolve with the arguments above, or --prefer \(trusted: isManual ? "" : "newest|")"
    text += "ours|theirs\n"
    return text
  }

  private var headline: StyledText {
    let names = MergeReport.list(from)
    switch action {
    case _ where !conflicts.isEmpty:
      return "merging \(names) into \(into, .green) leaves conflicts\n"
    case .none: return "already up to date: \(into, .green) contains \(names)\n"
    case .fastForward where isDryRun:
      return "would fast-forward \(into, .green) to \(names), \(summary)\n"
    case .resolveConflict where isDryRun:
      return "would merge \(names) into \(into, .green), \(summary)\n"
    case .fastForward:
      return "fast-forwarded \(into, .green) to \(names): \(shortID: commit), \(summary)\n"
    case .resolveConflict:
      return "merged \(names) into \(into, .green): \(shortID: commit), \(summary)\n"
    }
  }

  private var summary: String { .changed(changed, merged: merged) }
}
