import ForkedTestSupport
import Testing

@Suite("leftovers of remotes in a repository")
struct RemoteUpkeepTests {
  @Test("removing a remote restores the configuration")
  func configuration() async throws {
    let sandbox = try await Sandbox.withRepository()
    let before = try sandbox.read("data/.git/config")
    try await sandbox.play(
      "fork remote add a.b ../hub", "git config branch.main.remote a.b",
      "git config branch.main.merge refs/heads/main", "fork remote remove a.b")
    #expect(try sandbox.read("data/.git/config") == before)
    try await sandbox.play(
      "fork remote add origin ../hub", "git config branch.main.remote origin",
      "git config branch.main.description kept", "fork remote remove origin")
    #expect(
      try sandbox.read("data/.git/config") == before + "[branch \"main\"]\n\tdescription = kept\n")
  }

  @Test(
    "an address that is never reached keeps neither the other remotes from being listed nor itself from going"
  )
  func badAddress() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("remote", "add", "good", "../elsewhere").succeed()
    try await sandbox.git("config", "remote.bad.url", "ext::sh -c id").succeed()
    let lines = try await sandbox.fork("remote", "list").succeed().lines
    #expect(lines.count == 2 && lines[0].hasPrefix("bad  only paths"))
    #expect(lines[1].hasPrefix("good  ") && lines[1].hasSuffix("/elsewhere"))
    let report = try await sandbox.fork("remote", "list", "--json").succeed().text
    #expect(report.hasPrefix(#"[{"remote":"bad","problem":"only paths"#))
    try await sandbox.fork("fetch", "bad").fail(65, printing: "only paths")
    try await sandbox.fork("remote", "remove", "bad").succeed()
    try await sandbox.fork("remote", "remove", "bad").fail(66, printing: "bad")
    #expect(try await sandbox.fork("remote", "list").succeed().lines.count == 1)
  }

  @Test("a push of versions that the remote has already is remembered")
  func pushedUnseen() async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    try await sandbox.fork("update", "a.json", input: "7").succeed()
    try await sandbox.git("push", "-q", sandbox.path("hub.git"), "main").succeed()
    let tip = try await sandbox.git("rev-parse", "main").line
    #expect(try await sandbox.git("rev-parse", "origin/main").line != tip)
    try await sandbox.fork("push").succeed()
    #expect(try await sandbox.git("rev-parse", "origin/main").line == tip)
  }

  @Test("a pull that fails after it has fetched reports so")
  func pull() async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    try await sandbox.fork("update", "a.json", in: "hub.git", input: #"{"far":1}"#).succeed()
    try sandbox.write(#"{"near":1}"#, to: "data/a.json")
    let before = try await sandbox.git("rev-parse", "origin/main").line
    try await sandbox.fork("pull").fail(
      73, printing: "no fork was changed here; the versions of 'origin' were fetched")
    #expect(try await sandbox.git("rev-parse", "origin/main").line != before)
  }

  @Test(
    "many packs are packed together, if git would do so",
    arguments: ["fetch", "update", "off"])
  func packing(command: String) async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    let hook = "#!/bin/sh\ntouch '\(sandbox.path("hook-ran"))'\n"
    try await sandbox.writeProgram(hook, to: "data/.git/hooks/pre-auto-gc")
    try await sandbox.git("config", "gc.autoDetach", "false").succeed()
    for value in 1...3 {
      try await sandbox.play("fork update a.json --set '/a=\(value)'", "git repack -q")
    }
    try await sandbox.git("config", "gc.autoPackLimit", "1").succeed()
    if command == "off" { try await sandbox.git("config", "maintenance.auto", "false").succeed() }
    let tips = try await sandbox.git("for-each-ref", "refs/heads").text
    let arguments = command == "fetch" ? ["fetch"] : ["update", "a.json", "--set", "/a=4"]
    try await sandbox.run("fork", arguments, in: "data", environment: GitSettings.none).succeed()
    let count = try await sandbox.git("count-objects", "-v").lines.first { $0.hasPrefix("packs: ") }
    #expect(command == "off" ? count != "packs: 1" : count == "packs: 1")
    #expect(!sandbox.exists("hook-ran"))
    let isMoved = try await sandbox.git("for-each-ref", "refs/heads").text != tips
    #expect(isMoved == (command != "fetch"))
    try await sandbox.play("git fsck --strict", "fork undo")
  }

  @Test("many packs are reported if git is not installed; git gc ends it")
  func packs() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(#"{"a":0}"#)
    try await sandbox.git("config", "gc.writeCommitGraph", "false").succeed()
    for value in 1...2 {
      try await sandbox.play("fork update a.json --set '/a=\(value)'", "git repack -q")
    }
    try await sandbox.git("config", "gc.autoPackLimit", "1").succeed()
    let bare = GitSettings.none.merging(["PATH": sandbox.path("home")]) { $1 }
    func errorText(_ value: Int) async throws -> String {
      try await sandbox.fork("update", "a.json", input: "\(value)", environment: bare).succeed()
        .errorText
    }
    #expect(try await errorText(11).contains("'git gc'"))
    try await sandbox.git("config", "gc.auto", "0").succeed()
    #expect(try await !errorText(12).contains("'git gc'"))
    try await sandbox.play("git config --unset gc.auto", "git gc -q")
    #expect(try await errorText(13).isEmpty)
  }
}
