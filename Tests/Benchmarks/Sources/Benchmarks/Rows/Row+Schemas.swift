import ForkedJSON

/// Schemas, by `fork validate` in a bare repository.
extension Row {
  /// The cost that validation of 9.1 MB adds to reading and parsing it, beside parsing it.
  func runValidate() throws {
    let text = Documents.large().base
    let fork = try forkProgram()
    let ruled = try Repository(
      validated: text, under: SchemaTexts.records, named: "document.json")
    let free = try Repository(
      validated: text, under: SchemaTexts.anything, named: "document.json")
    let costs = try Comparison(runs: 15) {
      try Child.succeed([fork, "-C", ruled.path, "validate"])
    } peer: {
      try Child.succeed([fork, "-C", free.path, "validate"])
    }.medians()
    let bytes = Array(text.utf8)
    let parsing = try median(of: 15) { keep(try JSONDocument(parsing: bytes)) }
    let validation = costs.ours.processor - costs.peer.processor
    show(
      "validation of one large document",
      "\(time(validation)), parsing it \(time(parsing)), ratio \(rounded(validation / parsing))",
      goal: "at most 5")
  }

  /// Each hostile schema with a document: refused or answered within a second.
  func runHostile() throws {
    let fork = try forkProgram()
    for (name, schema, document) in SchemaTexts.hostile() {
      let repository = try Repository(validated: document, under: schema, named: "document.json")
      var answer = ""
      let costs = try (0..<3).map { _ in
        let child = try Child.run([fork, "-C", repository.path, "validate"])
        guard let known = Self.answers[child.status] else {
          throw Failure("fork validate left \(child.status)")
        }
        answer = known
        return child.cost
      }
      show(
        "hostile schema, \(name)",
        "\(answer) in \(time(costs.median.processor)), on the wall clock \(time(costs.median.wall))",
        goal: "1 s")
    }
  }

  private static let answers: [Int32: String] = [0: "valid", 1: "invalid", 65: "refused"]
}

extension Repository {
  /// A bare one of one document under a schema.
  init(validated document: String, under schema: String, named name: String) throws {
    try self.init(.one(document, at: name, under: schema), bare: true)
  }
}

/// Schema files for one document.
enum SchemaTexts {
  /// All that there is to say of the large document's objects.
  static let records = file(
    """
    {"type": "array", "items": {
      "type": "object", "additionalProperties": false,
      "required": ["id", "name", "email", "active", "balance", "city", "street", "tags", "score", "note"],
      "properties": {
        "id": {"type": "integer", "minimum": 0}, "name": {"type": "string", "minLength": 1},
        "email": {"type": "string", "pattern": "^[a-z0-9]+@[a-z.]+$"}, "active": {"type": "boolean"},
        "balance": {"type": "number", "minimum": 0}, "city": {"enum": ["Amsterdam", "Berlin"]},
        "street": {"type": "string", "maxLength": 100}, "tags": {"type": "string"},
        "score": {"type": "integer", "maximum": 1000000}, "note": {"type": "string"}}}}
    """)

  /// Nothing at all.
  static let anything = file("{}")

  /// A schema file of one schema for all documents.
  private static func file(_ schema: String) -> String {
    #"{"x-documents": {"*.json": \#(schema)}}"#
  }

  private static let itself = ##"{"$ref": "#/x-documents/*.json"}"##

  /// Names, schema files and documents.
  static func hostile() -> [(name: String, schema: String, document: String)] {
    [
      ("exponential pattern", #"{"pattern": "^(a+)+$"}"#, text(repeat: "a", 30_000) + "!\""),
      ("pattern of many steps", #"{"pattern": "(.*a){1000}b"}"#, text(repeat: "a", 100_000) + "\""),
      ("endless reference", itself, "1"),
      ("mutual references", mutual, "1"),
      ("million-way oneOf", choice(1_000_000), "-1"),
      ("hundred-thousand-way oneOf", choice(100_000), "-1"),
      ("10,000-way oneOf for 10,000 values", #"{"items": \#(choice(10_000))}"#, list("-1", 10_000)),
      ("10 MB of nesting, the document", #"{"items": {}}"#, nesting),
      ("10 MB of nesting, the schema", #"{"default": \#(nesting)}"#, "1"),
      ("60 levels of doubling references", doubling, "1"),
      ("choices in choices, 400 deep", choices, nested(400)),
      ("2,000 branches, 20,000 unevaluated properties", unevaluated, members(20_000)),
      ("divisor 1e-999999999", #"{"multipleOf": 1e-999999999}"#, "1e999999999"),
      ("a number of a million digits", #"{"multipleOf": 3}"#, digits(1_000_000)),
    ].map { (name: $0.0, schema: file($0.1), document: $0.2) }
  }

  private static func text(repeat part: String, _ count: Int) -> String {
    "\"" + String(repeating: part, count: count)
  }

  private static func digits(_ count: Int) -> String { String(repeating: "7", count: count) }

  private static func list(_ element: String, _ count: Int) -> String {
    "[" + (0..<count).map { _ in element }.joined(separator: ",") + "]"
  }

  private static func choice(_ count: Int) -> String {
    #"{"oneOf": [\#((0..<count).map { #"{"const":\#($0)}"# }.joined(separator: ","))]}"#
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func members(_ count: Int) -> String {
    "{" + (0..<count).map { #""p\#($0)": 1"# }.joined(separator: ",") + "}"
  }

  private static var nesting: String { nested(5_000_000) }

  private static let mutual =
    ##"{"$defs": {"a": {"$ref": "#/x-documents/*.json/$defs/b"}, "b": {"anyOf": [{"$ref": "#/x-documents/*.json/$defs/a"}]}}}"##

  private static let choices =
    ##"{"type": "array", "anyOf": [{"items": \##(itself), "minItems": 2}, {"items": \##(itself), "minItems": 1}, {"maxItems": 0}]}"##

  private static var unevaluated: String {
    let branches = (0..<2000).map { #"{"properties": {"p\#($0)": true}}"# }.joined(separator: ",")
    return #"{"anyOf": [\#(branches)], "unevaluatedProperties": false}"#
  }

  private static var doubling: String {
    let levels = (0..<60).map { level in
      let next = ##"{"$ref": "#/x-documents/*.json/$defs/l\##(level + 1)"}"##
      return
        #""l\#(level)": {"anyOf": [{"allOf": [\#(next), \#(next)]}, {"not": {}}], "title": ""}"#
    }
    return
      ##"{"$ref": "#/x-documents/*.json/$defs/l0", "$defs": {"l60": {"type": "null"}, \##(levels.joined(separator: ","))}}"##
  }
}
