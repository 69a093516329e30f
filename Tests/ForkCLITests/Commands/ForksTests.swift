import Testing

@Suite("forks: list, rename, delete, switch")
struct ForksTests {
  @Test("list compares each with main")
  func list() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.play("fork create old", "fork create both")
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    try await sandbox.play("fork create same", "fork create new")
    try await sandbox.fork("update", "a.json", "--fork", "new", input: "2").succeed()
    try await sandbox.fork("update", "b.json", "--fork", "both", input: "2").succeed()
    let text = try await sandbox.fork("list").succeed().lines
    #expect(text.map { $0.split(separator: " ").suffix(3).joined(separator: " ") }.count == 5)
    #expect(text[0].hasSuffix("diverged: ahead by 1, behind by 1"))
    #expect(text[1].hasPrefix("* main"))
    #expect(text[2].hasSuffix("ahead by 1"))
    #expect(text[3].hasSuffix("behind by 1"))
    #expect(text[4].hasSuffix("same as main"))
    let tip = try await sandbox.git("rev-parse", "new").line
    try await sandbox.fork("list", "--json").prints(
      #"{"fork":"new","commit":"\#(tip)","ahead":1,"behind":0,"current":false}"#)
  }

  @Test("switch updates the work tree")
  func switchFork() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("create", "ui").succeed()
    try await sandbox.fork("update", "a.json", "--fork", "ui", input: "1").succeed()
    try await sandbox.fork("switch", "ui").succeed()
    #expect(try sandbox.read("data/a.json") == "1")
    #expect(try await sandbox.isSound())
    try await sandbox.fork("switch", "main").succeed()
    #expect(!sandbox.exists("data/a.json"))
  }

  @Test("switch in a bare repository")
  func switchBare() async throws {
    let sandbox = try await Sandbox.withRepository(bare: true)
    try await sandbox.play("fork create ui", "fork switch ui")
    #expect(try await sandbox.git("symbolic-ref", "--short", "HEAD").line == "ui")
  }

  @Test(
    "a name too long for the file system: the fork keeps the one it has",
    arguments: [(251, 74), (256, 65)])
  func renameTooLong(length: Int, status: Int32) async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("create", "side").succeed()
    let state = try await sandbox.state()
    let name = String(repeating: "a", count: length)
    try await sandbox.fork("rename", "side", name).fail(status, printing: "File name too long")
    try await sandbox.fork("create", name).fail(status, printing: "File name too long")
    #expect(try await sandbox.state() == state)
    #expect(!sandbox.exists("data/.git/logs/refs/heads/\(name)"))
    let longest = String(name.prefix(250))
    try await sandbox.fork("rename", "side", longest).succeed()
    try await sandbox.fork("update", "a.json", "--fork", longest, input: "1").succeed()
    try await sandbox.fork("delete", "--force", longest).succeed()
    #expect(try await sandbox.isSound())
  }

  @Test("rename; main may be renamed too, and stays the main fork")
  func rename() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.play("fork create ui", "fork rename ui device", "fork rename main trunk")
    #expect(
      try await sandbox.git("for-each-ref", "refs/heads", "--format=%(refname:short)").lines == [
        "device", "trunk",
      ])
    #expect(try await sandbox.git("symbolic-ref", "--short", "HEAD").line == "trunk")
    #expect(try await sandbox.fork("list").succeed().lines.last?.hasSuffix("main") == true)
    #expect(try await sandbox.isSound())
  }

  @Test("delete refuses to lose versions")
  func delete() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("create", "ui").succeed()
    try await sandbox.fork("update", "a.json", "--fork", "ui", input: "1").succeed()
    let state = try await sandbox.state()
    try await sandbox.fork("delete", "ui").fail(
      1, printing: "a version", "fork merge ui", "--force")
    try await sandbox.fork("delete", "main").fail(64, printing: "main")
    try await sandbox.fork("delete", "main", "--force").fail(64, printing: "main")
    #expect(try await sandbox.state() == state)
    try await sandbox.play(
      "fork create copy --from ui", "fork delete ui", "fork delete copy --force")
    #expect(
      try await sandbox.git("for-each-ref", "refs/heads", "--format=%(refname:short)").lines == [
        "main"
      ])
  }

  @Test("the current fork is never deleted")
  func deleteCurrent() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.play("fork create ui", "fork switch ui")
    try await sandbox.fork("delete", "ui").fail(64, printing: "current")
    try await sandbox.play("fork switch main", "git worktree add -q ../ui ui")
    try await sandbox.fork("delete", "ui").fail(64, printing: "current")
    try await sandbox.fork("switch", "ui").fail(64, printing: "another work tree")
  }

  @Test("a repository without a version")
  func unborn() async throws {
    let sandbox = try await Sandbox.withGit()
    #expect(try await sandbox.fork("list").succeed().text.isEmpty)
    #expect(try await sandbox.fork("documents").succeed().text.isEmpty)
    try await sandbox.fork("status").succeed()
    try await sandbox.fork("create", "ui").fail(66, printing: "no version")
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    #expect(try await sandbox.isSound())
  }
}
