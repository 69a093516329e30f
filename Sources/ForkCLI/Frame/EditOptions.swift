import ArgumentParser
import ForkedJSON
import ForkedStore
import Synchronization

/// The edits of `update`, applied in the order in which they are given, across all options.
struct EditOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set the value at this pointer, or add it", valueName: "ptr=json"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var set: [EditArgument] = []

  @Option(
    name: .customLong("set-string"),
    help: ArgumentHelp(
      "Set this plain text as a string, without quotes", valueName: "ptr=text"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var setString: [EditArgument] = []

  @Option(
    name: .customLong("unset"),
    help: ArgumentHelp("Remove the value at this pointer", valueName: "ptr"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var unset: [EditArgument] = []

  @Option(
    name: .customLong("insert"),
    help: ArgumentHelp(
      "Insert an element before the one at this pointer (- for the end)", valueName: "ptr=json"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var insert: [EditArgument] = []

  @Option(
    name: .customLong("move"),
    help: ArgumentHelp("Move a value from the first pointer to the second", valueName: "ptr=ptr"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var move: [EditArgument] = []

  @Option(
    name: .customLong("test"),
    help: ArgumentHelp(
      "Fail with status 75 unless the value at this pointer is this one", valueName: "ptr=json"),
    completion: Completions.pointers,
    transform: EditArgument.reader)
  var test: [EditArgument] = []

  @Flag(
    name: .customLong("must-exist"),
    help: "With --set and --set-string, fail unless there is a value at the pointer")
  var mustExist = false

  @Option(
    name: .customLong("patch"),
    help: ArgumentHelp("Apply a JSON Patch (RFC 6902)", valueName: "file"),
    completion: .file(),
    transform: EditArgument.reader)
  var patch: [EditArgument] = []

  @Option(
    name: .customLong("merge-patch"),
    help: ArgumentHelp("Apply a JSON Merge Patch (RFC 7396)", valueName: "file"),
    completion: .file(),
    transform: EditArgument.reader)
  var mergePatch: [EditArgument] = []

  var isEmpty: Bool {
    [set, setString, unset, insert, move, test, patch, mergePatch].allSatisfy(\.isEmpty)
  }

  /// Returns the edits in the order in which they were given.
  func inOrder() throws -> [DocumentEdit] {
    let edits: [(EditArgument, (String) throws -> DocumentEdit)] =
      set.map { ($0, Self.set) } + setString.map { ($0, Self.setString) }
      + unset.map { ($0, Self.unset) }
      + insert.map { ($0, Self.insert) } + move.map { ($0, Self.move) }
      + test.map { ($0, Self.test) } + patch.map { ($0, Self.patch) }
      + mergePatch.map { ($0, Self.mergePatch) }
    return try edits.sorted { $0.0.place < $1.0.place }.map { try $0.1($0.0.text) }
      .map { mustExist ? $0.ofPresent : $0 }
  }
}

extension EditOptions {
  private static func set(_ text: String) throws -> DocumentEdit {
    let (pointer, value) = try assignment(text, of: "--set", string: "--set-string")
    return .set(pointer, value)
  }

  /// Splits at the first `=`: any text may follow it.
  private static func setString(_ text: String) throws -> DocumentEdit {
    guard let (left, right) = text.splits(at: "=").first else {
      throw StoreError(
        .usage, "'\(text)' has no '='", hint: "write --set-string '/title=plain text'")
    }
    return .set(
      try JSONPointer(parsing: left), try JSONDocument(parsing: ReportValue.string(right).bytes))
  }

  private static func test(_ text: String) throws -> DocumentEdit {
    let (pointer, value) = try assignment(text, of: "--test")
    return .test(pointer, value)
  }

  private static func insert(_ text: String) throws -> DocumentEdit {
    let (pointer, value) = try assignment(text, of: "--insert")
    return .insert(pointer, value)
  }

  private static func unset(_ text: String) throws -> DocumentEdit {
    .unset(try JSONPointer(parsing: text))
  }

  /// Splits at the first `=` that leaves a pointer on its right, since pointers may contain `=`.
  private static func move(_ text: String) throws -> DocumentEdit {
    for (left, right) in text.splits(at: "=") where right.isEmpty || right.hasPrefix("/") {
      return .move(from: try JSONPointer(parsing: left), to: try JSONPointer(parsing: right))
    }
    throw StoreError(
      .usage, "'\(text)' is not a move", hint: "write --move /from/here=/to/there")
  }

  /// The moves between documents, `a.json#/x=b.json#/y`; nil if there are other edits.
  func movesBetweenDocuments() throws -> [PropertyMove]? {
    let isMixed = ![set, setString, unset, insert, test, patch, mergePatch].allSatisfy(\.isEmpty)
    guard !move.isEmpty, !isMixed else { return nil }
    return try move.map { argument in
      for (left, right) in argument.text.splits(at: "=") {
        let (source, target) = (try? PropertyArgument(left), try? PropertyArgument(right))
        if let source, let target, source.pointer != nil, target.pointer != nil {
          return (source, target)
        }
      }
      throw StoreError(
        .usage, "'\(argument.text)' is not a move between documents",
        hint:
          "write --move 'a.json#/from/here=b.json#/to/there', or name a document before the edits")
    }
  }

  private static func patch(_ file: String) throws -> DocumentEdit {
    .patch(try document(file), from: file == "-" ? "standard input" : file)
  }

  private static func mergePatch(_ file: String) throws -> DocumentEdit {
    .mergePatch(try document(file))
  }

  private static func document(_ file: String) throws -> JSONDocument {
    let bytes = try Process.read(file)
    do {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw StoreError(syntax: error, in: file == "-" ? "standard input" : file)
    }
  }

  /// Splits at the first `=` that is followed by JSON, since pointers may contain `=`.
  private static func assignment(
    _ text: String, of option: String, string stringOption: String? = nil
  ) throws -> (JSONPointer, JSONDocument) {
    var failure: JSONSyntaxError?
    for (left, right) in text.splits(at: "=") {
      do {
        return (
          try JSONPointer(parsing: left), try JSONDocument(parsing: Array(right.utf8))
        )
      } catch let error as JSONSyntaxError {
        failure = failure ?? error
      }
    }
    guard let failure, let (pointer, value) = text.splits(at: "=").first else {
      throw StoreError(
        .usage, "'\(text)' has no '='", hint: "write \(option) '/title=\"text\"'")
    }
    throw StoreError(
      .invalidData, "the value in '\(text)' is not JSON: \(failure.reason)",
      hint: value.first.map("{[\"".contains) == true
        ? "quote it for the shell, which removes quotes: write \(option) '\(pointer)={\"key\":\"text\"}'"
        : hint(for: pointer, value, option, stringOption))
  }

  /// The same argument with its value as a string, to be pasted into a shell.
  private static func hint(
    for pointer: String, _ value: String, _ option: String, _ stringOption: String?
  ) -> String {
    let string = ReportValue.string(value).text
    let quoted = "write \(option) \("\(pointer)=\(string)".quotedForShell)"
    guard let stringOption else { return quoted }
    let argument = "\(pointer)=\(value)"
    let word =
      argument.replacing("=", with: "-").shellWord.hasPrefix("'")
      ? argument.quotedForShell : argument
    return "\(quoted), or \(stringOption) \(word)"
  }
}

extension DocumentEdit {
  /// The same edit, which fails unless there is a value.
  fileprivate var ofPresent: DocumentEdit {
    if case .set(let pointer, let value) = self { .replace(pointer, value) } else { self }
  }
}

/// An argument and its index among all edits, which keeps the order across several options.
struct EditArgument: Sendable {
  let text: String
  let place: Int

  private static let count = Atomic<Int>(0)

  static let reader: @Sendable (String) throws -> EditArgument = { text in
    EditArgument(text: text, place: count.add(1, ordering: .relaxed).newValue)
  }
}

extension String {
  /// The text before and after each occurrence of a separator, the first occurrence first.
  fileprivate func splits(at separator: Character) -> [(String, String)] {
    indices.filter { self[$0] == separator }
      .map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
