import ArgumentParser
import ForkedStore

/// `fork check`
struct CheckCommand: NamedDocumentsCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check documents for mistakes that no schema describes",
    discussion: """
      Finds duplicate keys, conflict markers and other text that is not JSON, ordered lists that are not in the order \
      of their positions, and entities whose copies differ. Checks the work tree if there is one, otherwise the \
      current fork. Exits with status 1 if there is a problem. '\(programName) validate' checks documents against the schema, \
      and '\(programName) verify' checks the whole repository, with its history.
      """)

  @Argument(
    help: "Documents, directories or patterns as in .gitignore; by default all documents",
    completion: Completions.documents)
  var documents: [String] = []

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().check(documents: documents)
    session.show(report, report.problems.text())
    return report.problems.isEmpty ? .done : .differs
  }
}
