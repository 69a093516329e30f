import Testing

@Suite("the pager")
struct PagerTests {
  private func history() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withTwoForks(#"{"title": "one"}"#)
      try await sandbox.fork("rename-document", "a.json", "b.json").succeed()
      return sandbox
    }
  }

  @Test("a terminal gets git's pager")
  func pager() async throws {
    let sandbox = try await history()
    func terminal(_ command: String, _ variables: [String: String]) async throws -> String {
      try await sandbox.run(
        "bash", ["-c", "script -qec \"\(Sandbox.program) \(command)\" /dev/null"], in: "data",
        environment: ["TERM": "xterm", "SHELL": "/bin/bash"].merging(variables) { $1 }
      ).text
    }
    let pager = ["GIT_PAGER": "sed s/^/paged:/"]
    for command in ["log", "diff ui main", "show", "blame b.json"] {
      #expect(try await terminal(command, pager).contains("paged:"), "\(command)")
      #expect(try await !terminal(command + " --no-pager", pager).contains("paged:"), "\(command)")
    }
    #expect(try await !terminal("list", pager).contains("paged:"))
    try await sandbox.git("config", "core.pager", "sed s/^/configured:/").succeed()
    #expect(try await terminal("log", ["PAGER": "false"]).contains("configured:"))
    #expect(try await !terminal("log", ["GIT_PAGER": "cat"]).contains("configured:"))
    try await sandbox.git("config", "pager.log", "sed s/^/own:/").succeed()
    #expect(try await terminal("log", ["PAGER": "false"]).contains("own:"))
    #expect(try await terminal("show", ["PAGER": "false"]).contains("configured:"))
    try await sandbox.git("config", "pager.log", "false").succeed()
    #expect(try await !terminal("log", pager).contains("paged:"))
    try await sandbox.git("config", "pager.log", "true").succeed()
    let missing = try await terminal("log", ["GIT_PAGER": "no-such-pager -x"])
    #expect(missing.contains("there is no program 'no-such-pager'"))
    let commit = try await sandbox.git("rev-parse", "--short=10", "HEAD").line
    #expect(missing.contains(commit), "\(missing)")
    let piped = try await sandbox.fork("log", environment: pager).succeed().text
    #expect(!piped.contains("paged:"))
  }

  @Test("a pager that is quit early ends the log without an error")
  func quitPager() async throws {
    let sandbox = try await history()
    let outcome = try await sandbox.run(
      "bash", ["-c", "script -qec '\(Sandbox.program) log; echo status $?' /dev/null"], in: "data",
      environment: ["TERM": "xterm", "SHELL": "/bin/bash", "GIT_PAGER": "true"])
    #expect(outcome.text.contains("status 0"), "\(outcome)")
  }
}
