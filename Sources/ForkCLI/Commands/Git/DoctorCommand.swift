import ArgumentParser
import ForkedStore

/// `fork doctor`
struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the setup of fork and git, and show how to repair it",
    discussion: """
      Examines the program, libgit2, the merge driver, the attributes, the hooks, the schema, the remotes and the \
      owner of the repository, and changes nothing. Each problem is printed with a fix if one is known, and \
      makes the exit status 1.
      """)

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = DoctorReport(
      version: ForkCommand.configuration.version, environment: session.environment)
    session.show(report)
    return report.isSound ? .done : .differs
  }
}

extension DoctorReport: Drawable {
  var text: StyledText {
    let width = findings.map(\.part.count).max() ?? 0
    return findings.reduce(into: StyledText()) { text, finding in
      switch finding.state {
      case .ok: text += "\("ok     ", .green)"
      case .note: text += "\("note   ", .yellow)"
      case .problem: text += "\("problem", .red)"
      }
      text += "  \(trusted: finding.part.padded(to: width))  \(finding.text)\n"
      if let fix = finding.fix { text += "         \("fix:", .dim) \(fix)\n" }
    }
  }
}
