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

  @OptionGroup var options: MergingOptions
  @OptionGroup var hooks: HookOption
  @OptionGroup var page: PageOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    try options.run(
      as: "pull", [remote, fork].compactMap { $0 }, page, in: session,
      whenGivenUp: "nothing was merged"
    ) { try $0.pull(from: remote, fork, merging: $1) }
  }
}
