import Testing

@Suite("fork undo, reset, restore and revert")
struct UndoTests {
  private static func tips(_ sandbox: Sandbox) async throws -> [String] {
    try await sandbox.git("for-each-ref", "refs/heads").succeed().lines
  }

  @Test("undo goes back command by command, and forward again", arguments: [false, true])
  func undo(bare: Bool) async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#, bare: bare)
    var states = [try await Self.tips(sandbox)]
    func note() async throws { states.append(try await Self.tips(sandbox)) }
    try await sandbox.set("/a=2", on: "ui")
    try await note()
    try await sandbox.set("/b=2", on: "main")
    try await note()
    try await sandbox.fork("merge", "ui").succeed()
    try await note()
    try await sandbox.fork("rename", "ui", "device").succeed()
    try await note()
    try await sandbox.fork("delete", "device").succeed()
    try await note()
    try await sandbox.fork("remove", "a.json").succeed()
    for state in states.reversed() {
      try await sandbox.fork("undo").succeed()
      #expect(try await Self.tips(sandbox) == state)
    }
    for state in states.dropFirst() {
      try await sandbox.fork("undo", "--redo").succeed()
      #expect(try await Self.tips(sandbox) == state)
    }
    try await sandbox.fork("undo").succeed()
    #expect(try await Self.tips(sandbox) == states[states.count - 2])
    try await sandbox.play("git gc -q --prune=now", "fork undo --redo")
    #expect(try await sandbox.isSound(bare: bare))
  }

  @Test("one command, one undo: sync, and a dry run that updates nothing")
  func sync() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#)
    try await sandbox.set("/a=2", on: "ui")
    try await sandbox.set("/b=2", on: "main")
    let before = try await Self.tips(sandbox)
    try await sandbox.fork("sync", "--all").succeed()
    let after = try await Self.tips(sandbox)
    #expect(
      try await sandbox.fork("undo", "--dry-run").succeed().text.hasPrefix("would undo \"sync"))
    #expect(try await Self.tips(sandbox) == after)
    try await sandbox.fork("undo", "--json").prints(#""command":"sync: main""#)
    #expect(try await Self.tips(sandbox) == before)
    #expect(
      try await sandbox.fork("undo", "--list", "--json", "-n", "2").succeed().lines.count == 2)
  }

  @Test("at the beginning there is nothing to undo")
  func nothing() async throws {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.fork("undo").fail(66, printing: "nothing to undo")
    try await sandbox.fork("undo", "--redo").fail(66, printing: "nothing to redo")
  }

  @Test("the log stays out of git log --all with --exclude, and out of clones and pushes")
  func local() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let forks = try await sandbox.git("log", "--format=%s", "--branches").lines
    let all = try await sandbox.git("log", "--format=%s", "--exclude=refs/fork/*", "--all").lines
    #expect(all == forks)
    try await sandbox.play("git clone -q --bare . ../clone", "git push -q --all ../clone")
    let references = try await sandbox.git("for-each-ref", "refs/fork", in: "clone").text
    #expect(references.isEmpty)
  }

  @Test("sixteen writers at once: every command is in the log, and each undo finds its way")
  func racing() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}", bare: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<4 {
            try await sandbox.fork(
              "update", "\(writer).json", "--fork", writer % 2 == 0 ? "main" : "ui",
              input: "\(number)"
            ).succeed()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await sandbox.fork("undo", "--list", "-n", "100").succeed().text.matches(of: /update: \d/)
        .count == 32)
    for _ in 0..<8 { try await sandbox.fork("undo").succeed() }
    #expect(try await sandbox.isSound(bare: true))
  }

  @Test("reset sets a fork to any revision, with its work tree")
  func reset() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n")
    try await sandbox.fork("reset", "main", "--to", "main~1").succeed()
    #expect(try sandbox.read("data/a.json") == "1\n")
    #expect(
      try await sandbox.fork("reset", "ui", "--to", "main", "--json").succeed().line.hasSuffix(
        #""changed":false}"#))
    try await sandbox.fork("reset", "ui", "--to", "nothing").fail(66, printing: "nothing")
    try await sandbox.fork("reset", "no", "--to", "main").fail(66, printing: "no")
    #expect(try await sandbox.isSound())
  }

  @Test("restore brings back a document, or one property of it")
  func restore() async throws {
    let sandbox = try await Sandbox.withTwoForks("{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    try await sandbox.set("/a=2", on: "main")
    try await sandbox.play("fork update a.json --set /c=3", "fork restore a.json#/a --at ui")
    #expect(try await sandbox.document() == "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 3\n}\n")
    try await sandbox.fork("restore", "a.json#/c", "--at", "ui").succeed()
    #expect(try await sandbox.document() == "{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    try await sandbox.play("fork remove a.json", "fork restore a.json --at main~1")
    #expect(try sandbox.read("data/a.json") == "{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    let state = try await sandbox.state()
    try await sandbox.fork("restore", "b.json", "--at", "ui").fail(66, printing: "b.json")
    try await sandbox.fork("restore", "a.json", "--at", "never").fail(66, printing: "never")
    #expect(try await sandbox.state() == state)
  }

  @Test("revert undoes one change and keeps later ones")
  func revert() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"a":1,"n":0,"list":["x"]}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#)
    try await sandbox.play(
      #"fork update a.json --set /a=2 --set /n=5 --insert '/list/-="y"'"#,
      #"fork update a.json --set /n=7 --insert '/list/-="z"'"#, "fork revert main~1")
    #expect(try await sandbox.document() == #"{"a":1,"n":2,"list":["x","z"]}"#)
    try await sandbox.fork("revert", "main~1", "--dry-run").succeed()
    #expect(try await sandbox.document() == #"{"a":1,"n":2,"list":["x","z"]}"#)
  }

  @Test("a property that was changed again since is a conflict of a revert")
  func revertConflict() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
    try await sandbox.play("fork update a.json --set /a=2", "fork update a.json --set /a=3")
    let state = try await sandbox.state()
    try await sandbox.fork("revert", "main~1").prints("a.json#/a", "nothing was changed", status: 1)
    #expect(try await sandbox.state() == state)
    try await sandbox.fork("revert", "main~1", "--prefer", "theirs").succeed()
    #expect(try await sandbox.document() == #"{"a":1}"#)
    try await sandbox.fork("revert", "main~4").fail(64, printing: "first version")
  }

  @Test("empty directories where a document was are no obstacle, files are")
  func emptyDirectory() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.fork("remove", "a.json").succeed()
    try sandbox.write("", to: "data/a.json/x/y/untracked")
    try await sandbox.fork("undo").fail(73, printing: "a.json/x/y/untracked")
    try sandbox.remove("data/a.json/x/y/untracked")
    try await sandbox.fork("undo").succeed()
    #expect(try sandbox.read("data/a.json") == "1\n")
    #expect(try await sandbox.isSound())
  }
}
