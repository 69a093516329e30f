import ArgumentParser
import ForkedStore

/// `fork doctor`
struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what is set up, and how to repair what is not",
    discussion: """
      Examines the program, libgit2, the merge driver, the attributes, the hooks, the schema, the remotes and the \
      owner of the repository, and changes nothing. Exits with status 1 if there is a problem.
      """)

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = DoctorReport(
      version: ForkCommand.configuration.version, environment: session.environment,
      readFile: { try Process.readIfThere($0) })
    session.show(report)
    return report.isSound ? .done : .differs
  }
}

extension DoctorReport: Drawable {
  var text: StyledText {
    let width = findings.map(\.part.count).max() ?? 0
    return findings.reduce(into: StyledText()) { text, finding in
      let part = finding.part + String(repeating: " ", count: width - finding.part.count)
      switch finding.state {
      case .ok: text += "\("ok     ", .green)"
      case .note: text += "\("note   ", .yellow)"
      case .problem: text += "\("problem", .red)"
      }
      text += "  \(trusted: part)  \(finding.text)\n"
      if let fix = finding.fix { text += "         \("fix:", .dim) \(fix)\n" }
    }
  }
}
