import ArgumentParser
import ForkedStore

/// `fork conflicts`
struct ConflictsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show what a merge of git's left unmerged, by property",
    discussion: """
      The three versions in git's index are merged by property, and nothing is changed. Ends with status 1 where that \
      leaves conflicts; 'fork resolve' does the rest.
      """)

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().conflicts()
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension ConflictsReport: Drawable {
  var text: StyledText {
    if unmerged.isEmpty { return "nothing is unmerged\n" }
    var text = StyledText()
    for decision in resolved { text += decision.text }
    for conflict in conflicts { text += conflict.text(settledBy: "fork resolve") }
    let settled = Set(unmerged).subtracting(conflicts.map(\.document)).sorted()
    if !settled.isEmpty {
      text += "'fork resolve' settles \(settled.joined(separator: ", "), .green)\n"
    }
    return text
  }
}
