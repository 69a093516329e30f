import ArgumentParser
import ForkedStore

/// `fork pull`
struct PullCommand: ReportingCommand, DetailedCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Fetch a fork of a remote, and merge it by property")

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

  @OptionGroup var merging: MergeOptions
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let merge = MergeRequest(
      from: [], into: into, dryRun: merging.dryRun, alwaysCommits: noFastForward,
      policy: try merging.decisions.policy, resolutions: try merging.resolutions(),
      message: message.text)
    let report = try session.openStore().pull(
      PullRequest(remote: remote, fork: fork, merge: merge))
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}
