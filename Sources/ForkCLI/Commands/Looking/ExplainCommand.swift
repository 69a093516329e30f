import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork explain`
struct ExplainCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the result of a merge, property by property",
    discussion: """
      Repeats the merge of the parents with the current configuration. For each property that both sides changed, \
      shows the strategy and where it is declared, both changes with their versions, and the result with its reason; \
      below an element of a list, or something that was moved, also what its versions were matched by. Elements \
      without an id that one side changed in a list that both changed are shown, too.
      """)

  @Argument(
    help: ArgumentHelp(
      "The merge commit, or a fork whose last version is a merge", valueName: "rev"),
    completion: Completions.revisions)
  var revision: String

  @Argument(
    help: ArgumentHelp(
      "A document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String?

  @OptionGroup var page: PageOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let place = try document.map { try PropertyArgument($0) }
    let store = try session.openStore()
    let report = try store.explain(revision, at: place)
    try page.write(Page(report, of: revision, from: store), from: store, in: session)
    session.show(report)
    return .done
  }
}

extension ExplainReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for property in properties { text += property.text }
    if let note { return text + "\(note)\n" }
    if properties.isEmpty { text += "no property was changed by both sides\n" }
    return text
  }
}

extension ExplainedProperty {
  /// The property, its decider, the values and the result.
  var text: StyledText {
    var text: StyledText = "\("\(document)#\(pointer)", .bold)  \(trusted: strategy)  "
    text += "\(origin, .dim)\n"
    if let matchedBy, !reason.hasSuffix(matchedBy) { text += "  \(matchedBy)\n" }
    let hasValues = base != nil || ours.value != nil || theirs.value != nil
    let texts = DifferingTexts([base, ours.value, theirs.value, result])
    if base != nil { text += "  base    \(texts.text(0, .bold))\n" }
    text += line("ours    ", ours, hasValues ? texts.text(1, .bold) : nil)
    text += line("theirs  ", theirs, hasValues ? texts.text(2, .bold) : nil)
    let showsResult = hasValues && resultOrigin != .ours && resultOrigin != .theirs
    let value: StyledText = showsResult ? "\(texts.text(3, .bold))" : ""
    // A value of neither side speaks for itself.
    let isNew = showsResult && resultOrigin == .other
    let origin: StyledText = isNew ? "" : "\(resultOrigin.rawValue, .green)"
    let space: StyledText = showsResult && !isNew ? " " : ""
    return text + "  result  " + origin + space + value + ": \(reason)\n"
  }

  private func line(_ side: String, _ change: Change, _ value: StyledText?) -> StyledText {
    var text: StyledText = "  \(trusted: side)"
    if let value { text += "\(value)  " }
    guard let version = change.version else { return value == nil ? StyledText() : text + "\n" }
    return text + "\(shortID: version.commit.id)  \(version.commit.author.name, .dim)  "
      + "\(version.moment, .dim)\n"
  }
}
