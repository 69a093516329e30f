import ArgumentParser
import ForkedStore

/// `fork conflicts`
struct ConflictsCommand: ReportingCommand, DetailedCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List the conflicts of an unfinished git merge, by property",
    discussion: """
      Merges the three versions in git's index by property, and changes nothing. Prints each conflict with both \
      values and with the '\(programName) resolve' command that resolves it. Files that you, or git's rerere, have \
      resolved in the work tree are listed for 'git add'. In a rebase, ours is what git rebases onto. Exits with status \
      1 if conflicts remain.
      """)

  @OptionGroup var page: PageOption
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.conflicts()
    try page.write(Page(report, from: store), from: store, in: session)
    session.show(report)
    return report.conflicts.isEmpty ? .done : .differs
  }
}

extension ConflictsReport: Drawable {
  var text: StyledText {
    if unmerged.isEmpty { return "nothing is unmerged\n" }
    var text = StyledText()
    if let rebase {
      text += "rebase: ours is \(rebase.ours, .green), which git rebases onto; "
      text += "theirs is \(rebase.theirs, .green), the commit that it applies\n"
    }
    text += resolved.text
    text += conflicts.text(resolvedBy: "\(programName) resolve")
    let mergeable = Set(unmerged).subtracting(conflicts.map(\.document) + edited).sorted()
    if !mergeable.isEmpty {
      text += "'\(programName) resolve' can merge \(mergeable.joined(separator: ", "), .green)\n"
    }
    for document in edited {
      text += "\(document, .green) is resolved in the work tree; "
      text += "'git add \(document.shellWord)' keeps it\n"
    }
    return text
  }
}
