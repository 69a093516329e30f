import Testing

@Suite("hints for the usual slips")
struct HintTests {
  @Test("a name misspelt: the nearest")
  func nearest() async throws {
    let world = try await World.withRepository()
    try await world.put("1", at: "notes/first.json")
    try await world.fork("create", "laptop").succeed()
    try await world.fork("merge", "latpop").fail(66, saying: "did you mean 'laptop'")
    try await world.fork("get", "notes/frist.json").fail(
      66, saying: "did you mean 'notes/first.json'")
    try await world.fork("show", "lpatop").fail(66, saying: "did you mean 'laptop'")
    try await world.fork("mrege", "laptop").fail(64, saying: "no command 'mrege'", "fork merge")
  }

  @Test("a command of git's with another name: the equivalent")
  func gitCommands() async throws {
    let world = try World()
    for (command, equivalent) in [
      ("add", "fork update"), ("branch", "fork create"), ("checkout", "fork switch"),
      ("cherry-pick", "fork restore"), ("commit", "fork update -m"), ("rebase", "fork merge"),
      ("stash", "fork create"), ("tag", "git tag"),
    ] {
      try await world.fork(command, "x", in: ".").fail(
        64, saying: "no command '\(command)'", equivalent)
      try await world.fork("help", command, in: ".").fail(64, saying: equivalent)
    }
  }

  @Test("a document that lives on another fork")
  func otherFork() async throws {
    let world = try await World.withTwoForks("1")
    try await world.put("2", at: "b.json", on: "ui")
    try await world.fork("get", "b.json").fail(66, saying: "on fork 'ui'", "--fork ui")
  }

  @Test("a path outside of the repository")
  func outside() async throws {
    let world = try await World.withTwoForks("1")
    for path in ["/etc/x.json", "../x.json", "../../x.json", "a/../../x.json"] {
      try await world.fork("get", path).fail(64, saying: "leads out of the repository")
    }
  }

  @Test("names that collide, and a number behind -n")
  func others() async throws {
    let world = try await World.withTwoForks("1")
    try await world.fork("create", "ui/q").fail(73, saying: "collides with another fork")
    #expect(try await world.fork("log", "-n1").succeed().lines.count == 1)
    try await world.fork("log", "-n", "x").fail(64, saying: "fork:", "'x'")
  }
}
