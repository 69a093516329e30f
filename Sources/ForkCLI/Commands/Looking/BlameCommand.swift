import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork blame`
struct BlameCommand: ReportingCommand, PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show which version and author last changed each property",
    discussion: """
      Properties are tracked as a merge matches two versions: array elements by id or by what they hold, and objects \
      by their content, wherever they move.
      """)

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String

  @Argument(
    help: "The JSON Pointer of a property of it, like /title", completion: Completions.pointers)
  var pointer: String?

  @Option(
    help: ArgumentHelp("Show the document at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var pager: PagerOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let place = try PropertyArgument(document, pointer)
    session.show(
      try session.openStore().blame(
        place.document, at: place.pointer ?? JSONPointer(), fork: fork.name, revision: at))
    return .done
  }
}

extension BlameReport: Drawable {
  var text: StyledText {
    let authorWidth = properties.map { $0.version.commit.author.name.count }.max() ?? 0
    let pointerWidth = properties.map { $0.pointer.description.count }.max() ?? 0
    let momentWidth = properties.map { $0.version.moment.count }.max() ?? 0
    return properties.reduce(into: StyledText()) { text, property in
      let author = property.version.commit.author.name
      let pointer = property.pointer.description
      let mark = property.isAtEnd ? "^" : " "
      text +=
        "\(shortID: property.version.commit.id)\(trusted: mark) \(author.padded(to: authorWidth), .dim)  "
      text +=
        "\(property.version.moment.padded(to: momentWidth), .dim)  \(pointer.padded(to: pointerWidth))  "
      text += "\(JSONNode?.some(property.value).described, .green)\n"
    }
  }
}

extension String {
  /// Returns the text, padded with spaces at its end to a width in characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
