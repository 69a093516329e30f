import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@Suite struct ReferenceTests {
  static let files = [
    ".fork/parts/person.json": ##"""
    { "$id": "https://example.com/person",
      "properties": { "address": { "$ref": "../address.json" }, "self": { "$ref": "#" },
                      "name": { "$ref": "#name" }, "nick": { "$ref": "./person.json#/$defs/a~1b%25c" } },
      "$defs": { "n": { "$anchor": "name", "x-merge": "textMerge" }, "a/b%c": { "x-merge": "manual" } } }
    """##,
    ".fork/address.json": #"{"properties": {"city": {"x-merge": "maxMerge"}}}"#,
    ".fork/with space.json": #"{"x-merge": "minMerge"}"#,
  ]

  @Test func referencesAreRelativeToTheirFile() throws {
    let plan = try plan(#"{"$ref": "parts/person.json"}"#, files: Self.files)
    #expect(plan["address", "city"].strategy == .maxMerge)
    #expect(plan["self", "self", "name"].strategy == .textMerge)
    #expect(plan["nick"].strategy == .manual)
    #expect(try self.plan("with%20space.json").strategy == .minMerge)
  }

  private func plan(_ reference: String) throws -> FieldPlan {
    try ForkedSchemaTests.plan(#"{"$ref": "\#(reference)"}"#, files: Self.files)
  }

  private func plan(_ schema: String, files: [String: String]) throws -> FieldPlan {
    try ForkedSchemaTests.plan(schema, files: files)
  }

  @Test(arguments: [
    ("#/$defs/nowhere", "does not exist"), ("#nowhere", "does not exist"),
    ("missing.json", "no file"),
    ("parts/person.json#/$defs/x", "does not exist"), ("../package.json", "outside .fork/"),
    ("/etc/passwd", "outside .fork/"), ("parts/../../x", "outside .fork/"),
    ("..\\x", "outside .fork/"),
    ("%2e%2e/x", "outside .fork/"), ("https://example.com/person", "never fetched"),
    ("//example.com/x", "never fetched"), ("file:///etc/passwd", "never fetched"),
    ("fork:nootbook", "unknown built-in"), ("a%zz", "hexadecimal"), ("%ff", "UTF-8"),
    ("#/a~2", "JSON Pointer"),
  ])
  func aReferenceToNowhereIsRefused(reference: String, message: String) throws {
    let escaped = reference.split(separator: "\\", omittingEmptySubsequences: false).joined(
      separator: "\\\\")
    let found = try mistakes(
      #"{"x-documents": {"a": {"$ref": "\#(escaped)"}}}"#, files: Self.files)
    #expect(found.count == 1)
    #expect(found.first?.message.contains(message) == true, "\(found)")
    #expect(found.first?.pointer == JSONPointer(["x-documents", "a", "$ref"]))
    #expect(found.first?.position.column == 32)
  }

  @Test func onlyFilesUnderForkAreLoadedAndEachOnce() throws {
    var loaded: [String] = []
    let root = #"""
      {"$defs": {"a": {"$ref": "x.json"}, "b": {"$ref": "./x.json#/a"}, "c": {"$ref": "../.git/config"},
                 "d": {"$ref": "y.json"}, "e": {"$ref": "y.json"}}}
      """#
    _ = try? SchemaSet(root: Array(root.utf8)) {
      loaded.append($0)
      return $0 == ".fork/x.json" ? Array(#"{"a": {}}"#.utf8) : Array("{".utf8)
    }
    #expect(loaded.sorted() == [".fork/x.json", ".fork/y.json"])
  }

  @Test func anErrorOfTheLoaderPassesThrough() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try SchemaSet(root: Array(#"{"$ref": "x.json"}"#.utf8)) { _ in throw Unreadable() }
    }
  }

  @Test(arguments: [
    ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##,
    ##"{"anyOf": [{"not": {"$ref": "#"}}]}"##,
    ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
    ##"{"$ref": "other.json"}"##,
  ])
  func endlessReferencesAreRefusedWithTheirPointers(schema: String) throws {
    let found = try mistakes(schema, files: [".fork/other.json": #"{"$ref": "schema.json"}"#])
    #expect(found.count == 1)
    #expect(
      found.first?.message.contains("endless references: .fork/schema.json#") == true, "\(found)")
  }

  @Test func aMistakeInAnotherFileIsReportedThere() throws {
    let found = try mistakes(
      #"{"$ref": "x.json"}"#,
      files: [".fork/x.json": "{\n  \"items\": {\"x-merge\": \"txtMerge\"}}"])
    #expect(found.map(\.file) == [".fork/x.json"])
    #expect(found.map(\.pointer) == [JSONPointer(["items", "x-merge"])])
    #expect(found.map(\.hint) == ["did you mean textMerge?"])
    #expect(found.first?.position.line == 2)
  }
}
