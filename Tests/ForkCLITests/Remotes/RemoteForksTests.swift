import Testing

@Suite("forks that a remote has")
struct RemoteForksTests {
  /// `data` and its clone `other`, whose remote has `feat` with a version of its own.
  private func clone() async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(#"{"a":1}"#)
    try await sandbox.fork("create", "feat").succeed()
    try await sandbox.put(#"{"a":2}"#, on: "feat")
    try await sandbox.fork("clone", "data", "other", in: ".").succeed()
    return sandbox
  }

  @Test("switch creates the fork from the remote's, follows it, and exchange publishes nothing")
  func switchFork() async throws {
    let sandbox = try await clone()
    let feat = try await sandbox.git("rev-parse", "feat").line
    try sandbox.write(#"{"b":1}"#, to: "other/b.json")
    try await sandbox.fork("update", "-m", "private", in: "other").succeed()
    try await sandbox.fork("switch", "feat", in: "other").prints("created feat from origin/feat")
    #expect(try await sandbox.git("rev-parse", "HEAD", in: "other").line == feat)
    #expect(try sandbox.read("other/a.json") == #"{"a":2}"#)
    let upstream = try await sandbox.git("rev-parse", "--abbrev-ref", "feat@{u}", in: "other")
    #expect(upstream.line == "origin/feat")
    try await sandbox.fork("exchange", "--fork", "feat", in: "other").succeed()
    #expect(try await sandbox.git("rev-parse", "feat").line == feat)
  }

  @Test("a failed switch creates no fork")
  func failedSwitch() async throws {
    let sandbox = try await clone()
    try sandbox.write(#"{"a":9}"#, to: "other/a.json")
    try await sandbox.fork("switch", "feat", in: "other").expect(status: 73)
    #expect(try await sandbox.git("branch", "--list", "feat", in: "other").text.isEmpty)
  }

  @Test("a fork that was created by switch, and deleted at the remote since, does not come back")
  func deleted() async throws {
    let sandbox = try await clone()
    try await sandbox.play("fork switch feat", "fork switch main", in: "other")
    try await sandbox.git("branch", "-D", "feat").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    #expect(try await sandbox.git("branch", "--list", "feat").text.isEmpty)
    #expect(try await sandbox.git("branch", "--list", "feat", in: "other").text.isEmpty)
  }

  @Test("create refuses the name of a remote's fork, unless --from says where it starts")
  func create() async throws {
    let sandbox = try await clone()
    try await sandbox.fork("create", "feat", in: "other")
      .fail(73, printing: "origin/feat", "fork switch feat", "--from")
    #expect(try await sandbox.git("branch", "--list", "feat", in: "other").text.isEmpty)
    try await sandbox.fork("create", "feat", "--from", "main", in: "other").succeed()
  }

  @Test("update and get of a fork that only the remote has point to it")
  func update() async throws {
    let sandbox = try await clone()
    for command in [["update", "a.json", "--set", "/a=3"], ["get", "a.json"]] {
      try await sandbox.run("fork", command + ["--fork", "feat"], in: "other")
        .fail(66, printing: "origin/feat", "fork create feat --from origin/feat")
    }
  }

  @Test("merge takes the fork of the remote")
  func merge() async throws {
    let sandbox = try await clone()
    try await sandbox.fork("merge", "feat", in: "other").prints("origin/feat")
    #expect(try sandbox.read("other/a.json") == #"{"a":2}"#)
  }

  @Test("list and status show remote forks, and how each fork stands to its remote")
  func list() async throws {
    let sandbox = try await clone()
    try await sandbox.fork("update", "a.json", "--set", "/a=3", in: "other").succeed()
    let lines = try await sandbox.fork("list", in: "other").succeed().lines
    #expect(lines.count == 2, "\(lines)")
    #expect(lines[0].hasPrefix("* main") && lines[0].hasSuffix("; ahead of origin/main by 1"))
    #expect(lines[1].hasPrefix("  origin/feat"), "\(lines)")
    #expect(lines[1].hasSuffix("diverged: ahead by 1, behind by 1"), "\(lines)")
    try await sandbox.fork("list", "--json", in: "other").prints(
      #""remote":{"fork":"origin/main","ahead":1,"behind":0}"#, #"{"fork":"origin/feat","#)
    let status = try await sandbox.fork("status", in: "other").succeed().lines
    #expect(status.contains("ahead of origin/main by 1"), "\(status)")
  }
}
