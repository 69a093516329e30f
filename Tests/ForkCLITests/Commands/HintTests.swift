import Testing

@Suite("hints for common mistakes")
struct HintTests {
  @Test("a misspelled name: the nearest one")
  func nearest() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("1", at: "notes/first.json")
    try await sandbox.fork("create", "laptop").succeed()
    try await sandbox.fork("merge", "latpop").fail(66, printing: "did you mean 'laptop'")
    try await sandbox.fork("get", "notes/frist.json").fail(
      66, printing: "did you mean 'notes/first.json'")
    try await sandbox.fork("show", "lpatop").fail(66, printing: "did you mean 'laptop'")
    try await sandbox.fork("mrege", "laptop").fail(64, printing: "no command 'mrege'", "fork merge")
  }

  @Test("a command of git's with another name: the equivalent")
  func gitCommands() async throws {
    let sandbox = try Sandbox()
    for (command, equivalent) in [
      ("add", "fork update"), ("branch", "fork create"), ("checkout", "fork switch"),
      ("cherry-pick", "fork restore"), ("commit", "fork update -m"), ("rebase", "fork merge"),
      ("stash", "fork create"), ("tag", "git tag"),
    ] {
      try await sandbox.fork(command, "x", in: ".").fail(
        64, printing: "no command '\(command)'", equivalent)
      try await sandbox.fork("help", command, in: ".").fail(64, printing: equivalent)
    }
  }

  @Test("a document that exists on another fork")
  func otherFork() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    try await sandbox.put("2", at: "b.json", on: "ui")
    try await sandbox.fork("get", "b.json").fail(66, printing: "on fork 'ui'", "--fork ui")
  }

  @Test("a path outside of the repository")
  func outside() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    for path in ["/etc/x.json", "../x.json", "../../x.json", "a/../../x.json"] {
      try await sandbox.fork("get", path).fail(64, printing: "leads out of the repository")
    }
  }

  @Test("names that collide, and a number behind -n")
  func others() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    try await sandbox.fork("create", "ui/q").fail(73, printing: "collides with another fork")
    #expect(try await sandbox.fork("log", "-n1").succeed().lines.count == 1)
    try await sandbox.fork("log", "-n", "x").fail(64, printing: "fork:", "'x'")
  }
}
