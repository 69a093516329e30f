import Testing

@Suite("documents: get, documents, remove, rename-document, status")
struct DocumentsTests {
  private static func world() async throws -> World {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: #"{"a/b":[1, {"s":"x\ty"}]}"#).succeed()
    try await world.fork("update", "sub/b.json", input: "1").succeed()
    return world
  }

  @Test("get by pointer gives exactly that value's bytes")
  func getValue() async throws {
    let world = try await Self.world()
    #expect(try await world.fork("get", "a.json", "/a~1b").line == #"[1, {"s":"x\ty"}]"#)
    #expect(try await world.fork("get", "a.json", "/a~1b/1/s").line == #""x\ty""#)
    #expect(try await world.fork("get", "a.json", "/a~1b/1/s", "-r").line == "x\ty")
    let json = try await world.fork("get", "a.json", "/a~1b", "--json").line
    #expect(json.hasPrefix(#"{"document":"a.json","pointer":"/a~1b","commit":""#))
    #expect(json.hasSuffix(#""value":[1,{"s":"x\ty"}]}"#))
  }

  @Test("get as it was")
  func getAt() async throws {
    let world = try await Self.world()
    try await world.fork("update", "sub/b.json", input: "2").succeed()
    #expect(try await world.fork("get", "sub/b.json", "--at", "main~1").text == "1")
    try await world.fork("get", "sub/b.json", "--at", "main~9").fail(66, saying: "main~9")
  }

  @Test("documents are what the schema names, and *.json elsewhere")
  func list() async throws {
    let world = try await Self.world()
    try world.write("text", to: "data/readme.txt")
    try await world.git("add", ".").succeed()
    try await world.git("commit", "-q", "-m", "text").succeed()
    #expect(
      try await world.fork("documents").lines == [".fork/schema.json", "a.json", "sub/b.json"])
    #expect(try await world.fork("documents", "sub/*").lines == ["sub/b.json"])
    #expect(
      try await world.fork("documents", "b.json", "--json").line.hasPrefix(
        #"[{"document":"sub/b.json","blob":""#))
    try await world.fork("documents", "[").fail(64, saying: "[")
  }

  @Test("remove takes several away in one version")
  func remove() async throws {
    let world = try await Self.world()
    let outcome = try await world.fork("remove", "a.json", "sub/b.json", "--json").succeed()
    #expect(outcome.text.contains(#""documents":["a.json","sub/b.json"]"#))
    #expect(!world.exists("data/a.json") && !world.exists("data/sub"))
    #expect(try await world.git("rev-list", "--count", "HEAD").line == "4")
    #expect(try await world.isSound())
  }

  @Test("rename-document moves the bytes")
  func rename() async throws {
    let world = try await Self.world()
    let before = try await world.fork("get", "a.json").text
    try await world.fork("rename-document", "a.json", "c/d.json").succeed()
    #expect(try await world.fork("get", "c/d.json").text == before)
    #expect(
      try await world.git("show", "--format=", "--name-status", "-M", "HEAD").line.hasPrefix("R100")
    )
    #expect(try await world.isSound())
  }

  @Test("status tells what is edited")
  func status() async throws {
    let world = try await Self.world()
    try await world.fork("create", "ui").succeed()
    try await world.fork("switch", "ui").succeed()
    try await world.fork("update", "c.json", input: "1").succeed()
    try world.write("2", to: "data/c.json")
    try world.write("2", to: "data/new.json")
    try world.write("2", to: "data/readme.txt")
    try world.remove("data/a.json")
    let text = try await world.fork("status").succeed().lines
    #expect(text.first?.hasPrefix("on ui at ") == true)
    #expect(text.first?.hasSuffix(", ahead of main by 1") == true)
    #expect(
      Array(text.dropFirst()) == [
        "uncommitted changes:", "  deleted   a.json", "  modified  c.json", "  new       new.json",
        "uncommitted changes to other files:", "  new       readme.txt",
      ])
    let json = try await world.fork("status", "--json").succeed().text
    #expect(json.contains(#""edited":[{"document":"a.json","state":"deleted"},"#))
    #expect(json.contains(#""others":["readme.txt"]"#))
  }

  @Test("mistakes")
  func mistakes() async throws {
    let world = try await Self.world()
    let state = try await world.state()
    try await world.fork("get", "none.json").fail(66, saying: "none.json", "fork documents")
    try await world.fork("get", "../x").fail(64, saying: "../x")
    try await world.fork("get", ".git/config").fail(64, saying: ".git")
    try await world.fork("get", "a.json", "/none").fail(66, saying: "a.json#/none")
    try await world.fork("get", "a.json", "none").fail(64, saying: "JSON Pointer")
    try await world.fork("get", "a.json", "--fork", "none").fail(66, saying: "none")
    try await world.fork("remove", "a.json", "none.json").fail(66, saying: "none.json")
    try await world.fork("remove", ".git/config").fail(64, saying: ".git")
    try await world.fork("remove").fail(64, saying: "<document>")
    try await world.fork("remove", "a.json", "--expect", "main~1").fail(75, saying: "try")
    try await world.fork("rename-document", "none.json", "x.json").fail(66, saying: "none.json")
    try await world.fork("rename-document", "a.json", "sub/b.json").fail(73, saying: "sub/b.json")
    try await world.fork("rename-document", "a.json", "../x.json").fail(64, saying: "../x.json")
    #expect(try await world.state() == state)
  }
}
