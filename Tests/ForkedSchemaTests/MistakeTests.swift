import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@Suite struct MistakeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let pointer: String
    let message: String
    let hint: String?
    var testDescription: String { schema }

    init(_ schema: String, _ pointer: String, _ message: String, _ hint: String? = nil) {
      (self.schema, self.pointer, self.message, self.hint) = (schema, pointer, message, hint)
    }
  }

  static let cases: [Case] = [
    Case(#"{"x-merge": "txtMerge"}"#, "/x-merge", "unknown strategy", "textMerge?"),
    Case(#"{"x-merge": "text"}"#, "/x-merge", "unknown strategy", "textMerge?"),
    Case(#"{"x-merge": "MostRecent"}"#, "/x-merge", "unknown strategy", "mostRecent?"),
    Case(#"{"x-merge": "banana"}"#, "/x-merge", "unknown strategy", "one of mostRecent"),
    Case(#"{"x-merge": 1}"#, "/x-merge", "a strategy's name, or an object"),
    Case(#"{"x-merge": {"using": []}}"#, "/x-merge/using", "must be a string"),
    Case(#"{"x-merge": {"id": "/id"}}"#, "/x-merge", "names no strategy"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "positon": "p"}}"#, "/x-merge/positon",
      "no option positon", "position?"),
    Case(
      #"{"x-merge": {"using": "setMerge", "id": "/id"}}"#, "/x-merge/id", "takes no option id",
      "arrayOfIdentifiableMerge and orderedMerge do"),
    Case(
      #"{"x-merge": {"using": "arrayOfIdentifiableMerge", "position": "p"}}"#, "/x-merge/position",
      "takes no option", "orderedMerge does"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "id": "id"}}"#, "/x-merge/id", "not a JSON Pointer",
      "/id"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/a~3"]}}"#, "/x-merge/id/1",
      "not a JSON Pointer"),
    Case(#"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/a"]}}"#, "/x-merge/id/1", "twice"),
    Case(#"{"x-merge": {"using": "orderedMerge", "id": []}}"#, "/x-merge/id", "at least"),
    Case(#"{"x-merge": {"using": "orderedMerge", "id": ""}}"#, "/x-merge/id", "a part of"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "position": "/p"}}"#, "/x-merge/position",
      "not a pointer"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "position": "id"}}"#, "/x-merge", "different members",
      "replace the ids"),
    Case(
      #"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/position/b"]}}"#, "/x-merge",
      "different members"),
    Case(
      ##"{"x-merge": "orderedMerge", "items": {"properties": {"position": {"type": "string"}}}}"##,
      "/x-merge", "position of these items is of type string"),
    Case(
      #"{"type": "array", "x-merge": "textMerge"}"#, "/x-merge",
      "textMerge merges values of type string, and this is of type array", "arrayMerge"),
    Case(#"{"type": "object", "x-merge": "setMerge"}"#, "/x-merge", "type object"),
    Case(#"{"type": ["string", "null"], "x-merge": "counterMerge"}"#, "/x-merge", "string or null"),
    Case(
      #"{"type": "array", "items": {"type": "string"}, "x-merge": "arrayOfIdentifiableMerge"}"#,
      "/x-merge", "items are of type string", "setMerge"),
    Case(
      ##"{"$ref": "#/$defs/a", "x-merge": "setMerge", "$defs": {"a": {"type": "string"}}}"##,
      "/x-merge", "type string"),
    Case(#"{"x-merg": "textMerge"}"#, "/x-merg", "unknown keyword", "x-merge?"),
    Case(#"{"x-Identity": "P-{id}"}"#, "/x-Identity", "unknown", "x-identity?"),
    Case(#"{"x_default_merge": "manual"}"#, "/x_default_merge", "unknown", "x-default-merge?"),
    Case(#"{"x-default-merge": "textMerge"}"#, "/x-default-merge", "mostRecent or manual"),
    Case(
      #"{"items": {"x-default-merge": "manual"}}"#, "/items/x-default-merge", "no effect here",
      "root"),
    Case(#"{"items": {"x-documents": {}}}"#, "/items/x-documents", "no effect here"),
    Case(#"{"x-identity": "Person"}"#, "/x-identity", "no field"),
    Case(#"{"x-together": 1}"#, "/x-together", "is true, a list of pointers", "/version"),
    Case(#"{"x-together": {"bye": "/a"}}"#, "/x-together/bye", "no option bye", "did you mean by?"),
    Case(#"{"x-together": {"by": "version"}}"#, "/x-together/by", "a pointer to a property"),
    Case(#"{"x-together": {"unit": [""]}}"#, "/x-together/unit/0", "a pointer to a property"),
    Case(
      #"{"x-together": {"by": "/v"}, "properties": {"v": {"x-merge": "setMerge"}}}"#,
      "/x-together/by", "setMerge of /v chooses no side", "versionMerge"),
    Case(
      #"{"x-together": {"unit": ["/v"]}, "properties": {"v": {"x-merge": "manual"}}}"#,
      "/x-together/unit", "its own strategy is manual", "remove"),
    Case(
      #"{"type": "array", "x-together": true}"#, "/x-together", "belongs to a schema of objects"),
    Case(#"{"x-moves": "no"}"#, "/x-moves", "is true or false"),
    Case(
      #"{"x-merge": {"using": "generated", "command": ""}}"#, "/x-merge/command",
      "the text of the command", "npm install"),
    Case(
      #"{"x-merge": {"using": "setMerge", "command": "make"}}"#, "/x-merge/command",
      "takes no option command"),
    Case(
      #"{"type": "number", "x-merge": "versionMerge"}"#, "/x-merge",
      "versionMerge merges values of type string"),
    Case(#"{"x-identity": "P-{id"}"#, "/x-identity", "without its }"),
    Case(#"{"x-identity": "P-id}"}"#, "/x-identity", "without its {"),
    Case(#"{"x-identity": "P-{}"}"#, "/x-identity", "without a name"),
    Case(#"{"x-identity": "P-{/id}"}"#, "/x-identity", "not a pointer"),
    Case(#"{"x-identity": 1}"#, "/x-identity", "a string"),
    Case(#"{"type": "string", "x-identity": "P-{id}"}"#, "/x-identity", "of objects"),
    Case(#"{"type": "text"}"#, "/type", "unknown type", "one of object"),
    Case(#"{"type": "strng"}"#, "/type", "unknown type", "string?"),
    Case(#"{"type": [1]}"#, "/type", "a type's name"),
    Case(#"{"required": "id"}"#, "/required", "array of strings"),
    Case(#"{"uniqueItems": 1}"#, "/uniqueItems", "true or false"),
    Case(#"{"properties": []}"#, "/properties", "object of schemas"),
    Case(#"{"properties": {"a~/b": 1}}"#, "/properties/a~0~1b", "object, true or false"),
    Case(#"{"allOf": {}}"#, "/allOf", "array of schemas"),
    Case(#"{"items": [{}]}"#, "/items", "one schema", "prefixItems"),
    Case(#"{"$ref": 1}"#, "/$ref", "a string"),
    Case(
      ##"{"$ref": "#/$defs/perso", "$defs": {"person": {}}}"##, "/$ref", "does not exist",
      "#/$defs/person?"),
    Case(#"{"$ref": "fork:notebok"}"#, "/$ref", "unknown built-in", "fork:notebook?"),
    Case(#"{"patternProperties": {"(": {}}}"#, "/patternProperties/(", "without its )"),
    Case(#"{"x-documents": []}"#, "/x-documents", "object of schemas"),
    Case(#"{"x-documents": {"a/": {}}}"#, "/x-documents/a~1", "slash", "a/**"),
    Case(
      #"{"x-documents": {"*.json": {}, "**/*.json": {}}}"#, "/x-documents/**~1*.json",
      "same documents"),
    Case(
      #"{"x-documents": {"n/*a": {}, "n/b*": {}, "n/?a": {}}}"#, "/x-documents/n~1?a",
      "neither is more specific"),
    Case("[]", "", "object, true or false"),
    Case("{\"items\": }", "", "not JSON"),
    Case(#"{"items": {}, "items": {}}"#, "", "not JSON: the key \"items\" is already"),
  ]

  @Test(arguments: cases)
  func isRefused(example: Case) throws {
    let found = try mistakes(example.schema)
    #expect(found.count == 1, "\(found)")
    guard let mistake = found.first else { return }
    #expect(mistake.file == ".fork/schema.json")
    #expect("\(mistake.pointer)" == example.pointer)
    #expect(mistake.message.contains(example.message), "\(mistake)")
    if let hint = example.hint { #expect(mistake.hint?.contains(hint) == true, "\(mistake)") }
  }

  @Test(arguments: [
    #"{"type": ["string", "null"], "x-merge": "textMerge"}"#,
    #"{"type": ["array", "object"], "x-merge": "setMerge"}"#,
    #"{"type": "integer", "x-merge": "counterMerge"}"#,
    #"{"type": "string", "x-merge": "maxMerge"}"#,
    #"{"x-merge": "object"}"#, #"{"x-merge": {"using": "manual"}}"#,
    #"{"x-internal": 1, "x-entity": 2, "xml": {}}"#,
    #"{"properties": {"x-merg": {"x-merge": "manual"}}}"#,
    #"{"default": {"x-merg": 1}, "enum": [{"x-merge": 2}]}"#,
    #"{"x-documents": {"*.json": {}, "*.schema.json": {}, "a*.json": {}, "docs/*": {}, "docs/**": {}}}"#,
    #"{"x-documents": {"n/*a": {}, "n/*b": {}, "m/[ab]": {}, "m/[cd]": {}}}"#,
    "true", "{}", "\u{FEFF}{}",
  ])
  func isFine(schema: String) throws {
    #expect(try mistakes(schema) == [])
  }

  @Test func allAreCollectedInTheirOrder() throws {
    let found = try mistakes(
      """
      {
        "properties": {
          "b": {"x-merge": "txtMerge", "x-merg": 1},
          "a": {"type": "array", "x-merge": "textMerge"}
        },
        "x-default-merge": "never",
        "$ref": "missing.json",
        "items": {"$ref": "broken.json"}
      }
      """, files: [".fork/broken.json": "{\n 1}"])
    #expect(
      found.map { "\($0.file):\($0.position.line):\($0.position.column) \($0.pointer)" } == [
        ".fork/broken.json:2:2 ",
        ".fork/schema.json:3:22 /properties/b/x-merge",
        ".fork/schema.json:3:34 /properties/b/x-merg",
        ".fork/schema.json:4:39 /properties/a/x-merge",
        ".fork/schema.json:6:22 /x-default-merge",
        ".fork/schema.json:7:11 /$ref",
      ])
    #expect(
      found.map(\.description)[2]
        == ".fork/schema.json:3:34: /properties/b/x-merg: unknown keyword x-merg (did you mean x-merge?)"
    )
  }

  @Test func positionsCountScalarsAfterAByteOrderMark() throws {
    let found = try mistakes("\u{FEFF}{\"é\": 1, \"x-merge\": 1}\n")
    #expect(found.map(\.position) == [TextPosition(offset: 24, line: 1, column: 21)])
  }
}
