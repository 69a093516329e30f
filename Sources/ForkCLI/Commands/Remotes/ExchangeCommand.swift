import ArgumentParser
import ForkedStore

/// `fork exchange`
struct ExchangeCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange",
    abstract: "Fetch, merge and push until both sides have the same versions",
    discussion: """
      Exchanges the main fork and all forks that both sides have or had. A fork that was deleted on one side is \
      deleted on the other, unless it has changed there since. Use --fork or --all to add forks that only one side \
      has. A fork with conflicts is not changed; the others are exchanged, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "The remote; by default that of the upstream, origin, or the only one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Option(
    name: .customLong("fork"),
    help: ArgumentHelp("Exchange this fork of either side; can be repeated", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Option(
    help: ArgumentHelp(
      "Exchange this fork as the main fork, where git does not tell which one is", valueName: "fork"
    ),
    completion: Completions.forks)
  var main: String?

  @Flag(help: "Exchange all forks of either side")
  var all = false

  @Flag(help: "Keep running, and exchange whenever a fork changes on either side")
  var watch = false

  @Option(
    help: ArgumentHelp("With --watch, check the remote after this many seconds", valueName: "n"))
  var interval = 5.0

  @OptionGroup var merging: MergeOptions
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all, !forks.isEmpty { throw ValidationError("--all and --fork exclude each other") }
    if watch, merging.dryRun { throw ValidationError("--watch and --dry-run exclude each other") }
    guard interval >= 0.1, interval <= 86_400 else {
      throw ValidationError("--interval takes seconds from 0.1 to 86400")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let request = ExchangeRequest(
      remote: remote, forks: forks, all: all, main: main, dryRun: merging.dryRun,
      policy: try merging.decisions.policy, resolutions: try merging.resolutions())
    if watch {
      var warned: Set<String> = []
      try store.exchangeContinuously(request, pace: ExchangePace(interval: .seconds(interval))) {
        session.show($0, warned: &warned)
      }
    }
    let report = try store.exchange(request)
    report.warnings.forEach(session.console.notify)
    session.show(report)
    if let failure = report.failure {
      session.console.explain(failure)
      return ExitStatus(failure.kind)
    }
    return report.hasConflicts ? .differs : .done
  }
}

extension Session {
  /// Prints an event of an exchange that keeps running, if it contains something new.
  fileprivate func show(_ event: ExchangeEvent, warned: inout Set<String>) {
    switch event {
    case .exchanged(let report):
      for warning in report.warnings where warned.insert(warning).inserted {
        console.notify(warning)
      }
      guard report.isNews else { return }
      show(report)
      if let failure = report.failure { console.explain(failure) }
    case .failed(let failure, let wait):
      if console.outputStyle.isJSON { show(line: event.reportValue) }
      let seconds = Int(wait.inSeconds.rounded(.up))
      console.notify("\(failure.message); trying again in \(seconds) s")
    }
    console.flush()
  }
}

extension ExchangeReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for row in forks where row.isNews { text += row.text(with: remote, isDryRun: isDryRun) }
    return text.isEmpty ? "nothing to exchange with \(remote)\n" : text
  }
}

extension ExchangeReport.Exchanged {
  fileprivate func text(with remote: String, isDryRun: Bool) -> StyledText {
    var text: StyledText = "\(fork, .green)  "
    if isDryRun, failure == nil, conflicts.isEmpty { text += "would be " }
    text += headline(remote)
    text += "\n"
    for decision in resolved { text += decision.text }
    for conflict in conflicts { text += conflict.text() }
    return text
  }

  private func headline(_ remote: String) -> StyledText {
    if failure != nil || !conflicts.isEmpty { return "not changed" }
    switch deletion {
    case .here: return "deleted, as at \(remote)"
    case .there: return "deleted at \(remote), as here"
    case nil: break
    }
    let files = "\(counted(changed, "file")) changed"
    var text: StyledText
    switch action {
    case .none: text = "pushed to \(remote)"
    case .fastForward: text = "fast-forwarded to \(remote), \(trusted: files)"
    case .resolveConflict: text = "merged with \(remote), \(trusted: files)"
    }
    if action == .resolveConflict, merged > 0 { text += ", \(merged) merged by content" }
    if action != .none, isPushed { text += ", and pushed" }
    text += ": \(shortID: commit)"
    return text
  }
}
