import Testing

@Suite("mistakes in fork update")
struct UpdateMistakesTests {
  @Test("broken JSON: document, line and column, nothing changed")
  func brokenJSON() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: #"{"a": 1}"#).succeed()
    try world.write("{\n  \"a\": 1,\n  \"b\": }\n", to: "broken.json")
    let state = try await world.state()
    try await world.fork("update", "a.json", "../broken.json").fail(
      65, saying: "../broken.json:3:8")
    try await world.fork("update", "a.json", input: #"{"a":1,"a":2}"#)
      .fail(65, saying: "standard input:1:8", "\"a\"", "line 1, column 2")
    try await world.fork("update", "a.json", input: "").fail(65, saying: "standard input:1:1")
    try await world.fork("update", "a.json", "none.json").fail(66, saying: "none.json")
    try await world.fork("update", "a.json", ".").fail(74, saying: "'.'")
    #expect(try await world.state() == state)
  }

  @Test(
    "a path that no document may have",
    arguments: [
      "../x", "../x.json", ".git/config", ".GIT/hooks/x.json", "a/.git/x.json", "", "/etc/x.json",
      "a/", "x\u{1}.json", "a\\b.json", "notes.txt", "git~1/x.json",
    ])
  func badPath(path: String) async throws {
    let world = try await World.withRepository()
    let state = try await world.state()
    try await world.fork("update", "--", path, "-", input: "1").fail(64)
    #expect(try await world.state() == state)
  }

  @Test("something else stands there")
  func inTheWay() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json/b.json", input: "1").succeed()
    let state = try await world.state()
    try await world.fork("update", "a.json", input: "1").fail(73, saying: "a directory")
    try await world.fork("update", "a.json/b.json/c.json", input: "1")
      .fail(73, saying: "a.json/b.json")
    try await world.fork("get", "a.json").fail(66, saying: "a directory")
    #expect(try await world.state() == state)
  }

  @Test("edits that cannot be made")
  func edits() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: #"{"a":1}"#).succeed()
    try world.write(#"[{"op":"test","path":"/a","value":2}]"#, to: "test.json")
    try world.write(#"{"op":"test"}"#, to: "object.json")
    try world.write("[", to: "broken.json")
    let state = try await world.state()
    try await world.fork("update", "a.json", "--set", "/b/c=1").fail(65, saying: "a.json#/b/c")
    try await world.fork("update", "a.json", "--unset", "/b").fail(65, saying: "a.json#/b")
    try await world.fork("update", "a.json", "--set", "/a=b").fail(65, saying: "JSON", "--set")
    try await world.fork("update", "a.json", "--set", "/a").fail(64, saying: "'='")
    try await world.fork("update", "a.json", "--set", "a=1").fail(64, saying: "JSON Pointer")
    try await world.fork("update", "a.json", "--move", "/a").fail(64, saying: "/a")
    try await world.fork("update", "a.json", "--patch", "../test.json")
      .fail(65, saying: "../test.json", "operation 1")
    try await world.fork("update", "a.json", "--patch", "../object.json").fail(65, saying: "array")
    try await world.fork("update", "a.json", "--patch", "../broken.json")
      .fail(65, saying: "../broken.json:1:2")
    try await world.fork("update", "none.json", "--set", "/a=1").fail(66, saying: "none.json")
    try await world.fork("update", "--set", "/a=1").fail(64, saying: "document")
    try await world.fork("update", "--expect", "absent").fail(64, saying: "document")
    try await world.fork("update", "--fork", "main").fail(64, saying: "--fork")
    try await world.fork("update", "a.json", "x.json", "--set", "/a=1").fail(64, saying: "edits")
    #expect(try await world.state() == state)
  }

  @Test("no such fork or revision, no repository, a bad option")
  func missing() async throws {
    let world = try await World.withRepository()
    let state = try await world.state()
    try await world.fork("update", "a.json", "--fork", "ui", input: "1").fail(66, saying: "'ui'")
    try await world.fork("update", "a.json", "--fork", "u..i", input: "1").fail(64, saying: "u..i")
    try await world.fork("update", "a.json", "--expect", "nowhere", input: "1")
      .fail(66, saying: "nowhere")
    try await world.fork("update", "a.json", in: ".", input: "1").fail(66, saying: "fork init")
    try await world.fork("update", "a.json", "--sett", "/a=1").fail(64, saying: "--sett")
    #expect(try await world.state() == state)
  }

  @Test("a schema with mistakes is refused where it is written")
  func schema() async throws {
    let world = try await World.withRepository()
    let state = try await world.state()
    let schema = #"{"x-documents":{"a.json":{"properties":{"t":{"x-merge":"textMerg"}}}}}"#
    try await world.fork("update", ".fork/schema.json", input: schema)
      .fail(65, saying: ".fork/schema.json", "x-merge", "textMerge")
    #expect(try await world.state() == state)
  }

  @Test("edits in the work tree are never overwritten")
  func unsavedWork() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: "1").succeed()
    try world.write("2", to: "data/a.json")
    try world.write("7", to: "data/new.json")
    let state = try await world.state()
    try await world.fork("update", "a.json", input: "3").fail(73, saying: "a.json")
    try await world.fork("update", "new.json", input: "3").fail(73, saying: "new.json")
    try await world.fork("remove", "a.json").fail(73, saying: "a.json")
    #expect(try world.read("data/a.json") == "2")
    #expect(try await world.state() == state)
    try await world.fork("update", "a.json", "a.json").succeed()
  }
}
