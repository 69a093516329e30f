import ArgumentParser
import ForkedStore

/// `fork revert`
struct RevertCommand: ReportingCommand, DetailedCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Revert the changes of one version, in a new version",
    discussion: """
      Reverts by property: later changes of other properties stay. If one of the properties was changed again, that is \
      a conflict, and nothing changes. Use --prefer ours to keep its current value, or --prefer theirs to revert it. \
      For a merge, the changes that it brought to its first parent are reverted. One in which a document still waits for \
      a decision, or did, is refused: revert the merge that decided.
      """)

  @Argument(help: ArgumentHelp("The version", valueName: "rev"), completion: Completions.revisions)
  var revision: String

  @OptionGroup var fork: ForkOption
  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var merging: MergeOptions
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().revert(
      revision, fork: fork.name, dryRun: merging.dryRun, policy: decisions.policy,
      resolutions: merging.resolutions(), message: message.text)
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension RevertReport: Drawable {
  var text: StyledText {
    var text = headline
    text += resolved.text
    text += conflicts.text()
    return conflicts.isEmpty ? text : text + "nothing was changed\n"
  }

  private var headline: StyledText {
    if !conflicts.isEmpty {
      return "reverting \(shortID: reverted) leaves conflicts with later changes\n"
    }
    guard changed else { return "no change of \(shortID: reverted) is left on \(fork, .green)\n" }
    if isDryRun { return "would revert \(shortID: reverted) on \(fork, .green)\n" }
    return "reverted \(shortID: reverted) on \(fork, .green): \(shortID: commit)\n"
  }
}
