import Testing

@Suite("detached HEAD")
struct DetachedHeadTests {
  @Test("the commands that read show the commit of HEAD, as git's do")
  func reading() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"title": "old"}"#)
    try await sandbox.set(#"/title="new""#, on: "main")
    try await sandbox.git("checkout", "-q", "--detach", "main~1").succeed()
    #expect(try await sandbox.fork("get", "a.json", "/title").succeed().line == #""old""#)
    #expect(try await sandbox.fork("documents").succeed().lines.contains("a.json"))
    #expect(try await sandbox.fork("log", "a.json").succeed().lines.count == 1)
    #expect(try await sandbox.fork("log").succeed().text.contains("add a.json"))
    try await sandbox.fork("diff", "main").prints(#"/title  "new" -> "old""#)
    #expect(try await sandbox.fork("diff").succeed().text.isEmpty)
    for command in [["blame", "a.json"], ["validate"], ["schema", "show", "a.json"], ["status"]] {
      try await sandbox.run("fork", command, in: "data").succeed()
    }
  }
}
