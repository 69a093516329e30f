import ArgumentParser
import ForkedStore

/// `fork mergetool`
struct MergetoolCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mergetool",
    abstract: "Ask about the conflicts of one file, for 'git mergetool'",
    discussion: """
      Shows one conflict of an unmerged file after another, and decides each by a key, as '\(programName) resolve \
      --interactive' does for all files. git runs it after '\(programName) install --mergetool'. All conflicts of the \
      file must be decided, since git restores it otherwise; '\(programName) resolve --interactive' takes some. Exits \
      with status 1 if conflicts remain.
      """)

  @Argument(help: "The unmerged file", completion: .file())
  var file: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let open = try store.conflicts()
    let name = store.shown(try store.documentPath(file))
    let conflicts = open.conflicts.filter { $0.document == name }
    guard
      let decisions = try store.ask(
        about: conflicts, open.commits, by: DecidingCommand(words: "\(programName) resolve"),
        reasonToDecideAll: "git restores a file that is not resolved completely", in: session)
    else {
      session.console.notify("nothing was changed")
      return .differs
    }
    let report = try store.resolve([file], decisions: decisions)
    session.show(report)
    return report.resolvedDocuments.contains(name) ? .done : .differs
  }
}
