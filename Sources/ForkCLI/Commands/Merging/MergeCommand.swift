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

  @Option(
    help: ArgumentHelp("Merge into this fork instead of the current one", valueName: "fork"),
    completion: Completions.forks)
  var into: String?

  @Flag(help: "Merge all other forks")
  var all = false

  @Flag(
    name: .customLong("no-ff"),
    help: "Create a merge commit even if a fast-forward is possible")
  var noFastForward = false

  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var merging: MergeOptions
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var message: MessageOption
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
    var request = MergeRequest(
      from: forks, all: all, into: into, dryRun: merging.dryRun, alwaysCommits: noFastForward,
      policy: try decisions.policy, resolutions: try merging.resolutions(),
      decisions: try deciding.fileDecisions(), message: message.text)
    let store = try session.openStore()
    if deciding.interactive {
      guard
        let decisions = try store.ask(
          about: request, by: decidingCommand, in: session, { try store.merge($0) })
      else {
        session.console.notify("nothing was changed")
        return .differs
      }
      request.decisions = decisions
    }
    let report = try store.merge(request)
    try page.write(
      Page(
        merging: MergeReport.list(report.from), into: report.into.name, report,
        deciding: decidingCommand, from: store), from: store, in: session)
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension MergeCommand {
  /// The command that makes this merge, without resolutions.
  private var decidingCommand: String {
    var words = [programName, "merge"] + (all ? ["--all"] : forks.map(\.shellWord))
    if let into { words += ["--into", into.shellWord] }
    if noFastForward { words.append("--no-ff") }
    return words.joined(separator: " ")
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
