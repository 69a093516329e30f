import ForkedJSON
import Testing

@testable import ForkedSchema

/// Cases beyond the official suite: messages, exactness, limits, references as `fork` has them.
@Suite struct ValidationTests {
  private func failures(_ schema: String, _ value: String) throws -> [String] {
    try plan(schema).failures(of: json(value)).map {
      "\($0.pointer) \($0.keyword): \($0.message), expected \($0.expected)"
    }
  }

  @Test func failuresNameTheLocationTheReasonAndTheRemedy() throws {
    let schema = """
      {"required": ["title"], "additionalProperties": false, "properties": {
        "title": {"type": "string", "minLength": 2}, "state": {"enum": ["draft", "final"]},
        "n": {"type": ["integer", "null"], "maximum": 3}}}
      """
    #expect(
      try failures(schema, #"{"titel": 1, "state": "finl", "n": 4}"#) == [
        "/titel additionalProperties: no such property is allowed, expected title",
        #"/state enum: this is "finl", expected "final" or another of the list"#,
        "/n maximum: this is 4, expected at most 3",
        " required: title is missing, expected a member title",
      ])
    #expect(
      try failures(schema, #"{"title": "a", "n": "b"}"#) == [
        "/title minLength: the string has 1 character, expected at least 2",
        "/n type: this is a string, expected an integer or null",
      ])
    let failure = try #require(
      plan(schema).failures(of: json("{\n \"n\": 4, \"title\": \"ab\"}")).first)
    #expect(failure.position.line == 2 && failure.position.column == 7)
    #expect(failure.file == ".fork/schema.json")
    #expect(failure.keywordPointer.description == "/x-documents/*.json/properties/n/maximum")
  }

  /// The failures of the branch that was meant, where the rest of the value tells which.
  @Test func theBranchThatWasMeant() throws {
    let schema = """
      {"oneOf": [{"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}, "required": ["kind"]},
                 {"properties": {"kind": {"const": "b"}, "n": {"type": "string"}}, "required": ["kind"]}]}
      """
    #expect(
      try failures(schema, #"{"kind": "a", "n": "x"}"#) == [
        "/n type: this is a string, expected an integer"
      ])
    #expect(
      try failures(schema, #"{"kind": "c"}"#) == [
        " oneOf: none of the 2 schemas in the list fits, expected exactly one that fits"
      ])
  }

  @Test func numbersAreExact() throws {
    #expect(try failures(#"{"multipleOf": 0.01}"#, "19.99") == [])
    #expect(try failures(#"{"multipleOf": 0.01}"#, "19.999").count == 1)
    #expect(try failures(#"{"maximum": 9007199254740992}"#, "9007199254740993").count == 1)
    #expect(try failures(#"{"exclusiveMinimum": 0.1}"#, "0.10000000000000000000000000001") == [])
    #expect(try failures(#"{"type": "integer"}"#, "1e400") == [])
    #expect(try failures(#"{"type": "integer"}"#, "-1.0") == [])
    #expect(try failures(#"{"type": "integer"}"#, "1.5").count == 1)
    #expect(try failures(#"{"const": 1}"#, "10e-1") == [])
  }

  @Test func stringsAreScalars() throws {
    #expect(try failures(#"{"maxLength": 1}"#, #""\#u{E9}""#) == [])
    #expect(try failures(#"{"maxLength": 1}"#, #""e\#u{301}""#).count == 1)
    #expect(try failures(#"{"maxLength": 1}"#, #""\ud83d\ude00""#) == [])
    #expect(try failures(#"{"const": "\#u{E9}"}"#, #""e\#u{301}""#).count == 1)
    #expect(try failures(#"{"required": ["\#u{E9}"]}"#, #"{"e\#u{301}": 1}"#).count == 1)
  }

  @Test func referencesToOtherFiles() throws {
    let files = [
      ".fork/parts/person.json":
        ##"{"$id": "https://example.org/person", "properties": {"mail": {"$ref": "mail.json#/$defs/mail"}}}"##,
      ".fork/parts/mail.json": #"{"$defs": {"mail": {"type": "string", "pattern": "@"}}}"#,
    ]
    let plan = try plan(#"{"$ref": "parts/person.json"}"#, files: files)
    #expect(try plan.failures(of: json(#"{"mail": "a@b"}"#)) == [])
    let failure = try #require(plan.failures(of: json(#"{"mail": "a"}"#)).first)
    #expect(failure.file == ".fork/parts/mail.json")
    #expect(failure.keywordPointer.description == "/$defs/mail/pattern")
  }

  /// By the URI of a file's `$id`, once something refers to the file by its path.
  @Test func referencesByIdentifiers() throws {
    let files = [".fork/p.json": #"{"$id": "https://example.org/p", "type": "string"}"#]
    let schema =
      #"{"properties": {"b": {"$ref": "https://example.org/p"}, "a": {"$ref": "p.json"}}}"#
    #expect(try plan(schema, files: files).accepts(json(#"{"a": "", "b": 1}"#)) == false)
    #expect(throws: SchemaError.self) {
      try plan(#"{"$ref": "https://example.org/p"}"#, files: files)
    }
  }

  @Test func theStandardItselfIsAtHand() throws {
    let plan = try plan(#"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#)
    #expect(try plan.accepts(json(#"{"properties": {"a": {"type": "string"}}}"#)))
    #expect(
      try plan.failures(of: json(#"{"properties": {"a": {"minLength": -1}}}"#)).first?.pointer
        == JSONPointer(["properties", "a", "minLength"]))
  }

  /// A built-in schema binds only where the repository names it.
  @Test func builtInSchemasBindWhereTheyAreNamed() throws {
    #expect(try SchemaSet().plan(forDocument: "package.json").accepts(json(#"{"name": 1}"#)))
    let named = try plan(#"{"$ref": "fork:package.json"}"#)
    #expect(try named.accepts(json(#"{"name": 1}"#)) == false)
  }
}
