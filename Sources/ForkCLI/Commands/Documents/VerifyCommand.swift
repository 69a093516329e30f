import ArgumentParser
import ForkedStore

/// `fork verify`
struct VerifyCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the whole repository",
    discussion: """
      Every object of every version of every fork is there, every document of the forks as they stand parses, the \
      schemas have no mistakes, ordered lists stand in the order of their positions and their elements have ids, all \
      places of a model agree, and no killed process left anything behind. Ends with \
      status 1 where something is wrong. --repair puts right what needs no decision, and never takes away what \
      somebody wrote; of a model whose places disagree, as plain git may leave it, the most recent change of each \
      field is written to all of them, in one version of the fork.
      """)

  @Flag(help: "Put right what needs no decision")
  var repair = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().verify(VerifyRequest(repairs: repair))
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
    let judgement = open == 0 ? "nothing is wrong" : counted(open, "problem")
    let read = [(versions, "version"), (files, "file"), (documents, "document")].map(counted)
    return text
      + "\(trusted: judgement, open == 0 ? .green : .red): \(trusted: read.joined(separator: ", "))\n"
  }
}
