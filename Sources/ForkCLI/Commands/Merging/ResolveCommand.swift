import ArgumentParser
import ForkedStore

/// The version that `--take` names.
enum TakenChoice: String, ExpressibleByArgument, CaseIterable {
  case ours, theirs, base
}

/// `fork resolve`
struct ResolveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Finish by property what a merge of git's left unmerged",
    discussion: """
      Merges the three versions in git's index, writes the work tree's files and stages what is settled. What is not \
      keeps markers around that property alone, and the command ends with status 1; it can be run again until all is \
      settled. Files that are no documents are touched only where they are named.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents (none: all), and what shall stand in single properties: ours, theirs, base, delete, or a JSON value",
      valueName: "document|doc#ptr=choice"), completion: Completions.settlements)
  var arguments: [String] = []

  @Option(help: "Where both sides changed one value, take that of ours, theirs or base")
  var take: TakenChoice?

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    var request = ResolveRequest(taken: take.flatMap { TakenVersion(rawValue: $0.rawValue) })
    for argument in arguments {
      if argument.contains("#/") || argument.contains("#=") {
        request.settlements.append(try ConflictSettlement(argument: argument, of: "fork resolve"))
      } else {
        request.documents.append(argument)
      }
    }
    let report = try session.openStore().resolve(request)
    session.show(report)
    return report.unmerged.isEmpty ? .done : .differs
  }
}

extension ResolveReport: Drawable {
  var text: StyledText {
    if settled.isEmpty, unmerged.isEmpty { return "nothing is unmerged\n" }
    var text = StyledText()
    for decision in resolved { text += decision.text }
    for document in settled { text += "\("settled", .green)  \(document)\n" }
    for conflict in conflicts { text += conflict.text(settledBy: "fork resolve") }
    for document in unmerged { text += "\("unmerged", .red)  \(document)\n" }
    if unmerged.isEmpty { text += "nothing is unmerged now: git can go on\n" }
    return text
  }
}
