import Testing

@Suite("what remotes leave in a repository")
struct RemoteUpkeepTests {
  @Test("a remote that is forgotten leaves the configuration as it was before")
  func configuration() async throws {
    let world = try await World.withRepository()
    let before = try world.read("data/.git/config")
    try await world.fork("remote", "add", "a.b", "../hub").succeed()
    try await world.git("config", "branch.main.remote", "a.b").succeed()
    try await world.git("config", "branch.main.merge", "refs/heads/main").succeed()
    try await world.fork("remote", "remove", "a.b").succeed()
    #expect(try world.read("data/.git/config") == before)
    try await world.fork("remote", "add", "origin", "../hub").succeed()
    try await world.git("config", "branch.main.remote", "origin").succeed()
    try await world.git("config", "branch.main.description", "kept").succeed()
    try await world.fork("remote", "remove", "origin").succeed()
    #expect(
      try world.read("data/.git/config") == before + "[branch \"main\"]\n\tdescription = kept\n")
  }

  @Test(
    "an address that is never reached keeps neither the other remotes from being listed nor itself from going"
  )
  func badAddress() async throws {
    let world = try await World.withRepository()
    try await world.fork("remote", "add", "good", "../elsewhere").succeed()
    try await world.git("config", "remote.bad.url", "ext::sh -c id").succeed()
    let lines = try await world.fork("remote", "list").succeed().lines
    #expect(lines.count == 2 && lines[0].hasPrefix("bad  only paths"))
    #expect(lines[1].hasPrefix("good  ") && lines[1].hasSuffix("/elsewhere"))
    let report = try await world.fork("remote", "list", "--json").succeed().text
    #expect(report.hasPrefix(#"[{"remote":"bad","problem":"only paths"#))
    try await world.fork("fetch", "bad").fail(65, saying: "only paths")
    try await world.fork("remote", "remove", "bad").succeed()
    try await world.fork("remote", "remove", "bad").fail(66, saying: "bad")
    #expect(try await world.fork("remote", "list").succeed().lines.count == 1)
  }

  @Test("packs that pile up are said, where git would pack them together; git gc ends it")
  func packs() async throws {
    let (world, _) = try await World.withHub(.path)
    try await world.git("config", "gc.autoPackLimit", "1").succeed()
    try await world.git("config", "gc.writeCommitGraph", "false").succeed()
    for value in 1...2 {
      try await world.fork("update", "a.json", "--set", "/a=\(value)").succeed()
      try await world.git("repack", "-q").succeed()
    }
    #expect(try await world.fork("fetch").succeed().talk.contains("'git gc'"))
    #expect(try await world.fork("pull").succeed().talk.contains("'git gc'"))
    #expect(try await world.fork("exchange").succeed().talk.contains("'git gc'"))
    #expect(try await !world.fork("exchange").succeed().talk.contains("'git gc'"))
    try await world.git("config", "gc.auto", "0").succeed()
    #expect(try await !world.fork("fetch").succeed().talk.contains("'git gc'"))
    try await world.git("config", "--unset", "gc.auto").succeed()
    try await world.git("gc", "-q").succeed()
    #expect(try await world.fork("fetch").succeed().talk.isEmpty)
  }
}
