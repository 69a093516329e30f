import ArgumentParser
import ForkedStore

/// `fork update`
struct UpdateCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Record a new version of a document, or all uncommitted changes",
    discussion: """
      With a document, the new contents come from the file, from standard input if no file is given, or from edits, \
      which are applied in the given order. A document that does not exist is created. With a property, the new contents \
      are its value, and the pointers of edits begin there.
      Without a document, all uncommitted changes of documents in the work tree are recorded, including new and \
      deleted documents.
      If an update changes an entity ("x-identity" in the schema), all other documents with the entity are changed in \
      the same version, and listed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title", valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String?

  @Argument(help: "The file with the new contents; - for standard input", completion: .file())
  var file: String?

  @OptionGroup(title: "Edits") var edits: EditOptions
  @OptionGroup var fork: ForkOption
  @OptionGroup var expect: ExpectOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if document == nil, !edits.isEmpty {
      throw ValidationError(
        "Edits need a document: \(programName) update <document> --set <ptr>=<json>")
    }
    if file != nil, !edits.isEmpty {
      throw ValidationError("Give a file or edits, not both; a value follows '=', as in --set /n=1")
    }
    if document == nil, expect.text == "absent" {
      throw ValidationError("'--expect absent' needs a document")
    }
    if document == nil, fork.name != nil {
      throw ValidationError("The work tree belongs to the current fork; --fork needs a document")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let expectation = try expect.expectation(in: store)
    if let place = try document.map({ try PropertyArgument($0) }) {
      let request = UpdateDocumentRequest(
        document: place.document, pointer: place.pointer, content: try content(),
        fork: fork.name, message: message.text, expectation: expectation)
      session.show(try store.updateDocument(request))
    } else {
      let request = UpdateWorkTreeRequest(message: message.text, expectation: expectation)
      session.show(try store.updateWorkTree(request), verb: "updated")
    }
    return .done
  }

  private func content() throws -> UpdateDocumentRequest.Content {
    guard edits.isEmpty else { return .edits(try edits.inOrder()) }
    let file = file ?? "-"
    return .bytes(try Process.read(file), from: file == "-" ? "standard input" : file)
  }
}

extension StyledText {
  /// Returns a line for each document that changed because it contains a changed entity.
  static func following(_ documents: [String]) -> StyledText {
    each(of: documents, "other documents") { "  also updated \($0)\n" }
  }

  /// Returns a line for each name, or one with their number if they are many.
  static func each(
    of names: [String], _ kind: StyledText, line: (StyledText) -> StyledText
  ) -> StyledText {
    guard names.count <= 20 else { return line("\(names.count) " + kind) }
    return names.reduce(into: StyledText()) { $0 += line("\($1)") }
  }
}

extension UpdateDocumentReport: Drawable {
  var text: StyledText {
    guard changed else {
      return "\(document) is up to date on \(fork, .green)\n" + repaired.text
        + problems.text(indentedBy: "  ")
    }
    let verb = reformatted ? "reformatted" : "updated"
    let line: StyledText =
      "\(trusted: verb) \(document) on \(fork, .green): \(shortID: commit)\n"
    return line + repaired.text + problems.text(indentedBy: "  ") + .following(followed)
  }
}

extension [RepairedList] {
  /// A line for each list.
  var text: StyledText {
    reduce(into: StyledText()) { $0 += "  \($1.description)\n" }
  }
}
