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

  private func world() async throws -> World {
    let world = try await World.withRepository()
    try world.write(Self.parts, to: "data/.fork/parts.json")
    try world.write(Self.schema, to: "data/.fork/schema.json")
    try await world.fork("update", "-m", "schema").succeed()
    try await world.fork("update", "a.json", input: #"{"title":"A","tags":["x"]}"#).succeed()
    return world
  }

  @Test("update refuses what the schema forbids, with pointer, keyword and what would be right")
  func update() async throws {
    let world = try await world()
    let before = try await world.state()
    let edited = try await world.fork("update", "a.json", "--set", "/title=5")
    #expect(edited.status == 65)
    #expect(edited.talk.contains("a.json#/title"))
    #expect(edited.talk.contains("type: this is the number 5, expected a string"))
    #expect(edited.talk.contains(".fork/parts.json#/$defs/note/properties/title/type"))
    #expect(try await world.fork("update", "b.json", input: "{}").status == 65)
    #expect(try await world.state() == before)
    try world.write(#"{"title":1}"#, to: "data/a.json")
    #expect(try await world.fork("update").status == 65)
  }

  @Test("validate looks at the work tree, at forks and at revisions, and names each failure")
  func validate() async throws {
    let world = try await world()
    #expect(try await world.fork("validate").status == 0)
    try world.write(#"{"title":1}"#, to: "data/a.json")
    try world.write("{", to: "data/b.json")
    let all = try await world.fork("validate")
    #expect(all.status == 1)
    #expect(all.text.contains("a.json:1:10: /title: type: this is the number 1"))
    #expect(all.text.contains("b.json:1:2: not JSON"))
    #expect(try await world.fork("validate", "--at", "main").status == 0)
    #expect(
      try await world.fork("validate", "a.json", "--json").text.contains(#""keyword":"type""#))
    #expect(try await world.fork("validate", "c.json").status == 66)
    let check = try await world.fork("schema", "check")
    #expect(check.status == 1)
    #expect(check.text.contains("4 documents, 2 of them invalid"))
  }

  @Test("two valid sides whose merge is invalid are a conflict that a person settles")
  func merge() async throws {
    let world = try await world()
    try await world.fork("create", "other").succeed()
    try await world.fork("update", "a.json", "--set", #"/tags=["x","y","z"]"#).succeed()
    let theirs = #"/tags=["x","w"]"#
    try await world.fork("update", "a.json", "--fork", "other", "--set", theirs).succeed()
    let before = try await world.state()
    let merged = try await world.fork("merge", "other")
    #expect(merged.status == 1)
    #expect(
      merged.text.contains("a.json#/tags  invalid") || merged.talk.contains("a.json#/tags  invalid")
    )
    #expect(try await world.state() == before)
    let report = try await world.fork("merge", "other", "--json")
    #expect(report.text.contains(#""reason":"invalid""#))
    #expect(report.text.contains("there are 4 elements, expected at most 3"))
    let still = try await world.fork(
      "merge", "other", "--resolve", #"a.json#/tags=["a","b","c","d"]"#)
    #expect(still.status == 1)
    try await world.fork("merge", "other", "--resolve", #"a.json#/tags=theirs"#).succeed()
    #expect(try await world.fork("get", "a.json", "/tags").line == #"["x","w"]"#)
  }

  @Test("git's merge driver leaves a conflict where the merge would be invalid")
  func driver() async throws {
    let world = try await world()
    try await world.fork("install").succeed()
    try await world.git("commit", "-qam", "install")
    try await world.git("branch", "other")
    try await world.fork("update", "a.json", "--set", #"/tags=["x","y","z"]"#).succeed()
    let theirs = #"/tags=["x","w"]"#
    try await world.fork("update", "a.json", "--fork", "other", "--set", theirs).succeed()
    let merged = try await world.git("merge", "other")
    #expect(merged.status == 1)
    #expect(merged.talk.contains("maxItems: there are 4 elements, expected at most 3"))
    #expect(try world.read("data/a.json").contains("<<<<<<<"))
  }

  @Test("merge-file --schema reads the files beside the schema")
  func mergeFile() async throws {
    let world = try World()
    try world.write(Self.schema, to: "s/schema.json")
    try world.write(Self.parts, to: "s/parts.json")
    try world.write(#"{"title":"","tags":["a"]}"#, to: "base.json")
    try world.write(#"{"title":"","tags":["a","b","c"]}"#, to: "ours.json")
    try world.write(#"{"title":"","tags":["a","d"]}"#, to: "theirs.json")
    let files = ["ours.json", "base.json", "theirs.json"]
    let merged = try await world.run(
      "fork", ["merge-file", "-p", "--schema", "s/schema.json"] + files, in: ".")
    #expect(merged.status == 1)
    #expect(merged.talk.contains("/tags: maxItems"))
  }
}
