import Testing

@Suite("fork undo, reset, restore and revert")
struct UndoTests {
  private static func tips(_ world: World) async throws -> [String] {
    try await world.git("for-each-ref", "refs/heads").succeed().lines
  }

  @Test("undo goes back command by command, and forward again", arguments: [false, true])
  func undo(bare: Bool) async throws {
    let world = try await World.withTwoForks(#"{"a":1,"b":1}"#, bare: bare)
    var states = [try await Self.tips(world)]
    func note() async throws { states.append(try await Self.tips(world)) }
    try await world.set("/a=2", on: "ui")
    try await note()
    try await world.set("/b=2", on: "main")
    try await note()
    try await world.fork("merge", "ui").succeed()
    try await note()
    try await world.fork("rename", "ui", "device").succeed()
    try await note()
    try await world.fork("delete", "device").succeed()
    try await note()
    try await world.fork("remove", "a.json").succeed()
    for state in states.reversed() {
      try await world.fork("undo").succeed()
      #expect(try await Self.tips(world) == state)
    }
    for state in states.dropFirst() {
      try await world.fork("undo", "--redo").succeed()
      #expect(try await Self.tips(world) == state)
    }
    try await world.fork("undo").succeed()
    #expect(try await Self.tips(world) == states[states.count - 2])
    try await world.git("gc", "-q", "--prune=now").succeed()
    try await world.fork("undo", "--redo").succeed()
    #expect(try await world.isSound(bare: bare))
  }

  @Test("what else moved a fork is not overrun, nor are edits in the work tree")
  func refused() async throws {
    let world = try await World.withTwoForks("1\n")
    try await world.put("2\n")
    try world.write("3\n", to: "data/a.json")
    let state = try await world.state()
    try await world.fork("undo").fail(73, saying: "a.json")
    #expect(try await world.state() == state)
    try await world.git("commit", "-qam", "by git").succeed()
    let moved = try await world.state()
    try await world.fork("undo").fail(1, saying: "something else", "fork reset main --to")
    #expect(try await world.state() == moved)
  }

  @Test("one command, one undo: sync, and a dry run that moves nothing")
  func sync() async throws {
    let world = try await World.withTwoForks(#"{"a":1,"b":1}"#)
    try await world.set("/a=2", on: "ui")
    try await world.set("/b=2", on: "main")
    let before = try await Self.tips(world)
    try await world.fork("sync", "--all").succeed()
    let after = try await Self.tips(world)
    #expect(try await world.fork("undo", "--dry-run").succeed().text.hasPrefix("would undo \"sync"))
    #expect(try await Self.tips(world) == after)
    let report = try await world.fork("undo", "--json").succeed().line
    #expect(report.contains(#""command":"sync: main""#))
    #expect(try await Self.tips(world) == before)
    #expect(try await world.fork("undo", "--list", "--json", "-n", "2").succeed().lines.count == 2)
  }

  @Test("at the beginning there is nothing to undo")
  func nothing() async throws {
    let world = try World()
    try await world.git("init", "-q", "data", in: ".").succeed()
    try await world.fork("undo").fail(66, saying: "nothing to undo")
    try await world.fork("undo", "--redo").fail(66, saying: "nothing to redo")
  }

  @Test("no date that someone gives a commit has operations forgotten")
  func futureDate() async throws {
    let world = try await World.withRepository()
    try await world.fork("create", "old").succeed()
    try await world.fork("update", "a.json", "--fork", "old", input: "1").succeed()
    let lost = try await world.git("rev-parse", "old").line
    try await world.fork("delete", "old", "--force").succeed()
    for date in ["2099-01-01T00:00:00Z", "@0 +0000", "2099-06-01T00:00:00Z"] {
      try await world.fork(
        "update", "b.json", input: date.debugDescription,
        environment: ["GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date]
      ).succeed()
    }
    try await world.git("reflog", "expire", "--expire=now", "--all").succeed()
    try await world.git("gc", "-q", "--prune=now").succeed()
    try await world.git("cat-file", "-e", lost).succeed()
    for _ in 1...4 { try await world.fork("undo").succeed() }
    #expect(try await world.git("rev-parse", "old").line == lost)
  }

  @Test("the log stays out of git log --all where it is told so, and out of clones and pushes")
  func local() async throws {
    let world = try await World.withTwoForks("1\n")
    let forks = try await world.git("log", "--format=%s", "--branches").lines
    let all = try await world.git("log", "--format=%s", "--exclude=refs/fork/*", "--all").lines
    #expect(all == forks)
    try await world.git("clone", "-q", "--bare", ".", "../clone").succeed()
    try await world.git("push", "-q", "--all", "../clone").succeed()
    let references = try await world.git("for-each-ref", "refs/fork", in: "clone").text
    #expect(references.isEmpty)
  }

  @Test("sixteen writers at once: every command is in the log, and each undo finds its way")
  func racing() async throws {
    let world = try await World.withTwoForks("{}", bare: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<4 {
            try await world.fork(
              "update", "\(writer).json", "--fork", writer % 2 == 0 ? "main" : "ui",
              input: "\(number)"
            ).succeed()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await world.fork("undo", "--list", "-n", "100").succeed().text.matches(of: /update: \d/)
        .count == 32)
    for _ in 0..<8 { try await world.fork("undo").succeed() }
    #expect(try await world.isSound(bare: true))
  }

  @Test("reset puts a fork anywhere, its work tree with it")
  func reset() async throws {
    let world = try await World.withTwoForks("1\n")
    try await world.put("2\n")
    try await world.fork("reset", "main", "--to", "main~1").succeed()
    #expect(try world.read("data/a.json") == "1\n")
    #expect(
      try await world.fork("reset", "ui", "--to", "main", "--json").succeed().line.hasSuffix(
        #""changed":false}"#))
    try await world.fork("reset", "ui", "--to", "nothing").fail(66, saying: "nothing")
    try await world.fork("reset", "no", "--to", "main").fail(66, saying: "no")
    #expect(try await world.isSound())
  }

  @Test("restore brings back a document, or one property of it")
  func restore() async throws {
    let world = try await World.withTwoForks("{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    try await world.set("/a=2", on: "main")
    try await world.set("/c=3", on: "main")
    try await world.fork("restore", "a.json#/a", "--at", "ui").succeed()
    #expect(try await world.document() == "{\n  \"a\": 1,\n  \"b\": 1,\n  \"c\": 3\n}\n")
    try await world.fork("restore", "a.json#/c", "--at", "ui").succeed()
    #expect(try await world.document() == "{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    try await world.fork("remove", "a.json").succeed()
    try await world.fork("restore", "a.json", "--at", "main~1").succeed()
    #expect(try world.read("data/a.json") == "{\n  \"a\": 1,\n  \"b\": 1\n}\n")
    let state = try await world.state()
    try await world.fork("restore", "b.json", "--at", "ui").fail(66, saying: "b.json")
    try await world.fork("restore", "a.json", "--at", "never").fail(66, saying: "never")
    #expect(try await world.state() == state)
  }

  @Test("revert takes one change back and leaves what came after")
  func revert() async throws {
    let world = try await World.withTwoForks(
      #"{"a":1,"n":0,"list":["x"]}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#)
    try await world.fork(
      "update", "a.json", "--set", "/a=2", "--set", "/n=5", "--insert", #"/list/-="y""#
    ).succeed()
    try await world.fork("update", "a.json", "--set", "/n=7", "--insert", #"/list/-="z""#).succeed()
    try await world.fork("revert", "main~1").succeed()
    #expect(try await world.document() == #"{"a":1,"n":2,"list":["x","z"]}"#)
    try await world.fork("revert", "main~1", "--dry-run").succeed()
    #expect(try await world.document() == #"{"a":1,"n":2,"list":["x","z"]}"#)
  }

  @Test("what was changed again since is a conflict of a revert, and a person's to settle")
  func revertConflict() async throws {
    let world = try await World.withTwoForks(#"{"a":1}"#)
    try await world.set("/a=2", on: "main")
    try await world.set("/a=3", on: "main")
    let state = try await world.state()
    let text = try await world.fork("revert", "main~1").expect(status: 1).text
    #expect(text.contains("a.json#/a") && text.contains("nothing was changed"))
    #expect(try await world.state() == state)
    try await world.fork("revert", "main~1", "--prefer", "theirs").succeed()
    #expect(try await world.document() == #"{"a":1}"#)
    try await world.fork("revert", "main~4").fail(64, saying: "first version")
  }
}
