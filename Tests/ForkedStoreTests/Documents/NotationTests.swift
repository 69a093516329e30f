import ForkedJSON
import ForkedStore
import Testing

@Suite("JSON Lines and JSON with comments")
struct NotationTests {
  /// A document, edits of it such as `set /a 1`, and the document after them.
  struct Edited: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var document: String
    var before: String
    var edits: [String]
    var after: String

    init(_ title: String, _ document: String, _ before: String, _ edits: String..., after: String) {
      (testDescription, self.document) = (title, document)
      (self.before, self.edits, self.after) = (before, edits, after)
    }
  }

  private static let lines = ["{\"id\":1}  \r\n", "  {\"id\":2,\"a\":1}\n", "\n\t{\"id\":3}   \n"]
  private static let log = lines.joined()
  private static let list = "[\n  // why\n  \"a\", // la\n  \"b\"\n]\n"
  private static let object =
    "{\n  \"o\": {\n    // why\n    \"x\": 1, // bx\n    \"y\": 2\n  }\n}\n"
  private static let inner =
    "{\n  \"l\": [\n    // a\n    \"a\", // A\n    // b\n    \"b\" // B\n  ]\n}\n"
  private static let commas =
    "{\n  \"a\": 1 /* x */ , /* y */\n  \"b\": 2 /* z */, // w\n  \"c\": 3\n}\n"

  static let rows = [
    Edited("a line", "a.jsonl", log, "set /1/a 5", after: log.replacing("1}\n", with: "5}\n")),
    Edited("without a line", "a.jsonl", log, "unset /1", after: lines[0] + lines[2]),
    Edited("without the first line", "a.jsonl", log, "unset /0", after: lines[1] + lines[2]),
    Edited(
      "a new first line", "a.jsonl", log, #"insert /0 {"id":7}"#, after: "{\"id\":7}\r\n" + log),
    Edited(
      "a new last line", "a.jsonl", log, #"insert /- {"id":7}"#, after: log + "{\"id\":7}\r\n"),
    Edited(
      "a moved line", "a.jsonl", log, "move /2 /0", after: lines[2] + lines[0] + lines[1]),
    Edited(
      "no line feed at the end", "a.jsonl", String(log.dropLast(4)), "unset /0",
      after: String((lines[1] + lines[2]).dropLast(4))),
    Edited(
      "an element", "a.jsonc", list, #"set /0 "B""#, after: list.replacing("\"a\"", with: "\"B\"")),
    Edited(
      "a moved member takes its comments along", "a.jsonc", object, "move /o/x /o/q",
      after: "{\n  \"o\": {\n    \"y\": 2,\n    // why\n    \"q\": 1 // bx\n  }\n}\n"),
    Edited(
      "a new list keeps the comments of equal elements", "a.jsonc", inner,
      #"set /l ["a","b","c"]"#, after: inner.replacing("\"b\" // B", with: "\"b\", // B\n    \"c\"")
    ),
    Edited(
      "a comma stays among comments", "a.jsonc", commas, "unset /c", "set /d 4",
      after: commas.replacing("\"c\": 3", with: "\"d\": 4")),
  ]

  @Test("lines keep their spaces and endings, and values their comments", arguments: rows)
  func edits(_ row: Edited) throws {
    let test = try TestStore(bare: true)
    try test.update(row.document, row.before)
    _ = try test.store.updateDocument(row.document, with: .edits(row.edits.map(Self.edit)))
    #expect(try test.store.text(of: row.document) == row.after)
  }

  private static func edit(_ line: String) throws -> DocumentEdit {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let pointer = try JSONPointer(parsing: words[1])
    switch words[0] {
    case "unset": return .unset(pointer)
    case "move": return .move(from: pointer, to: try JSONPointer(parsing: words[2]))
    case "insert": return .insert(pointer, try JSONDocument(parsing: Array(words[2].utf8)))
    default: return .set(pointer, try JSONDocument(parsing: Array(words[2].utf8)))
    }
  }

  @Test(
    "an error in JSON Lines is that of its line, and comments are one where readers refuse them",
    arguments: [
      ("a.jsonl", "{\"b\":1}\n{\"a\":1,\"a\":2}\n", "2:8", "is already at line 2, column 2"),
      ("a.jsonl", "{\"b\":1}\n]\n", "2:1", "unexpected \"]\", expected a value"),
      ("a.jsonl", "{\"b\":1}\n[1,2\n{\"c\":1}\n]\n", "2:5", "the text ends too early"),
      ("a.jsonl", "{\"b\":1},\n{\"c\":1}\n", "1:8", "expected one value on each line"),
      ("a.jsonl", "{\"b\":1} {\"c\":1}\n", "1:9", "expected one value on each line"),
      ("a.jsonl", "[1,\n2]\n", "1:4", "the text ends too early, expected a value"),
      ("a.json", "{\"a\": 1} // a\n", "1:10", "expected the end of the text"),
      (".vscode/a.json", "{\"a\": 1,}\n", "", ""),
      ("a.jsonc", "{\"a\": 1} // a\n", "", ""),
    ])
  func errors(document: String, text: String, place: String, message: String) throws {
    let test = try TestStore(bare: true)
    guard !place.isEmpty else { return _ = try test.update(document, text) }
    let error = try #require(throws: StoreError.self) { try test.update(document, text) }
    let found = try #require(error.location?.position)
    #expect("\(found.line):\(found.column)" == place && error.message.contains(message), "\(error)")
  }
}
