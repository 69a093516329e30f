import ArgumentParser
import ForkedStore

/// `fork fetch`
struct FetchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download the forks of a remote; local forks do not change",
    discussion: "All objects are verified before a ref is updated.")

  @Argument(
    help: ArgumentHelp(
      "The remote; by default that of the upstream, origin, or the only one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Flag(help: "Remove tracked forks that no longer exist on the remote")
  var prune = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().fetch(from: remote, prune: prune)
    report.warnings.forEach(session.console.notify)
    session.show(report)
    return .done
  }
}

extension FetchReport: Drawable {
  var text: StyledText {
    if forks.isEmpty { return "nothing new at \(remote)\n" }
    var text = StyledText()
    for forkUpdate in forks {
      text += "\(remote)/\(forkUpdate.fork, .green)  \(forkUpdate.places)\n"
    }
    return text
  }
}

extension ForkUpdate {
  /// The old and the new commit.
  var places: StyledText {
    switch (from, to) {
    case (nil, nil): "does not exist"
    case (nil, let to): "new, at \(shortID: to)"
    case (_, nil): "deleted"
    case (let from, let to) where from == to: "up to date, at \(shortID: to)"
    case (let from, let to): "\(shortID: from) to \(shortID: to)"
    }
  }
}
