import Testing

@Suite("fork log, show and schema")
struct HistoryTests {
  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#)
      try await sandbox.play(
        "fork update a.json --set /a=2", "fork update a.json --set /b=2",
        "fork update a.json --fork ui --set /a=3", "fork merge ui -m together")
      return sandbox
    }
  }

  @Test("log lists every version, newest first")
  func log() async throws {
    let sandbox = try await Self.sandbox()
    #expect(
      try await sandbox.fork("log").succeed().lines.count
        == Int(sandbox.git("rev-list", "--count", "main").line))
    let newest = try await sandbox.fork("log", "-n", "1", "--json").succeed().line
    let commit = try await sandbox.git("rev-parse", "main").line
    #expect(newest.hasPrefix(#"{"commit":"\#(commit)","parents":["#))
    #expect(newest.contains(#""fork":"main","version":""#))
    #expect(newest.hasSuffix(#""message":"together","documents":["a.json"]}"#))
    #expect(try await sandbox.fork("log", "--graph").succeed().text.contains("| * "))
  }

  @Test("an entry of a log whose commit is gone is named, and blocks nothing else")
  func missingCommit() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.set("/a=4", on: "main")
    let gone = try await sandbox.git("rev-parse", "main").line
    try await sandbox.play("git reset -q --hard HEAD~", "fork update a.json --set /a=5")
    try sandbox.remove("data/.git/objects/\(gone.prefix(2))/\(gone.dropFirst(2))")
    for revision in ["main@{2}", "@{2}", "main@{2}~1"] {
      try await sandbox.fork("show", revision)
        .fail(
          66, printing: "'refs/heads/main' names the commit \(gone), which is not in the repository"
        )
    }
    try await sandbox.fork("show", "main@{99}").fail(66, printing: "has no entry 99")
    try await sandbox.fork("show", String(gone.prefix(8))).fail(
      66, printing: "there is no revision")
    for command in ["log", "list", "status", "undo"] { try await sandbox.fork(command).succeed() }
    let parent = try await sandbox.git("rev-parse", "main~1").line
    try sandbox.remove("data/.git/objects/\(parent.prefix(2))/\(parent.dropFirst(2))")
    for command in ["log", "blame a.json", "show main~1"] {
      try await sandbox.run("fork", command.split(separator: " ").map(String.init), in: "data")
        .fail(66, printing: "an object is missing from the repository (\(parent))")
    }
    try await sandbox.play("fork get a.json", "fork update a.json --set /a=6")
  }

  @Test("show lists the decisions of a merge")
  func show() async throws {
    let sandbox = try await Self.sandbox()
    let shown = try await sandbox.fork("show", "--json").succeed().line
    #expect(
      shown.contains(
        #""changes":[{"document":"a.json","op":"replace","pointer":"/a","old":2,"new":3}]"#))
    #expect(shown.contains(#""merge":{"resolved":[{"document":"a.json","pointer":"/a""#))
    #expect(shown.hasSuffix(#""conflicts":[],"same":true}}"#))
    try await sandbox.fork("show", "main~1").prints("/b  1 -> 2")
  }

  @Test("schema check warns of a pattern that matches no document, with its position")
  func unmatchedPattern() async throws {
    let sandbox = try await Sandbox.withRepository()
    let schema =
      "{\n  \"x-documents\": {\n    \"b*.json\": {}, \"nte/*.json\": {}, \"*.json\": {}\n  }\n}"
    try sandbox.write(schema, to: "data/.fork/schema.json")
    try sandbox.write("{}", to: "data/b.json")
    let text = try await sandbox.fork("schema", "check").succeed().text
    #expect(
      text.contains(
        ".fork/schema.json:3:20: warning: /x-documents/nte~1*.json: it matches no document\n"))
    #expect(text.components(separatedBy: "warning").count == 2)
  }

  @Test("schema check reads the work tree: schema and documents")
  func schemaCheck() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    #expect(
      try await sandbox.fork("schema", "check", "--json").succeed().line.contains(#""problems":[]"#)
    )
    try sandbox.write("{\n  \"a\": }", to: "data/b.json")
    #expect(try await sandbox.fork("schema", "check").expect(status: 1).text.contains("b.json:2:8"))
    try sandbox.write(
      #"{"x-documents":{"a.json":{"x-merge":"textMerg"}}}"#, to: "data/.fork/schema.json")
    try await sandbox.fork("schema", "check").prints("textMerg", ".fork/schema.json:1:", status: 65)
  }
}
