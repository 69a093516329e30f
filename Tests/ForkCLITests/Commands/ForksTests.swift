import Testing

@Suite("forks: create, list, rename, delete, switch")
struct ForksTests {
  @Test("create starts where HEAD stands, or where one says")
  func create() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: "1").succeed()
    let head = try await world.git("rev-parse", "HEAD").line
    let outcome = try await world.fork("create", "ui", "--json").succeed()
    #expect(outcome.line == #"{"fork":"ui","commit":"\#(head)"}"#)
    try await world.fork("create", "early", "--from", "main~1").succeed()
    let early = try await world.git("rev-parse", "early", "main~1").lines
    #expect(early.first == early.last)
    #expect(try await world.git("symbolic-ref", "--short", "HEAD").line == "main")
  }

  @Test("list tells how each stands to main")
  func list() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "old").succeed()
    try await world.fork("create", "both").succeed()
    try await world.fork("update", "a.json", input: "1").succeed()
    try await world.fork("create", "same").succeed()
    try await world.fork("create", "new").succeed()
    try await world.fork("update", "a.json", "--fork", "new", input: "2").succeed()
    try await world.fork("update", "b.json", "--fork", "both", input: "2").succeed()
    let text = try await world.fork("list").succeed().lines
    #expect(text.map { $0.split(separator: " ").suffix(3).joined(separator: " ") }.count == 5)
    #expect(text[0].hasSuffix("diverged: ahead by 1, behind by 1"))
    #expect(text[1].hasPrefix("* main"))
    #expect(text[2].hasSuffix("ahead by 1"))
    #expect(text[3].hasSuffix("behind by 1"))
    #expect(text[4].hasSuffix("same as main"))
    let tip = try await world.git("rev-parse", "new").line
    let json = try await world.fork("list", "--json").succeed().text
    #expect(
      json.contains(
        #"{"fork":"new","commit":"\#(tip)","ahead":1,"behind":0,"current":false}"#))
  }

  @Test("switch takes the work tree along")
  func switchFork() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "ui").succeed()
    try await world.fork("update", "a.json", "--fork", "ui", input: "1").succeed()
    try await world.fork("switch", "ui").succeed()
    #expect(try world.read("data/a.json") == "1")
    #expect(try await world.isSound())
    try world.write("2", to: "data/a.json")
    let state = try await world.state()
    try await world.fork("switch", "main").fail(73, saying: "a.json", "fork update")
    #expect(try await world.state() == state)
    #expect(try world.read("data/a.json") == "2")
    try await world.fork("update").succeed()
    try await world.fork("switch", "main").succeed()
    #expect(!world.exists("data/a.json"))
  }

  @Test("switch in a bare repository")
  func switchBare() async throws {
    let world = try await World.withRepository(bare: true)
    try await world.fork("create", "ui").succeed()
    try await world.fork("switch", "ui").succeed()
    #expect(try await world.git("symbolic-ref", "--short", "HEAD").line == "ui")
  }

  @Test(
    "a name too long for the file system: the fork keeps the one it has",
    arguments: [(251, 74), (256, 65)])
  func renameTooLong(length: Int, status: Int32) async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "side").succeed()
    let state = try await world.state()
    let name = String(repeating: "a", count: length)
    try await world.fork("rename", "side", name).fail(status, saying: "File name too long")
    try await world.fork("create", name).fail(status, saying: "File name too long")
    #expect(try await world.state() == state)
    #expect(!world.exists("data/.git/logs/refs/heads/\(name)"))
    let longest = String(name.prefix(250))
    try await world.fork("rename", "side", longest).succeed()
    try await world.fork("update", "a.json", "--fork", longest, input: "1").succeed()
    try await world.fork("delete", "--force", longest).succeed()
    #expect(try await world.isSound())
  }

  @Test("rename; main may be renamed too, and stays the main fork")
  func rename() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "ui").succeed()
    try await world.fork("rename", "ui", "device").succeed()
    try await world.fork("rename", "main", "trunk").succeed()
    #expect(
      try await world.git("for-each-ref", "refs/heads", "--format=%(refname:short)").lines == [
        "device", "trunk",
      ])
    #expect(try await world.git("symbolic-ref", "--short", "HEAD").line == "trunk")
    #expect(try await world.fork("list").succeed().lines.last?.hasSuffix("main") == true)
    #expect(try await world.isSound())
  }

  @Test("delete keeps what would be lost")
  func delete() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "ui").succeed()
    try await world.fork("update", "a.json", "--fork", "ui", input: "1").succeed()
    let state = try await world.state()
    try await world.fork("delete", "ui").fail(1, saying: "a version", "fork merge ui", "--force")
    try await world.fork("delete", "main").fail(64, saying: "main")
    try await world.fork("delete", "main", "--force").fail(64, saying: "main")
    #expect(try await world.state() == state)
    try await world.fork("create", "copy", "--from", "ui").succeed()
    try await world.fork("delete", "ui").succeed()
    try await world.fork("delete", "copy", "--force").succeed()
    #expect(
      try await world.git("for-each-ref", "refs/heads", "--format=%(refname:short)").lines == [
        "main"
      ])
  }

  @Test("the current fork is never deleted")
  func deleteCurrent() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "ui").succeed()
    try await world.fork("switch", "ui").succeed()
    try await world.fork("delete", "ui").fail(64, saying: "current")
    try await world.fork("switch", "main").succeed()
    try await world.git("worktree", "add", "-q", "../ui", "ui").succeed()
    try await world.fork("delete", "ui").fail(64, saying: "current")
    try await world.fork("switch", "ui").fail(64, saying: "another work tree")
  }

  @Test("mistakes")
  func mistakes() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "ui").succeed()
    let state = try await world.state()
    try await world.fork("create", "ui").fail(73, saying: "'ui'")
    try await world.fork("create", "u i").fail(64, saying: "u i")
    try await world.fork("create", "ui/x").fail(73, saying: "ui")
    try await world.fork("create", "x", "--from", "nowhere").fail(66, saying: "nowhere")
    try await world.fork("create").fail(64, saying: "<fork>")
    try await world.fork("rename", "none", "x").fail(66, saying: "none")
    try await world.fork("rename", "ui", "main").fail(73, saying: "main")
    try await world.fork("delete", "none").fail(66, saying: "none")
    try await world.fork("switch", "none").fail(66, saying: "none")
    for command in ["list", "status", "documents"] {
      try await world.fork(command, in: ".").fail(66, saying: "fork init")
    }
    try await world.fork("lsit").fail(64, saying: "lsit")
    try await world.fork("-C", "none", "list").fail(66, saying: "none")
    #expect(try await world.state() == state)
  }

  @Test("a repository without a version")
  func unborn() async throws {
    let world = try World()
    try await world.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    #expect(try await world.fork("list").succeed().text.isEmpty)
    #expect(try await world.fork("documents").succeed().text.isEmpty)
    try await world.fork("status").succeed()
    try await world.fork("create", "ui").fail(66, saying: "no version")
    try await world.fork("update", "a.json", input: "1").succeed()
    #expect(try await world.isSound())
  }
}
