import ArgumentParser
import ForkedStore

/// `fork revert`
struct RevertCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Take back what one version changed, in a new version",
    discussion: """
      Works by property: what else was changed since stays. Where the very property was changed again, that is a \
      conflict, and nothing moves: --prefer ours keeps what stands now, --prefer theirs goes back nevertheless. Of a \
      merge, what its first parent got by it is taken back.
      """)

  @Argument(help: ArgumentHelp("The version", valueName: "rev"), completion: Completions.revisions)
  var revision: String

  @OptionGroup var fork: ForkOption
  @OptionGroup var merging: MergeOptions
  @OptionGroup var message: MessageOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().revert(
      RevertRequest(
        revision: revision, fork: fork.name, dryRun: merging.dryRun,
        policy: merging.decisions.policy, settlements: merging.settlements(), message: message.text)
    )
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension RevertReport: Drawable {
  var text: StyledText {
    var text = headline
    for decision in resolved { text += decision.text }
    for conflict in conflicts { text += conflict.text() }
    return conflicts.isEmpty ? text : text + "nothing was changed\n"
  }

  private var headline: StyledText {
    if !conflicts.isEmpty {
      return "\(shortID: reverted) cannot be taken back alone: it was changed again since\n"
    }
    guard changed else { return "nothing of \(shortID: reverted) is left on \(fork, .green)\n" }
    if isDryRun { return "would revert \(shortID: reverted) on \(fork, .green)\n" }
    return "reverted \(shortID: reverted) on \(fork, .green): \(shortID: commit)\n"
  }
}
