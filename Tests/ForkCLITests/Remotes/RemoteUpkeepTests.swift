import ForkedTestSupport
import Testing

@Suite("leftovers of remotes in a repository")
struct RemoteUpkeepTests {
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
