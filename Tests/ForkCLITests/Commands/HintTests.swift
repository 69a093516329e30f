import Testing

@testable import ForkCLI

@Suite("hints for common mistakes")
struct HintTests {
  @Test("a command of git's with another name: the equivalent")
  func gitCommands() {
    for (command, equivalent) in [
      ("add", "fork update"), ("branch", "fork create"), ("checkout", "fork switch"),
      ("cherry-pick", "fork restore"), ("commit", "fork update -m"), ("rebase", "fork merge"),
      ("stash", "fork switch -c"), ("tag", "git tag"),
      ("query", "fork get"), ("grep", "git grep"), ("ls", "fork documents"), ("cat", "fork get"),
      ("export", "fork get"), ("history", "fork log"), ("rev-parse", "git rev-parse"),
    ] {
      #expect(Habits.hint(for: [command, "x"])?.contains(equivalent) == true, "\(command)")
    }
  }

  @Test("options that git has: the equivalent, with the given arguments")
  func gitOptions() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    for (command, equivalent) in [
      ("commit -a -m x", "fork update -m x"), ("branch -d ui", "fork delete ui"),
      ("checkout -b x", "fork switch -c x"), ("delete -D ui", "fork delete --force ui"),
      ("diff --cached", "nothing is staged"), ("update -a", "records all documents"),
      ("push --force", "never forces"), ("reset --hard ui", "fork reset --to ui"),
    ] {
      let outcome = try await sandbox.run(
        "fork", command.split(separator: " ").map(String.init), in: "data")
      try outcome.fail(64, printing: equivalent)
    }
  }

  @Test(
    "forms of git's that do the same: ranges, -5, --oneline, switch -c, a pointer behind a document"
  )
  func gitForms() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
    try await sandbox.set("/a=2", in: "a.json", on: "ui")
    try await sandbox.set("/b=2", in: "a.json", on: "main")
    #expect(try await sandbox.fork("diff", "main..ui", "--json").succeed().lines.count == 2)
    #expect(try await sandbox.fork("diff", "main...ui", "--json").succeed().lines.count == 1)
    #expect(try await sandbox.fork("log", "-2", "--oneline").succeed().lines.count == 2)
    #expect(try await sandbox.fork("log", "a.json", "/b").succeed().lines.count == 1)
    #expect(try await sandbox.fork("log", "ui", "a.json", "/a").succeed().lines.count == 2)
    #expect(try await sandbox.fork("blame", "a.json", "/b").succeed().lines.count == 1)
    try await sandbox.fork("switch", "-c", "new").succeed()
    #expect(try await sandbox.git("branch", "--show-current").succeed().line == "new")
    try await sandbox.fork("switch", "-c", "ui").fail(73, printing: "already exists")
  }

  @Test("a document that exists on another fork")
  func otherFork() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    try await sandbox.put("2", at: "b.json", on: "ui")
    try await sandbox.fork("get", "b.json").fail(66, printing: "on fork 'ui'", "--fork ui")
  }

  @Test("a detached HEAD: the way in which the command takes a fork")
  func detached() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    try await sandbox.git("checkout", "-q", "--detach").succeed()
    for (arguments, way) in [
      (["merge", "ui"], "--into"), (["get", "a.json", "--fork", "x"], "create x"),
      (["revert", "ui"], "--fork"), (["update", "a.json", "--set", "/a=1"], "--fork"),
      (["sync"], "as an argument"),
    ] {
      try await sandbox.run("fork", arguments, in: "data").fail(66, printing: way)
    }
  }

  @Test("a fork of a remote that was not fetched, no terminal, and a page on standard output")
  func merging() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"n":0}"#, schema: #"{"x-default-merge":"manual"}"#)
    try await sandbox.fork("remote", "add", "origin", "../hub.git").succeed()
    try await sandbox.fork("merge", "origin/w2").fail(66, printing: "fork fetch origin")
    try await sandbox.set("/n=1", on: "main")
    try await sandbox.set("/n=2", on: "ui")
    try await sandbox.fork("merge", "-i", "ui").fail(
      64, printing: "fork merge ui --resolve 'a.json#/n=ours'", "fork merge ui --from <file>")
    try await sandbox.fork("merge", "ui", "--html", "-").fail(64, printing: "page.html")
    #expect(!sandbox.exists("data/-"))
  }

  @Test("a lock that git left behind: how to remove it, and nothing else")
  func leftLock() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("", to: "data/.git/index.lock")
    let failed = try await sandbox.fork("update", "a.json", input: "1")
    try failed.fail(75, printing: "if no git is running, remove it: rm ")
    #expect(!failed.errorText.contains("try again"), "\(failed)")
  }
}
