import ArgumentParser
import ForkedStore

/// `fork verify`
struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the integrity of the repository",
    discussion: """
      Checks that all forks can be read, that all objects of all versions exist, that all documents of the forks parse, that the schemas have no \
      mistakes, that ordered lists are sorted by position and their elements have ids, that all copies of an entity \
      are equal, and that no killed process left files behind. Files with the attribute -fork in .gitattributes \
      and pointers of git-lfs are not documents here. Exits with status 1 if there is a problem. \
      '\(programName) validate' checks documents against the schema, and '\(programName) check' looks for mistakes in \
      the work tree.
      --repair repairs what needs no decision, and never removes what a user wrote. A fork whose ref was lost, as in a \
      power cut, is set to the last version in its reflog or in the operation log. If the copies of an entity differ, \
      which plain git can cause, the latest change of each property is written to all copies, in one version of the \
      fork.
      """)

  @Flag(help: "Repair what needs no decision")
  var repair = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().verify(repairing: repair)
    session.show(report)
    return report.isSound ? .done : .differs
  }
}

extension VerifyReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for problem in problems {
      text += problem.isRepaired ? "\("repaired", .green)  " : "\("problem", .red)  "
      text += "\(problem.place): \(problem.message)\n"
      if let hint = problem.hint { text += "  \(hint, .dim)\n" }
    }
    let open = problems.filter { !$0.isRepaired }.count
    let judgement = (open == 0 ? "no problems" : counted(open, "problem")) + " found"
    let read = [(versions, "version"), (files, "file"), (documents, "document")].map(counted)
    let all = read.joined(separator: ", ")
    text += "\(trusted: judgement, open == 0 ? .green : .red) in \(trusted: all)\n"
    if ends > 0 {
      text += "history ends at \(trusted: counted(ends, "version")), since this clone is shallow; "
      text += "'git fetch --unshallow' brings the rest\n"
    }
    if promised > 0 {
      text += "\(trusted: counted(promised, "object")) not checked, since this clone is partial; "
      text += "git fetches them when they are needed\n"
    }
    return text
  }
}
