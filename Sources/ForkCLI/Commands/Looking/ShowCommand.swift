import ArgumentParser
import ForkedStore

/// `fork show`
struct ShowCommand: ReportingCommand, DetailedCommand, PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the changes of a version, and the decisions of a merge")

  @Argument(
    help: ArgumentHelp("The version", valueName: "rev"),
    completion: Completions.revisions)
  var revision = "HEAD"

  @OptionGroup var detail: DetailOption
  @OptionGroup var page: PageOption
  @OptionGroup var pager: PagerOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.show(revision)
    try page.write(Page(report, from: store), from: store, in: session)
    session.show(report)
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
    var text: StyledText = "\ndecisions where both parents changed a property\n"
    if merge.resolved.isEmpty, merge.conflicts.isEmpty {
      text = "\nthe merge of its parents needs no decision\n"
    }
    text += merge.resolved.text
    for conflict in merge.conflicts { text += conflict.explained.text }
    if !merge.givesSame, merge.conflicts.isEmpty {
      text += "  this version differs from that merge: git, a user or another schema made it\n"
    }
    return text
  }
}
