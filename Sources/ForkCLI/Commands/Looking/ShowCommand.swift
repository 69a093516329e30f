import ArgumentParser
import ForkedStore

/// `fork show`
struct ShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one version: what it changed, and what a merge decided")

  @Argument(
    help: ArgumentHelp("The version; none: the last one", valueName: "rev"),
    completion: Completions.revisions)
  var revision = "HEAD"

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().show(ShowRequest(revision: revision)))
    return .done
  }
}

extension ShowReport: Drawable {
  var text: StyledText {
    let commit = version.commit
    var text: StyledText = "version \(trusted: commit.id.hex, .yellow)"
    if !version.forks.isEmpty {
      text += "  (\(version.forks.map(\.name).joined(separator: ", "), .green))"
    }
    text += "\nauthor  \(version.author)\ntime    \(version.fullMoment)\n"
    for parent in commit.parents { text += "parent  \(shortID: parent)\n" }
    text += "\n"
    for line in commit.text.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "    \(line)\n"
    }
    text += "\n"
    for file in files { text += file.text }
    return text + mergeText
  }

  private var mergeText: StyledText {
    guard let merge else { return StyledText() }
    var text: StyledText = "\ndecided where both parents had changed a property\n"
    if merge.resolved.isEmpty, merge.conflicts.isEmpty {
      text = "\nmerging its parents has nothing to decide\n"
    }
    for decision in merge.resolved { text += decision.text }
    for conflict in merge.conflicts {
      text += "  \(conflict.document)#\(conflict.pointer)  was left to a person\n"
    }
    if !merge.givesSame, merge.conflicts.isEmpty {
      text += "  this version is another one: git, a person or another schema made it\n"
    }
    return text
  }
}
