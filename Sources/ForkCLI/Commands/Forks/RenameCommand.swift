import ArgumentParser
import ForkedStore

/// `fork rename`
struct RenameCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a fork")

  @Argument(help: ArgumentHelp("The fork", valueName: "fork"), completion: Completions.forks)
  var name: String

  @Argument(help: ArgumentHelp("The new name", valueName: "new-name"))
  var newName: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.renameFork(name, to: newName)
    session.show(report, "renamed \(name, .green) to \(report.fork, .green)\n")
    return .done
  }
}
