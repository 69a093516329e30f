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

  @Test("a push of what the remote holds already remembers that it does")
  func pushedUnseen() async throws {
    let (world, _) = try await World.withHub(.path)
    try await world.fork("update", "a.json", input: "7").succeed()
    try await world.git("push", "-q", world.path("hub.git"), "main").succeed()
    let tip = try await world.git("rev-parse", "main").line
    #expect(try await world.git("rev-parse", "origin/main").line != tip)
    try await world.fork("push").succeed()
    #expect(try await world.git("rev-parse", "origin/main").line == tip)
  }

  @Test("a pull that fails after it has fetched says so")
  func pull() async throws {
    let (world, _) = try await World.withHub(.path)
    try await world.fork("update", "a.json", in: "hub.git", input: #"{"far":1}"#).succeed()
    try world.write(#"{"near":1}"#, to: "data/a.json")
    let before = try await world.git("rev-parse", "origin/main").line
    try await world.fork("pull").fail(
      73, saying: "no fork was changed here; the versions of 'origin' were fetched")
    #expect(try await world.git("rev-parse", "origin/main").line != before)
  }

  @Test(
    "packs that pile up are packed together, where git would",
    arguments: ["fetch", "update", "off"])
  func packing(command: String) async throws {
    let (world, _) = try await World.withHub(.path)
    let hook = "#!/bin/sh\ntouch '\(world.path("hook-ran"))'\n"
    try world.write(hook, to: "data/.git/hooks/pre-auto-gc")
    try await world.run("chmod", ["+x", "data/.git/hooks/pre-auto-gc"], in: ".").succeed()
    try await world.git("config", "gc.autoDetach", "false").succeed()
    for value in 1...3 {
      try await world.fork("update", "a.json", "--set", "/a=\(value)").succeed()
      try await world.git("repack", "-q").succeed()
    }
    try await world.git("config", "gc.autoPackLimit", "1").succeed()
    if command == "off" { try await world.git("config", "maintenance.auto", "false").succeed() }
    let tips = try await world.git("for-each-ref", "refs/heads").text
    let arguments = command == "fetch" ? ["fetch"] : ["update", "a.json", "--set", "/a=4"]
    try await world.run("fork", arguments, in: "data").succeed()
    let count = try await world.git("count-objects", "-v").lines.first { $0.hasPrefix("packs: ") }
    #expect(command == "off" ? count != "packs: 1" : count == "packs: 1")
    #expect(!world.exists("hook-ran"))
    let isMoved = try await world.git("for-each-ref", "refs/heads").text != tips
    #expect(isMoved == (command != "fetch"))
    try await world.git("fsck", "--strict").succeed()
    try await world.fork("undo").succeed()
  }

  @Test("packs that pile up are said where git is not installed; git gc ends it")
  func packs() async throws {
    let (world, _) = try await World.withHub(.path)
    try await world.git("config", "gc.writeCommitGraph", "false").succeed()
    for value in 1...2 {
      try await world.fork("update", "a.json", "--set", "/a=\(value)").succeed()
      try await world.git("repack", "-q").succeed()
    }
    try await world.git("config", "gc.autoPackLimit", "1").succeed()
    let bare = ["PATH": world.path("home")]
    func talk(_ command: String) async throws -> String {
      try await world.fork(command, environment: bare).succeed().talk
    }
    #expect(try await talk("fetch").contains("'git gc'"))
    #expect(try await talk("pull").contains("'git gc'"))
    #expect(try await talk("exchange").contains("'git gc'"))
    #expect(try await !talk("exchange").contains("'git gc'"))
    try await world.git("config", "gc.auto", "0").succeed()
    #expect(try await !talk("fetch").contains("'git gc'"))
    try await world.git("config", "--unset", "gc.auto").succeed()
    try await world.git("gc", "-q").succeed()
    #expect(try await talk("fetch").isEmpty)
  }
}
