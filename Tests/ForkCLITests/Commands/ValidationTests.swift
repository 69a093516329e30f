import Testing

@Suite("Validation")
struct ValidationCommandTests {
  private static let schema = ##"""
    {"x-documents": {"*.json": {"$ref": "parts.json#/$defs/note"}}}
    """##
  private static let parts = #"""
    {"$defs": {"note": {"required": ["title"], "properties": {
      "title": {"type": "string"}, "tags": {"maxItems": 3, "x-merge": "setMerge"}}}}}
    """#

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try sandbox.write(Self.parts, to: "data/.fork/parts.json")
      try sandbox.write(Self.schema, to: "data/.fork/schema.json")
      try await sandbox.fork("update", "-m", "schema").succeed()
      try await sandbox.fork("update", "a.json", input: #"{"title":"A","tags":["x"]}"#).succeed()
      return sandbox
    }
  }

  @Test("update refuses what the schema forbids, with pointer, keyword and the expected value")
  func update() async throws {
    let sandbox = try await sandbox()
    let before = try await sandbox.state()
    try await sandbox.fork("update", "a.json", "--set", "/title=5").warns(
      "a.json#/title", "type: this is the number 5, expected a string",
      ".fork/parts.json#/$defs/note/properties/title/type", status: 65)
    #expect(try await sandbox.fork("update", "b.json", input: "{}").status == 65)
    #expect(try await sandbox.state() == before)
    try sandbox.write(#"{"title":1}"#, to: "data/a.json")
    #expect(try await sandbox.fork("update").status == 65)
  }

  @Test("validate checks the work tree, forks and revisions, and names each failure")
  func validate() async throws {
    let sandbox = try await sandbox()
    #expect(try await sandbox.fork("validate").status == 0)
    try sandbox.write(#"{"title":1}"#, to: "data/a.json")
    try sandbox.write("{", to: "data/b.json")
    try await sandbox.fork("validate").prints(
      "a.json:1:10: /title: type: this is the number 1", "b.json:1:2: not JSON", status: 1)
    #expect(try await sandbox.fork("validate", "--at", "main").status == 0)
    #expect(
      try await sandbox.fork("validate", "a.json", "--json").text.contains(#""keyword":"type""#))
    #expect(try await sandbox.fork("validate", "c.json").status == 66)
    try await sandbox.fork("schema", "check").prints("4 documents, 2 of them invalid", status: 1)
  }

  @Test("two valid sides whose merge is invalid are a conflict that the user resolves")
  func merge() async throws {
    let sandbox = try await sandbox()
    try await sandbox.play("fork create other", #"fork update a.json --set '/tags=["x","y","z"]'"#)
    let theirs = #"/tags=["x","w"]"#
    try await sandbox.fork("update", "a.json", "--fork", "other", "--set", theirs).succeed()
    let before = try await sandbox.state()
    let merged = try await sandbox.fork("merge", "other")
    #expect(merged.status == 1)
    #expect(
      merged.text.contains("a.json#/tags  the result would not be valid")
        || merged.errorText.contains("a.json#/tags  the result would not be valid")
    )
    #expect(try await sandbox.state() == before)
    let report = try await sandbox.fork("merge", "other", "--json")
    #expect(report.text.contains(#""reason":"invalid""#))
    #expect(report.text.contains("there are 4 elements, expected at most 3"))
    try await sandbox.fork("merge", "other", "--resolve", #"a.json#/tags=["a","b","c","d"]"#)
      .expect(status: 65)
    try await sandbox.fork("merge", "other", "--resolve", #"a.json#/tags=theirs"#).succeed()
    #expect(try await sandbox.fork("get", "a.json", "/tags").line == #"["x","w"]"#)
  }

  @Test("merge-file --schema reads the files beside the schema")
  func mergeFile() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.schema, to: "s/schema.json")
    try sandbox.write(Self.parts, to: "s/parts.json")
    try sandbox.write(#"{"title":"","tags":["a"]}"#, to: "base.json")
    try sandbox.write(#"{"title":"","tags":["a","b","c"]}"#, to: "ours.json")
    try sandbox.write(#"{"title":"","tags":["a","d"]}"#, to: "theirs.json")
    let files = ["ours.json", "base.json", "theirs.json"]
    try await sandbox.run(
      "fork", ["merge-file", "-p", "--schema", "s/schema.json"] + files, in: "."
    ).warns("/tags: maxItems", status: 1)
    try sandbox.write(#"{"properties":{"tags":{"x-merge":"setMerge"}}}"#, to: "s/bare.json")
    try await sandbox.run(
      "fork", ["merge-file", "-p", "--schema", "s/bare.json"] + files, in: "."
    ).warns("s/bare.json governs no document")
  }

  @Test("a schema that names no documents says so")
  func governsNothing() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("{\"a\": 1}")
    let words = "governs no document, since it has no \"x-documents\""
    let commands = [["schema", "check"], ["validate"], ["validate", "a.json"], ["install"]]
    for (schema, isNoticed) in [
      (#"{"type":"object","properties":{"a":{"type":"string"}}}"#, true),
      (#"{"x-documents":{},"required":["a"]}"#, true),
      (#"{"x-default-merge":"manual","$defs":{"a":{}}}"#, false),
      (#"{"x-documents":{"b.json":{}},"type":"object"}"#, false),
    ] {
      try sandbox.write(schema, to: "data/.fork/schema.json")
      for command in commands {
        let outcome = try await sandbox.run("fork", command, in: "data").succeed()
        #expect(outcome.errorText.contains(words) == isNoticed, "\(outcome)")
      }
      let doctor = try await sandbox.fork("doctor").text
      #expect(doctor.contains(words) == isNoticed, "\(doctor)")
    }
  }
}
