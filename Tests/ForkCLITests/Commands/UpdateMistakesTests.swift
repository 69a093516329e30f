import Testing

@Suite("mistakes in fork update")
struct UpdateMistakesTests {
  @Test("broken JSON: document, line and column, nothing changed")
  func brokenJSON() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: #"{"a": 1}"#).succeed()
    try sandbox.write("{\n  \"a\": 1,\n  \"b\": }\n", to: "broken.json")
    let state = try await sandbox.state()
    try await sandbox.fork("update", "a.json", "../broken.json").fail(
      65, printing: "../broken.json:3:8")
    try await sandbox.fork("update", "a.json", input: #"{"a":1,"a":2}"#)
      .fail(65, printing: "standard input:1:8", "\"a\"", "line 1, column 2")
    try await sandbox.fork("update", "a.json", input: "").fail(65, printing: "standard input:1:1")
    try await sandbox.fork("update", "a.json", "none.json").fail(66, printing: "none.json")
    try await sandbox.fork("update", "a.json", ".").fail(74, printing: "'.'")
    #expect(try await sandbox.state() == state)
  }

  @Test("a path that no document may have")
  func badPath() async throws {
    let sandbox = try await Sandbox.withRepository()
    let state = try await sandbox.state()
    for path in [
      "../x", "../x.json", ".git/config", ".GIT/hooks/x.json", "a/.git/x.json", "", "/etc/x.json",
      "a/", "x\u{1}.json", "a\\b.json", "notes.txt", "git~1/x.json",
    ] {
      try await sandbox.fork("update", "--", path, "-", input: "1").fail(64)
    }
    #expect(try await sandbox.state() == state)
  }

  @Test("something else exists at the path")
  func inTheWay() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json/b.json", input: "1").succeed()
    let state = try await sandbox.state()
    try await sandbox.fork("update", "a.json", input: "1").fail(73, printing: "a directory")
    try await sandbox.fork("update", "a.json/b.json/c.json", input: "1")
      .fail(73, printing: "a.json/b.json")
    try await sandbox.fork("get", "a.json").fail(66, printing: "a directory")
    #expect(try await sandbox.state() == state)
  }

  @Test("patches that cannot be applied")
  func patches() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: #"{"a":1}"#).succeed()
    try sandbox.write(#"[{"op":"test","path":"/a","value":2}]"#, to: "test.json")
    try sandbox.write(#"{"op":"test"}"#, to: "object.json")
    try sandbox.write("[", to: "broken.json")
    let state = try await sandbox.state()
    try await sandbox.fork("update", "a.json", "--patch", "../test.json")
      .fail(75, printing: "../test.json", "operation 1")
    try await sandbox.fork("update", "a.json", "--patch", "../object.json").fail(
      65, printing: "array")
    try await sandbox.fork("update", "a.json", "--patch", "../broken.json")
      .fail(65, printing: "../broken.json:1:2")
    #expect(try await sandbox.state() == state)
  }

  @Test("edits in the work tree are never overwritten")
  func unsavedWork() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    try sandbox.write("2", to: "data/a.json")
    try sandbox.write("7", to: "data/new.json")
    let state = try await sandbox.state()
    try await sandbox.fork("update", "a.json", input: "3").fail(73, printing: "a.json")
    try await sandbox.fork("update", "new.json", input: "3").fail(73, printing: "new.json")
    try await sandbox.fork("remove", "a.json").fail(73, printing: "a.json")
    #expect(try sandbox.read("data/a.json") == "2")
    #expect(try await sandbox.state() == state)
    try await sandbox.fork("update", "a.json", "a.json").succeed()
  }

  @Test("arguments that are not UTF-8 are refused, and nothing is stored")
  func notUTF8() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    let state = try await sandbox.state()
    let edits = [#"--set-string $'/a=x\377'"#, #"--set $'/a="\377"'"#, #"--set /a=1 -m $'\377'"#]
    for arguments in edits {
      let line = "\(Sandbox.program) update a.json \(arguments)"
      let outcome = try await sandbox.run("bash", ["-c", line], in: "data")
      try outcome.fail(64, printing: "is not UTF-8")
    }
    #expect(try await sandbox.state() == state)
  }
}
