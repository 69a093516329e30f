import Testing

@Suite("fork log, show and schema")
struct HistoryTests {
  private static func world() async throws -> World {
    let world = try await World.withTwoForks(#"{"a":1,"b":1}"#)
    try await world.set("/a=2", on: "main")
    try await world.set("/b=2", on: "main")
    try await world.set("/a=3", on: "ui")
    try await world.fork("merge", "ui", "-m", "together").succeed()
    return world
  }

  @Test("log tells every version, newest first")
  func log() async throws {
    let world = try await Self.world()
    #expect(
      try await world.fork("log").succeed().lines.count
        == Int(world.git("rev-list", "--count", "main").line))
    let newest = try await world.fork("log", "-n", "1", "--json").succeed().line
    let commit = try await world.git("rev-parse", "main").line
    #expect(newest.hasPrefix(#"{"commit":"\#(commit)","parents":["#))
    #expect(newest.contains(#""fork":"main","version":""#))
    #expect(newest.hasSuffix(#""message":"together","documents":["a.json"]}"#))
    #expect(try await world.fork("log", "--graph").succeed().text.contains("| * "))
  }

  @Test("an entry of a log whose commit is gone is named, and blocks nothing else")
  func missingCommit() async throws {
    let world = try await Self.world()
    try await world.set("/a=4", on: "main")
    let gone = try await world.git("rev-parse", "main").line
    try await world.git("reset", "-q", "--hard", "HEAD~").succeed()
    try await world.set("/a=5", on: "main")
    try world.remove("data/.git/objects/\(gone.prefix(2))/\(gone.dropFirst(2))")
    for revision in ["main@{2}", "@{2}", "main@{2}~1"] {
      try await world.fork("show", revision)
        .fail(
          66, saying: "'refs/heads/main' names the commit \(gone), which is not in the repository")
    }
    try await world.fork("show", "main@{99}").fail(66, saying: "has no entry 99")
    try await world.fork("show", String(gone.prefix(8))).fail(66, saying: "there is no revision")
    for command in ["log", "list", "status", "undo"] { try await world.fork(command).succeed() }
    let parent = try await world.git("rev-parse", "main~1").line
    try world.remove("data/.git/objects/\(parent.prefix(2))/\(parent.dropFirst(2))")
    for command in ["log", "blame a.json", "show main~1"] {
      try await world.run("fork", command.split(separator: " ").map(String.init), in: "data")
        .fail(66, saying: "an object is missing from the repository (\(parent))")
    }
    try await world.fork("get", "a.json").succeed()
    try await world.set("/a=6", on: "main")
  }

  @Test("log of a property tells the versions that changed it")
  func logOfProperty() async throws {
    let world = try await Self.world()
    #expect(try await world.fork("log", "a.json#/b").succeed().lines.count == 2)
    #expect(try await world.fork("log", "a.json#/a").succeed().lines.count == 3)
    #expect(try await world.fork("log", "a.json").succeed().lines.count == 5)
  }

  @Test("show tells what a merge decided")
  func show() async throws {
    let world = try await Self.world()
    let shown = try await world.fork("show", "--json").succeed().line
    #expect(
      shown.contains(
        #""changes":[{"document":"a.json","op":"replace","pointer":"/a","old":2,"new":3}]"#))
    #expect(shown.contains(#""merge":{"resolved":[{"document":"a.json","pointer":"/a""#))
    #expect(shown.hasSuffix(#""conflicts":[],"same":true}}"#))
    let text = try await world.fork("show", "main~1").succeed().text
    #expect(text.contains("/b  1 -> 2"))
  }

  @Test("schema show tells strategies and where they come from")
  func schemaShow() async throws {
    let world = try await World.withTwoForks(
      #"{"n":1,"list":[{"id":1}]}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#)
    let shown = try await world.fork("schema", "show", "a.json", "--json").succeed().line
    #expect(
      shown.contains(
        #"{"pointer":"/n","strategy":"counterMerge","origin":".fork/schema.json#"#))
    #expect(
      shown.contains(
        #"{"pointer":"/list","strategy":"arrayOfIdentifiableMerge","identity":["/id"],"#))
  }

  @Test("schema check looks at the work tree: schema and documents")
  func schemaCheck() async throws {
    let world = try await World.withTwoForks("{}")
    #expect(
      try await world.fork("schema", "check", "--json").succeed().line.contains(#""problems":[]"#))
    try world.write("{\n  \"a\": }", to: "data/b.json")
    #expect(try await world.fork("schema", "check").expect(status: 1).text.contains("b.json:2:8"))
    try world.write(
      #"{"x-documents":{"a.json":{"x-merge":"textMerg"}}}"#, to: "data/.fork/schema.json")
    let text = try await world.fork("schema", "check").expect(status: 65).text
    #expect(text.contains("textMerg") && text.contains(".fork/schema.json:1:"))
  }

  @Test("mistakes")
  func mistakes() async throws {
    let world = try await World.withTwoForks("{}")
    try await world.fork("log", "none.json").fail(66, saying: "none.json")
    try await world.fork("log", "a.json#/none").fail(66, saying: "/none")
    try await world.fork("log", ".git/config").fail(64)
    try await world.fork("log", "--fork", "nobody").fail(66, saying: "nobody")
    try await world.fork("show", "nothing").fail(66, saying: "nothing")
    try await world.fork("schema", "show", "none.json").fail(66, saying: "none.json")
    try await world.fork("schema", "check", "--at", "nothing").fail(66, saying: "nothing")
    try await world.fork("show", in: ".").fail(66)
  }
}
