import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork update`
struct UpdateCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Record a new version of a document, of many documents, or all uncommitted changes",
    discussion: """
      With a document, the new contents come from the file, from standard input if no file is given, or from edits, \
      which are applied in the given order. A document that does not exist is created. With a property, the new contents \
      are its value, and the pointers of edits begin there.
      Without a document, all uncommitted changes of documents in the work tree are recorded, including new and \
      deleted documents.
      With a directory, a pattern as in .gitignore or --where, the edits change all documents that match, in one version; \
      if none does, the status is 66. A document without the value that --unset or --move takes is left as it is. \
      --through runs a command in the shell for each document, with the document as its input, and gives the document the \
      value that it prints: what is equal stays as it is written. If it fails once, nothing is changed.
      --move 'a.json#/x=b.json#/x' moves a property to another document. --lines records the lines of 'get'.
      If an update changes an entity ("x-identity" in the schema), all other documents with the entity are changed in \
      the same version, and listed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The document, or a property of it, like notes/a.json#/title; or a directory or pattern",
      valueName: "document[#ptr]"),
    completion: Completions.properties)
  var document: String?

  @Argument(help: "The file with the new contents; - for standard input", completion: .file())
  var file: String?

  @OptionGroup(title: "Edits") var edits: EditOptions

  @Option(
    help: ArgumentHelp(
      "Give each document to this command, and take the value that it prints", valueName: "command")
  )
  var through: String?

  @Flag(help: "Record lines of standard input, as 'get' prints them, in one version")
  var lines = false

  @OptionGroup var conditions: ConditionOption

  @Flag(help: "Show the changes by property, and change nothing")
  var dryRun = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var expect: ExpectOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if lines {
      let isAlone =
        document == nil && edits.isEmpty && through == nil && conditions.isEmpty && !dryRun
        && expect.text == nil && fork.name == nil
      guard isAlone else { throw ValidationError("--lines takes only -m: each line has the rest") }
      return
    }
    if document == nil, !edits.move.isEmpty, conditions.isEmpty, through == nil { return }
    if document == nil, through != nil || !conditions.isEmpty {
      throw ValidationError(
        "Which documents? '**' is all: \(programName) update '**' --where <condition> ...")
    }
    if through != nil, !edits.isEmpty { throw ValidationError("Give --through or edits, not both") }
    if edits.isEmpty, through == nil, dryRun || !conditions.isEmpty {
      throw ValidationError(
        "--dry-run and --where are for edits and --through; '\(programName) diff' shows uncommitted changes"
      )
    }
    if file != nil, through != nil {
      throw ValidationError("Give a file or --through, not both")
    }
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
    if lines { return try importLines(to: store, in: session) }
    let expectation = try expect.expectation(in: store)
    if document == nil, let moves = try edits.movesBetweenDocuments() {
      session.show(
        try store.moveProperties(
          moves, fork: fork.name, message: message.text, expectation: expectation, dryRun: dryRun),
        verb: "updated")
      return .done
    }
    if let place = try document.map({ try PropertyArgument($0) }),
      let change = try changeOfMany(place, in: store)
    {
      let query = DocumentQuery(
        [place.document], where: try conditions.inOrder(), fork: fork.name)
      session.show(
        try store.updateDocuments(
          query, by: change, message: message.text, expecting: expectation, dryRun: dryRun),
        verb: "updated")
    } else if let place = try document.map({ try PropertyArgument($0) }) {
      session.show(
        try store.updateDocument(
          place.document, at: place.pointer, with: content(), fork: fork.name,
          message: message.text, expecting: expectation), verb: "updated")
    } else {
      let report = try store.updateWorkTree(message: message.text, expectation: expectation)
      session.show(report, verb: "updated")
    }
    return .done
  }

  /// The change of the documents that match; nil if one document is named, and all of it or edits are given.
  private func changeOfMany(
    _ place: PropertyArgument, in store: DocumentStore
  ) throws -> DocumentsChange? {
    guard !edits.isEmpty || through != nil else { return nil }
    let isMany =
      try through != nil || !conditions.isEmpty || dryRun
      || store.namesMany(place.document, fork: fork.name)
    guard isMany else { return nil }
    if expect.text == "absent" {
      throw ValidationError("'--expect absent' is for one document")
    }
    if let through {
      guard place.pointer == nil else {
        throw ValidationError("--through takes whole documents; leave out the pointer")
      }
      return .program(through)
    }
    let pointer = place.pointer ?? JSONPointer()
    let edits = try edits.inOrder()
    return .edits(pointer.tokens.isEmpty ? edits : try edits.map { try $0.below(pointer) })
  }

  private func importLines(to store: DocumentStore, in session: Session) throws -> ExitStatus {
    var input = LineReader()
    do {
      let results = try store.runAtomically(subject: message.text) { try input.next() }
      let count = results.count == 1 ? "1 line" : "\(results.count) lines"
      session.show(ImportedLines(count: results.count), "recorded \(trusted: count)\n")
      return .done
    } catch let stop as BatchStop {
      guard case .failed(var error) = stop.result else {
        throw StoreError(.conflicts, "line \(stop.line) left conflicts; nothing was changed")
      }
      error.message = "line \(stop.line): " + error.message
      throw error
    }
  }

  private func content() throws -> DocumentContent {
    guard edits.isEmpty else { return .edits(try edits.inOrder()) }
    let file = file ?? "-"
    return .bytes(try Process.read(file), from: file == "-" ? "standard input" : file)
  }
}

/// The result of `update --lines`.
private struct ImportedLines: Report {
  var count: Int

  /// `{"lines":..}`
  var reportValue: ReportValue { .object(["lines": count]) }
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

extension [RepairedList] {
  /// A line for each list.
  var text: StyledText {
    reduce(into: StyledText()) { $0 += "  \($1.description)\n" }
  }
}
