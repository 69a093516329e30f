import ArgumentParser
import ForkedStore

/// `fork pull`
struct PullCommand: ReportingCommand, DetailedCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Fetch a fork of a remote, and merge it by property",
    discussion: """
      Merges as '\(programName) merge' does: if conflicts remain, nothing is merged, and the exit status is 1. With \
      --interactive, each conflict is shown, and a key decides it; --from takes the decisions from a file, as the page \
      of --html saves it; decisions about other conflicts than those that are open now are refused.
      """)

  @Argument(
    help: ArgumentHelp(
      "The remote; by default that of the upstream, origin, or the only one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Argument(
    help: ArgumentHelp(
      "The remote fork; by default the upstream, or that of the same name", valueName: "fork"),
    completion: Completions.forks)
  var fork: String?

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
  @OptionGroup var hooks: HookOption
  @OptionGroup var page: PageOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    var merge = MergeRequest(
      from: [], into: into, dryRun: merging.dryRun, alwaysCommits: noFastForward,
      policy: try decisions.policy, resolutions: try merging.resolutions(),
      decisions: try deciding.fileDecisions(), message: message.text)
    let store = try session.openStore()
    let pull = { try store.pull(from: remote, fork, merging: $0) }
    if deciding.interactive {
      guard let decisions = try store.ask(about: merge, by: decidingCommand, in: session, pull)
      else {
        session.console.notify("nothing was merged")
        return .differs
      }
      merge.decisions = decisions
    }
    let report = try pull(merge)
    try page.write(
      Page(
        merging: MergeReport.list(report.from), into: report.into.name, report,
        deciding: decidingCommand, from: store), from: store, in: session)
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }

  /// The command that pulls this fork, without resolutions.
  private var decidingCommand: String {
    var words = [programName, "pull"] + [remote, fork].compactMap { $0?.shellWord }
    if let into { words += ["--into", into.shellWord] }
    if noFastForward { words.append("--no-ff") }
    return words.joined(separator: " ")
  }
}
