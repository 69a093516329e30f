import ArgumentParser
import ForkedGit
import ForkedStore

/// `fork status`
struct StatusCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the current fork, how it compares with main, and uncommitted changes")

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().status())
    return .done
  }
}

extension StatusReport: Drawable {
  var text: StyledText {
    var text: StyledText = "on \(fork?.name ?? "no fork (HEAD is detached)", .green)"
    text += commit == nil ? ", which has no version\n" : " at \(shortID: commit)\(relation)\n"
    if let operation { text += "a \(trusted: operation.command) is in progress\n" }
    text += list("conflicts", conflicts.map { ("conflict", $0) })
    text += list(
      "uncommitted changes",
      edited.filter(\.isDocument).map { ($0.state.rawValue, $0.document) })
    text += list(
      "uncommitted changes to other files",
      edited.filter { !$0.isDocument }.map { ($0.state.rawValue, $0.document) })
    return text
  }

  private var relation: String {
    switch (ahead, behind) {
    case (0, 0): fork == main ? "" : ", same as \(main)"
    case (_, 0): ", ahead of \(main) by \(ahead)"
    case (0, _): ", behind \(main) by \(behind)"
    default: ", diverged from \(main): ahead by \(ahead), behind by \(behind)"
    }
  }

  private func list(_ title: String, _ lines: [(state: String, path: String)]) -> StyledText {
    guard !lines.isEmpty else { return StyledText() }
    return lines.reduce(into: "\(trusted: title):\n") { text, line in
      text += "  \(trusted: line.state.padded(to: 8), .yellow)  \(line.path)\n"
    }
  }
}
