import Testing

@Suite("whose command fork undo takes back")
struct UndoScopeTests {
  private static func operation(_ sandbox: Sandbox, _ index: Int) async throws -> String {
    let lines = try await sandbox.fork("undo", "--list", "--color=never").succeed().lines
    return String(
      try #require(lines.filter { !$0.hasPrefix(" ") }.dropFirst(index).first).prefix(10))
  }

  @Test("that of the same work tree, though another one had a later one")
  func workTrees() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.git("worktree", "add", "-q", "../other", "ui").succeed()
    try await sandbox.put("2\n")
    try await sandbox.fork("update", "a.json", in: "other", input: "3\n").succeed()
    try sandbox.write("4\n", to: "other/a.json")
    try await sandbox.git("commit", "-qam", "by git", in: "other").succeed()
    try await sandbox.fork("undo").succeed()
    #expect(try sandbox.read("data/a.json") == "1\n")
    #expect(try sandbox.read("other/a.json") == "4\n")
    try await sandbox.fork("undo", "--redo").succeed()
    #expect(try sandbox.read("data/a.json") == "2\n")
    for value in ["3\n", "1\n"] {
      try await sandbox.fork("undo", in: "other").succeed()
      #expect(try sandbox.read("other/a.json") == value)
    }
    #expect(try sandbox.read("data/a.json") == "2\n")
  }

  @Test("with --fork that of the fork, wherever it was given")
  func fork() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n", on: "ui")
    try await sandbox.put("3\n")
    try await sandbox.fork("undo", "--fork", "ui").succeed()
    #expect(try await sandbox.document(on: "ui") == "1\n")
    #expect(try await sandbox.document() == "3\n")
    try await sandbox.fork("undo", "--redo", "--fork", "ui").succeed()
    #expect(try await sandbox.document(on: "ui") == "2\n")
    try await sandbox.fork("undo", "--fork", "no/").fail(64)
  }

  @Test("an id of the list, unless a later command changed the same forks")
  func chosen() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n", on: "ui")
    try await sandbox.put("3\n")
    try await sandbox.put("4\n")
    let (last, first, side) = (
      try await Self.operation(sandbox, 0), try await Self.operation(sandbox, 1),
      try await Self.operation(sandbox, 2)
    )
    let state = try await sandbox.state()
    try await sandbox.fork("undo", first).fail(
      1, printing: "fork undo \(last)", "fork revert ")
    try await sandbox.fork("undo", "ffff").fail(66, printing: "undo --list")
    #expect(try await sandbox.state() == state)
    try await sandbox.fork("undo", side).succeed()
    #expect(try await sandbox.document(on: "ui") == "1\n")
    #expect(try await sandbox.document() == "4\n")
    try await sandbox.fork("undo", side).fail(1, printing: "undone already")
    try await sandbox.play("fork undo '\(last)'", "fork undo '\(first)'")
    #expect(try await sandbox.document() == "1\n")
    #expect(try await sandbox.isSound())
  }

  @Test("after an exchange it names the remote that has the change, and revert")
  func exchanged() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.play("git init -q --bare ../hub.git", "fork remote add origin ../hub.git")
    try await sandbox.put("2\n")
    let early = try await sandbox.fork("undo").succeed()
    #expect(!early.errorText.contains("revert"), "\(early)")
    try await sandbox.play("fork undo --redo", "fork exchange origin")
    try await sandbox.fork("undo").warns("'origin/main' has this change", "fork revert ")
  }
}
