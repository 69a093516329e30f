import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Testing

@Suite struct MistakeTests {
  @Test(arguments: try TableCase.all(in: "schema-mistakes"))
  func isRefused(row: TableCase) throws {
    let found = try mistakes(row.description)
    #expect(found.count == 1, "\(found)")
    guard let mistake = found.first else { return }
    #expect(mistake.file == ".fork/schema.json")
    #expect("\(mistake.pointer)" == row["at"])
    #expect(mistake.message.contains(row["message"]), "\(mistake)")
    if let hint = row[optional: "hint"] {
      #expect(mistake.hint?.contains(hint) == true, "\(mistake)")
    }
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
