import ArgumentParser
import ForkedStore

/// `fork merge`
struct MergeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge forks by property, several one after another, all or nothing")

  @Argument(
    help: ArgumentHelp("The forks, or other revisions", valueName: "fork"),
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
    help: "Make a merge commit even where the fork could simply move ahead")
  var noFastForward = false

  @OptionGroup var merging: MergeOptions
  @OptionGroup var message: MessageOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all == forks.isEmpty { return }
    throw ValidationError(
      all ? "--all leaves no fork to name" : "Name the forks to merge, or --all")
  }

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().merge(
      MergeRequest(
        from: forks, all: all, into: into, dryRun: merging.dryRun, alwaysCommits: noFastForward,
        policy: merging.decisions.policy, settlements: merging.settlements(), message: message.text)
    )
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension MergeReport: Drawable {
  var text: StyledText {
    var text = headline
    for decision in resolved { text += decision.text }
    for conflict in conflicts { text += conflict.text() }
    if conflicts.isEmpty { return text }
    text += "\(trusted: counted(conflicts.count, "conflict"), .red): nothing was changed; "
    // What the schema leaves to a person is never decided by recency.
    let isManual = conflicts.contains { $0.reason == .manual }
    text += "settle with the arguments above, or --prefer \(trusted: isManual ? "" : "newest|")"
    text += "ours|theirs\n"
    return text
  }

  private var headline: StyledText {
    let names = MergeReport.list(from)
    switch action {
    case _ where !conflicts.isEmpty:
      return "merging \(names) into \(into, .green) leaves conflicts\n"
    case .none: return "nothing to merge: \(into, .green) holds \(names) already\n"
    case .fastForward where isDryRun:
      return "\(into, .green) would move ahead to \(names), \(summary)\n"
    case .resolveConflict where isDryRun:
      return "would merge \(names) into \(into, .green), \(summary)\n"
    case .fastForward:
      return "\(into, .green) moved ahead to \(names): \(shortID: commit), \(summary)\n"
    case .resolveConflict:
      return "merged \(names) into \(into, .green): \(shortID: commit), \(summary)\n"
    }
  }

  private var summary: String {
    let files = "\(counted(changed, "file")) changed"
    return merged == 0 ? files : "\(files), \(merged) merged by content"
  }
}
