import Testing

@Suite("the scripts of the readme")
struct CounterTests {
  @Test("three processes increment one counter, while others change the same document")
  func counter() async throws {
    let readme = try ManualTests.text("README.md")
    let start = try #require(readme.range(of: "increment() {"))
    let end = try #require(readme.range(of: "```", range: start.lowerBound..<readme.endIndex))
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "note.json", input: #"{"views":0,"n":0}"#).succeed()
    let script = """
      fork() { "\(Sandbox.program)" "$@"; }
      (for n in 1 2 3; do fork update note.json --set /n=$n -q; done) &
      \(readme[start.lowerBound..<end.lowerBound])
      """
    try await sandbox.run("bash", ["-c", script], in: "data").succeed()
    #expect(try await sandbox.fork("get", "note.json").line == #"{"views":15,"n":3}"#)
  }

  @Test("what is asked of many documents, and a change that none matches")
  func documents() async throws {
    let sandbox = try await Sandbox.withRepository()
    for (name, owner) in [("a", "ada"), ("b", "bob")] {
      try await sandbox.fork("update", "f/\(name).json", input: #"{"owner":"\#(owner)"}"#).succeed()
    }
    let condition = #"/owner="ada""#
    #expect(
      try await sandbox.fork("documents", "--where", condition, "--count").succeed().line == "1")
    #expect(
      try await sandbox.fork("documents", "--where", condition, "--json").succeed().line
        .hasPrefix(#"[{"document":"f/a.json","blob":""#))
    #expect(
      try await sandbox.fork("documents", "--where", "/owner>\"x\"", "--json").succeed().line
        == "[]")
    #expect(
      try await sandbox.fork("get", "f/*", "/owner").succeed().lines.last
        == #"{"document":"f/b.json","pointer":"/owner","value":"bob"}"#)
    try await sandbox.fork("update", "f/*", "--move", "/owner=/team", "--dry-run").prints(
      "would update 2 documents on main")
    try await sandbox.fork("update", "f/*", "--where", "/onwer", "--set", "/a=1")
      .fail(66, printing: "/onwer", "did you mean /owner?")
    try await sandbox.fork("update", "f/*", "--where", "/owner=ada", "--set", "/a=1")
      .fail(65, printing: #"--where '/owner="ada"'"#)
    try await sandbox.fork("update", "f/a.json", "--test", "/owner=1", "--set", "/a=1", "--json")
      .fail(75, printing: #""value":"ada""#)
    try await sandbox.fork("update", "f/a.json", "--set", "/onwer=1", "--must-exist")
      .fail(65, printing: "did you mean /owner?")
    try await sandbox.fork("update", "f/*", "--through", "exit 2").fail(74, printing: "status 2")
    #expect(
      try await sandbox.fork("log", "--where", condition).succeed().lines.last == "  + f/a.json")
  }
}
