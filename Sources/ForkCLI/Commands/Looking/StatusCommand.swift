import ArgumentParser
import ForkedGit
import ForkedStore

/// `fork status`
struct StatusCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the current fork, uncommitted changes, and conflicts with the remote",
    discussion: """
      A fork of the remote is compared as it was last fetched; use '\(programName) fetch' to update it. If both have \
      versions of their own, the conflicts of a merge are listed, which wait for your decision; and those of documents \
      that an exchange left as they are at the remote until you decide.
      """
  )

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
    if let remote { text += "\(remote.text)\n" }
    if let operation { text += "a \(trusted: operation.command) is in progress\n" }
    text += list("conflicts", conflicts.map { ("conflict", $0) })
    text += list(
      "uncommitted changes",
      edited.filter(\.isDocument).map { ($0.word, $0.paths) })
    text += list(
      "uncommitted changes to other files",
      edited.filter { !$0.isDocument }.map { ($0.word, $0.paths) })
    if let waiting {
      text += list(
        "waiting for your decision",
        waiting.conflicts.map { ("conflict", "\($0.document)#\($0.pointer)") })
      text += "decide with: \(waiting.command) -i, or --html <file>\n"
    }
    return text
  }

  private var relation: String {
    if fork == main, ahead == 0, behind == 0 { return "" }
    return ", " + relationText(to: main.name, ahead: ahead, behind: behind)
  }

  private func list(_ title: String, _ lines: [(state: String, path: String)]) -> StyledText {
    guard !lines.isEmpty else { return StyledText() }
    return lines.reduce(into: "\(trusted: title):\n") { text, line in
      text += "  \(trusted: line.state.padded(to: 8), .yellow)  \(line.path)\n"
    }
  }
}

extension StatusReport.Edited {
  /// The path, behind the former one if it was renamed.
  fileprivate var paths: String { renamedFrom.map { "\($0) -> \(document)" } ?? document }
}

extension RemoteRelation {
  /// The relation in words, like `ahead of origin/main by 1`.
  var text: String { relationText(to: name, ahead: ahead, behind: behind) }
}

private func relationText(to name: String, ahead: Int, behind: Int) -> String {
  switch (ahead, behind) {
  case (0, 0): "same as \(name)"
  case (_, 0): "ahead of \(name) by \(ahead)"
  case (0, _): "behind \(name) by \(behind)"
  default: "diverged from \(name): ahead by \(ahead), behind by \(behind)"
  }
}
