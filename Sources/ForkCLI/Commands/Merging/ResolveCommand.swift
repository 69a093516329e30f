import ArgumentParser
import ForkedStore

/// The version that `--take` names.
enum TakenChoice: String, ExpressibleByArgument, CaseIterable {
  case ours, theirs, base
}

/// `fork resolve`
struct ResolveCommand: ReportingCommand, DetailedCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Resolve the conflicts of an unfinished git merge, by property",
    discussion: """
      Merges the three versions in git's index by property, writes the files to the work tree, and stages those \
      without conflicts. Where conflicts remain, each is enclosed in conflict markers, and the exit status is 1: \
      name a value for it, or edit the file, and run the command again. When nothing is unmerged, continue with git, \
      as with 'git commit' or 'git rebase --continue'. Files that are not documents are changed only if \
      named: 'file#=ours' takes our lines where both sides changed them, 'file#=ours-file' our whole file.

      'doc#/person=theirs' resolves all conflicts at or below /person, 'doc#=theirs' all of the document; what did not \
      conflict stays. With --interactive, each conflict is shown, and a key decides it.

      --from reads decisions from a file, as the page of '\(programName) conflicts --html' saves it: \
      {"forkDecisions":1, "ours":<commit>, "theirs":[<commit>], "decisions":[{"document":<path from the root>, \
      "pointer":<pointer>, "choice":<ours, theirs, base, delete or value>, "value":<value>, \
      "conflict":{"base":<value>, "ours":<value>, "theirs":<value>}}]}. The commits may be left out, and so are values \
      that are absent. If a decision does not fit an open conflict with these values, nothing changes.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents (default: all), or a property and its value: ours, theirs, base, delete, or JSON",
      valueName: "document|doc#ptr=choice"), completion: Completions.resolutions)
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp(
      "Resolve all other conflicts with ours, theirs or base", valueName: "version"))
  var take: TakenChoice?

  @OptionGroup var deciding: DecidingOptions
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard deciding.interactive else { return }
    guard take == nil, arguments.isEmpty else {
      throw ValidationError("--interactive takes no other decisions, and no documents")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    var (documents, resolutions): ([String], [ConflictResolution]) = ([], [])
    for argument in arguments {
      if argument.contains("#/") || argument.contains("#=") {
        resolutions.append(
          try ConflictResolution(argument: argument, of: "\(programName) resolve"))
      } else {
        documents.append(argument)
      }
    }
    let store = try session.openStore()
    var decisions = try deciding.fileDecisions()
    if deciding.interactive {
      let open = try store.conflicts()
      guard
        let decided = try store.ask(
          about: open.conflicts, open.commits,
          by: DecidingCommand(words: "\(programName) resolve"), in: session)
      else {
        session.console.notify("nothing was changed")
        return open.unmerged.isEmpty ? .done : .differs
      }
      decisions = decided
    }
    let report = try store.resolve(
      documents, taking: take.flatMap { TakenVersion(rawValue: $0.rawValue) },
      resolutions: resolutions, decisions: decisions)
    session.show(report)
    return report.unmerged.isEmpty ? .done : .differs
  }
}

extension ResolveReport: Drawable {
  var text: StyledText {
    if resolvedDocuments.isEmpty, unmerged.isEmpty { return "nothing is unmerged\n" }
    var text = StyledText()
    text += resolved.text
    for document in resolvedDocuments { text += "\("resolved", .green)  \(document)\n" }
    text += conflicts.text(resolvedBy: "\(programName) resolve")
    for document in unmerged { text += "\("unmerged", .red)  \(document)\n" }
    if unmerged.isEmpty { text += "nothing is unmerged; continue with git\n" }
    return text
  }
}
