import ArgumentParser
import ForkedStore

/// `fork fetch`
struct FetchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Bring here what a remote's forks hold; no fork moves",
    discussion: "What arrives is verified before anything leads to it.")

  @Argument(
    help: ArgumentHelp("The remote; none: the usual one", valueName: "remote"),
    completion: Completions.remotes)
  var remote: String?

  @Flag(help: "Forget forks that are gone there")
  var prune = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().fetch(FetchRequest(remote: remote, prune: prune))
    report.warnings.forEach(session.console.notify)
    session.show(report)
    return .done
  }
}

extension FetchReport: Drawable {
  var text: StyledText {
    if forks.isEmpty { return "nothing new at \(remote)\n" }
    var text = StyledText()
    for movement in forks {
      text += "\(remote)/\(movement.fork, .green)  \(movement.places)\n"
    }
    return text
  }
}

extension Movement {
  /// From where to where.
  var places: StyledText {
    switch (from, to) {
    case (nil, let to): "new, at \(shortID: to)"
    case (_, nil): "gone"
    case (let from, let to) where from == to: "there already, at \(shortID: to)"
    case (let from, let to): "\(shortID: from) to \(shortID: to)"
    }
  }
}
