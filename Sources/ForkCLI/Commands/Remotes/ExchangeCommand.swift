import ArgumentParser
import ForkedStore

/// `fork exchange`
struct ExchangeCommand: ReportingCommand, DetailedCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange",
    abstract: "Fetch, merge and push until both sides have the same versions",
    discussion: """
      Exchanges the main fork and all forks that both sides have or had. A fork that was deleted on one side is \
      deleted on the other, unless it has changed there since; one that is checked out stays, but is not pushed. Use \
      --fork or --all to add forks that only one side has. While others keep pushing, it gives up after 30 rounds, with \
      exit status 75; the merges that it made here stay. Remotes are reached by git, version 2.32 or later.

      A document with conflicts waits for your decision: it stays as it is at the remote, your version is kept beside \
      the fork, and the others are merged and pushed. The exit status is 1 until you decide, and \
      '\(programName) status' lists what waits. Decide by exchanging again with --resolve, --prefer, --interactive, or \
      with --from and the file that the page of --html saves; ours is your version. Decisions about other conflicts than \
      those that are open now are refused.

      The whole fork waits, on both sides, if nothing else changed, if the sides have several merge bases or different \
      schemas, if the schema declares entities, or if a conflict is in a file that was renamed or is no document.
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

  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var merging: MergeOptions
  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var hooks: HookOption
  @OptionGroup var page: PageOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all, !forks.isEmpty { throw ValidationError("--all and --fork exclude each other") }
    if watch, merging.dryRun { throw ValidationError("--watch and --dry-run exclude each other") }
    if watch, deciding.interactive || deciding.from != nil || page.path != nil {
      throw ValidationError("--watch excludes --interactive, --from and --html")
    }
    guard interval >= 0.1, interval <= 86_400 else {
      throw ValidationError("--interval takes seconds from 0.1 to 86400")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    var request = ExchangeRequest(
      remote: remote, forks: forks, all: all, main: main, dryRun: merging.dryRun,
      policy: try decisions.policy, resolutions: try merging.resolutions(),
      decisions: try [deciding.fileDecisions()].compactMap { $0 })
    if watch {
      var warned: Set<String> = []
      var tally = ExchangeTally()
      do {
        try store.exchangeContinuously(request, pace: ExchangePace(interval: .seconds(interval))) {
          tally.add($0)
          session.show($0, warned: &warned)
        }
      } catch let error as StoreError where error.kind == .interrupted {
        throw StoreError(.interrupted, "interrupted; \(tally.text)")
      }
    }
    if deciding.interactive {
      guard let decisions = try ask(about: request, of: store, in: session) else {
        session.console.notify("nothing was exchanged")
        return .differs
      }
      request.decisions = decisions
    }
    let report = try store.exchange(request)
    try writePage(of: report, from: store, in: session)
    report.warnings.forEach(session.console.notify)
    session.show(report)
    if let failure = report.failure {
      session.console.explain(failure)
      return ExitStatus(failure.kind)
    }
    return report.hasConflicts ? .differs : .done
  }
}

extension ExchangeCommand {
  /// The command that exchanges these forks, without resolutions.
  private var decidingCommand: String {
    var words = [programName, "exchange"] + [remote].compactMap { $0?.shellWord }
    for fork in forks { words += ["--fork", fork.shellWord] }
    if let main { words += ["--main", main.shellWord] }
    if all { words.append("--all") }
    return words.joined(separator: " ")
  }

  /// Asks about the conflicts of all forks; nil if the user gave up.
  private func ask(
    about request: ExchangeRequest, of store: DocumentStore, in session: Session
  ) throws -> [ConflictDecisions]? {
    var dry = request
    dry.dryRun = true
    var decided: [ConflictDecisions] = []
    for merge in try store.exchange(dry).merges where !merge.conflicts.isEmpty {
      guard
        let decisions = try store.ask(
          about: merge.conflicts, merge.commits,
          by: DecidingCommand(words: decidingCommand, option: "--resolve "), in: session)
      else { return nil }
      decided.append(decisions)
    }
    return decided
  }

  /// Writes the page of the first fork with conflicts; if there is none, of the first fork.
  private func writePage(
    of report: ExchangeReport, from store: DocumentStore, in session: Session
  ) throws {
    guard page.path != nil, let merge = report.merges.first else { return }
    try page.write(
      Page(
        merging: MergeReport.list(merge.from), into: merge.into.name, merge,
        deciding: decidingCommand, from: store), from: store, in: session)
    let open = report.merges.filter { !$0.conflicts.isEmpty }.map(\.into.name)
    guard open.count > 1 else { return }
    session.console.notify(
      "the page shows '\(open[0])'; others with conflicts: \(MergeReport.list(Array(open.dropFirst())))"
    )
  }
}

/// The changes of an exchange that keeps running.
private struct ExchangeTally {
  private var exchanges = 0
  private var updates = 0

  mutating func add(_ state: ExchangeState) {
    guard let report = state.report else { return }
    exchanges += 1
    updates += report.forks.count { $0.action != .none || $0.isPushed || $0.deletion != nil }
  }

  var text: String {
    let done = updates == 0 ? "no fork was updated" : "\(counted(updates, "update")) of forks"
    return "\(done) in \(counted(exchanges, "exchange"))"
  }
}

extension Session {
  /// Prints the state after an exchange of many, if it contains something new.
  fileprivate func show(_ state: ExchangeState, warned: inout Set<String>) {
    if let report = state.report {
      for warning in report.warnings where warned.insert(warning).inserted {
        console.notify(warning)
      }
      guard report.isNews else { return }
      show(report)
      if let failure = report.failure { console.explain(failure) }
    }
    if case .waiting(let failure, let wait) = state {
      let seconds = Int(wait.inSeconds.rounded(.up))
      if console.outputStyle.isJSON {
        show(
          line: .object(["state": "waiting", "error": failure.message, "retryAfter": seconds]))
      }
      console.notify("\(failure.message); trying again in \(seconds) s")
    }
    console.flush()
  }
}

extension ExchangeReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for row in forks where row.isNews { text += row.text(with: remote, isDryRun: isDryRun) }
    if hasConflicts {
      let waiting = counted(forks.reduce(0) { $0 + $1.conflicts.count }, "conflict")
      text +=
        "\(trusted: waiting, .red) \(trusted: waiting == "1 conflict" ? "waits" : "wait") for your decision: with the arguments above, or -i\n"
    }
    return text.isEmpty ? "nothing to exchange with \(remote)\n" : text
  }
}

extension ExchangeReport.Exchanged {
  fileprivate func text(with remote: String, isDryRun: Bool) -> StyledText {
    var text: StyledText = "\(fork, .green)  "
    if isDryRun, failure == nil, !isBlocked { text += "would be " }
    text += headline(remote)
    if let survival {
      let note = survival.text(remote)
      text += isPushed || merge.action != .none ? "; \(note)" : "\(note)"
    }
    text += "\n"
    text += merge.resolved.text
    text += merge.conflicts.text()
    if !waiting.isEmpty {
      text +=
        "as at \(remote) until you decide, and your version is kept: \(MergeReport.list(waiting))\n"
    }
    return text
  }

  private func headline(_ remote: String) -> StyledText {
    if isBlocked || failure != nil && merge.action == .none { return "not changed" }
    switch deletion {
    case .here: return "deleted, as at \(remote)"
    case .there: return "deleted at \(remote), as here"
    case nil: break
    }
    let files = String.changed(merge.changed, merged: merge.merged)
    var text: StyledText
    switch merge.action {
    case .none where !isPushed: return waiting.isEmpty ? "" : "same as \(remote)"
    case .none: text = "pushed to \(remote)"
    case .fastForward: text = "fast-forwarded to \(remote), \(trusted: files)"
    case .resolveConflict: text = "merged with \(remote), \(trusted: files)"
    }
    if merge.action != .none, isPushed { text += ", and pushed" }
    if failure != nil { text += ", and not pushed" }
    text += ": \(shortID: merge.commit)"
    return text
  }
}

extension ExchangeReport.Survival {
  fileprivate func text(_ remote: String) -> String {
    switch self {
    case .checkedOut:
      "deleted at \(remote), and kept here because it is checked out; "
        + "'\(programName) switch' to another one, and exchange again"
    case .changedHere: "it had been deleted at \(remote), but has new versions here"
    case .changedThere: "it had been deleted here, but has new versions at \(remote)"
    }
  }
}
