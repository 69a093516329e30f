import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@Suite struct MistakeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let pointer: String
    let message: String
    var hint: String?
    var testDescription: String { schema }
  }

  static let cases: [Case] = [
    Case(
      schema: #"{"x-merge": "txtMerge"}"#, pointer: "/x-merge", message: "unknown strategy",
      hint: "textMerge?"),
    Case(
      schema: #"{"x-merge": "text"}"#, pointer: "/x-merge", message: "unknown strategy",
      hint: "textMerge?"),
    Case(
      schema: #"{"x-merge": "MostRecent"}"#, pointer: "/x-merge", message: "unknown strategy",
      hint: "mostRecent?"),
    Case(
      schema: #"{"x-merge": "banana"}"#, pointer: "/x-merge", message: "unknown strategy",
      hint: "one of mostRecent"),
    Case(
      schema: #"{"x-merge": 1}"#, pointer: "/x-merge", message: "a strategy's name, or an object"),
    Case(
      schema: #"{"x-merge": {"using": []}}"#, pointer: "/x-merge/using",
      message: "must be a string"),
    Case(schema: #"{"x-merge": {"id": "/id"}}"#, pointer: "/x-merge", message: "names no strategy"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "positon": "p"}}"#,
      pointer: "/x-merge/positon",
      message: "no option positon", hint: "position?"),
    Case(
      schema: #"{"x-merge": {"using": "setMerge", "id": "/id"}}"#, pointer: "/x-merge/id",
      message: "takes no option id", hint: "arrayOfIdentifiableMerge and orderedMerge do"),
    Case(
      schema: #"{"x-merge": {"using": "arrayOfIdentifiableMerge", "position": "p"}}"#,
      pointer: "/x-merge/position", message: "takes no option", hint: "orderedMerge does"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": "id"}}"#, pointer: "/x-merge/id",
      message: "not a JSON Pointer", hint: "/id"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/a~3"]}}"#,
      pointer: "/x-merge/id/1",
      message: "not a JSON Pointer"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/a"]}}"#,
      pointer: "/x-merge/id/1",
      message: "twice"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": []}}"#, pointer: "/x-merge/id",
      message: "at least"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": ""}}"#, pointer: "/x-merge/id",
      message: "a part of"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "position": "/p"}}"#,
      pointer: "/x-merge/position",
      message: "not a pointer"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "position": "id"}}"#, pointer: "/x-merge",
      message: "different members", hint: "replace the ids"),
    Case(
      schema: #"{"x-merge": {"using": "orderedMerge", "id": ["/a", "/position/b"]}}"#,
      pointer: "/x-merge", message: "different members"),
    Case(
      schema:
        ##"{"x-merge": "orderedMerge", "items": {"properties": {"position": {"type": "string"}}}}"##,
      pointer: "/x-merge", message: "position of these items is of type string"),
    Case(
      schema: #"{"type": "array", "x-merge": "textMerge"}"#, pointer: "/x-merge",
      message: "textMerge merges values of type string, and this is of type array",
      hint: "arrayMerge"),
    Case(
      schema: #"{"type": "object", "x-merge": "setMerge"}"#, pointer: "/x-merge",
      message: "type object"),
    Case(
      schema: #"{"type": ["string", "null"], "x-merge": "counterMerge"}"#, pointer: "/x-merge",
      message: "string or null"),
    Case(
      schema:
        #"{"type": "array", "items": {"type": "string"}, "x-merge": "arrayOfIdentifiableMerge"}"#,
      pointer: "/x-merge", message: "items are of type string", hint: "setMerge"),
    Case(
      schema:
        ##"{"$ref": "#/$defs/a", "x-merge": "setMerge", "$defs": {"a": {"type": "string"}}}"##,
      pointer: "/x-merge", message: "type string"),
    Case(
      schema: #"{"x-merg": "textMerge"}"#, pointer: "/x-merg", message: "unknown keyword",
      hint: "x-merge?"),
    Case(
      schema: #"{"x-Identity": "P-{id}"}"#, pointer: "/x-Identity", message: "unknown",
      hint: "x-identity?"),
    Case(
      schema: #"{"x_default_merge": "manual"}"#, pointer: "/x_default_merge", message: "unknown",
      hint: "x-default-merge?"),
    Case(
      schema: #"{"x-default-merge": "textMerge"}"#, pointer: "/x-default-merge",
      message: "mostRecent or manual"),
    Case(
      schema: #"{"items": {"x-default-merge": "manual"}}"#, pointer: "/items/x-default-merge",
      message: "no effect here", hint: "root"),
    Case(
      schema: #"{"items": {"x-documents": {}}}"#, pointer: "/items/x-documents",
      message: "no effect here"),
    Case(schema: #"{"x-identity": "Person"}"#, pointer: "/x-identity", message: "no field"),
    Case(
      schema: #"{"x-together": 1}"#, pointer: "/x-together", message: "is true, a list of pointers",
      hint: "/version"),
    Case(
      schema: #"{"x-together": {"bye": "/a"}}"#, pointer: "/x-together/bye",
      message: "no option bye", hint: "did you mean by?"),
    Case(
      schema: #"{"x-together": {"by": "version"}}"#, pointer: "/x-together/by",
      message: "a pointer to a property"),
    Case(
      schema: #"{"x-together": {"unit": [""]}}"#, pointer: "/x-together/unit/0",
      message: "a pointer to a property"),
    Case(
      schema: #"{"x-together": {"by": "/v"}, "properties": {"v": {"x-merge": "setMerge"}}}"#,
      pointer: "/x-together/by", message: "setMerge of /v chooses no side", hint: "versionMerge"),
    Case(
      schema: #"{"x-together": {"unit": ["/v"]}, "properties": {"v": {"x-merge": "manual"}}}"#,
      pointer: "/x-together/unit", message: "its own strategy is manual", hint: "remove"),
    Case(
      schema: #"{"type": "array", "x-together": true}"#, pointer: "/x-together",
      message: "belongs to a schema of objects"),
    Case(schema: #"{"x-moves": "no"}"#, pointer: "/x-moves", message: "is true or false"),
    Case(
      schema: #"{"x-merge": {"using": "generated", "command": ""}}"#, pointer: "/x-merge/command",
      message: "the text of the command", hint: "npm install"),
    Case(
      schema: #"{"x-merge": {"using": "setMerge", "command": "make"}}"#,
      pointer: "/x-merge/command", message: "takes no option command"),
    Case(
      schema: #"{"type": "number", "x-merge": "versionMerge"}"#, pointer: "/x-merge",
      message: "versionMerge merges values of type string"),
    Case(schema: #"{"x-identity": "P-{id"}"#, pointer: "/x-identity", message: "without its }"),
    Case(schema: #"{"x-identity": "P-id}"}"#, pointer: "/x-identity", message: "without its {"),
    Case(schema: #"{"x-identity": "P-{}"}"#, pointer: "/x-identity", message: "without a name"),
    Case(schema: #"{"x-identity": "P-{/id}"}"#, pointer: "/x-identity", message: "not a pointer"),
    Case(schema: #"{"x-identity": 1}"#, pointer: "/x-identity", message: "a string"),
    Case(
      schema: #"{"type": "string", "x-identity": "P-{id}"}"#, pointer: "/x-identity",
      message: "of objects"),
    Case(
      schema: #"{"type": "text"}"#, pointer: "/type", message: "unknown type",
      hint: "one of object"),
    Case(schema: #"{"type": "strng"}"#, pointer: "/type", message: "unknown type", hint: "string?"),
    Case(schema: #"{"type": [1]}"#, pointer: "/type", message: "a type's name"),
    Case(schema: #"{"required": "id"}"#, pointer: "/required", message: "array of strings"),
    Case(schema: #"{"uniqueItems": 1}"#, pointer: "/uniqueItems", message: "true or false"),
    Case(schema: #"{"properties": []}"#, pointer: "/properties", message: "object of schemas"),
    Case(
      schema: #"{"properties": {"a~/b": 1}}"#, pointer: "/properties/a~0~1b",
      message: "object, true or false"),
    Case(schema: #"{"allOf": {}}"#, pointer: "/allOf", message: "array of schemas"),
    Case(
      schema: #"{"items": [{}]}"#, pointer: "/items", message: "one schema", hint: "prefixItems"),
    Case(schema: #"{"$ref": 1}"#, pointer: "/$ref", message: "a string"),
    Case(
      schema: ##"{"$ref": "#/$defs/perso", "$defs": {"person": {}}}"##, pointer: "/$ref",
      message: "does not exist", hint: "#/$defs/person?"),
    Case(
      schema: #"{"$ref": "fork:notebok"}"#, pointer: "/$ref", message: "unknown built-in",
      hint: "fork:notebook?"),
    Case(
      schema: #"{"patternProperties": {"(": {}}}"#, pointer: "/patternProperties/(",
      message: "without its )"),
    Case(schema: #"{"x-documents": []}"#, pointer: "/x-documents", message: "object of schemas"),
    Case(
      schema: #"{"x-documents": {"a/": {}}}"#, pointer: "/x-documents/a~1", message: "slash",
      hint: "a/**"),
    Case(
      schema: #"{"x-documents": {"*.json": {}, "**/*.json": {}}}"#,
      pointer: "/x-documents/**~1*.json", message: "same documents"),
    Case(
      schema: #"{"x-documents": {"n/*a": {}, "n/b*": {}, "n/?a": {}}}"#,
      pointer: "/x-documents/n~1?a", message: "neither is more specific"),
    Case(schema: "[]", pointer: "", message: "object, true or false"),
    Case(schema: "{\"items\": }", pointer: "", message: "not JSON"),
    Case(
      schema: #"{"items": {}, "items": {}}"#, pointer: "",
      message: "not JSON: the key \"items\" is already"),
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
