import Testing

@Suite("undo of what git did")
struct ForeignUndoTests {
  private func commit(_ value: Int, in sandbox: Sandbox) async throws {
    try sandbox.write("\(value)\n", to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by git \(value)").succeed()
  }

  private func value(_ sandbox: Sandbox) async throws -> String {
    #expect(try await sandbox.git("status", "--porcelain").succeed().text.isEmpty)
    return try await sandbox.document()
  }

  @Test("git's commit on the current fork comes before an older command on another fork")
  func otherFork() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n", on: "ui")
    try await commit(3, in: sandbox)
    try await sandbox.fork("undo").succeed()
    #expect(try await value(sandbox) == "1\n")
    #expect(try await sandbox.document(on: "ui") == "2\n")
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.document(on: "ui") == "1\n")
  }

  @Test("a fork that git deleted or moved without a reflog is back at once")
  func withoutReflog() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n", bare: true)
    try await sandbox.put("2\n", on: "ui")
    try await sandbox.git("branch", "-D", "ui").succeed()
    try await sandbox.fork("undo").prints("another program: delete ui")
    #expect(try await sandbox.document(on: "ui") == "2\n")
    let tree = try await sandbox.git("rev-parse", "ui^{tree}").line
    let other = try await sandbox.git("commit-tree", tree, "-p", "ui", "-m", "x").line
    try await sandbox.git("update-ref", "refs/heads/ui", other).succeed()
    let tip = try await sandbox.git("rev-parse", "ui~1").line
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.git("rev-parse", "ui").line == tip)
  }

  @Test("git's reset to an older version, and its second deletion of a fork")
  func knownTips() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n")
    try await sandbox.put("3\n")
    try await sandbox.play("git reset -q --hard HEAD~1", "fork undo")
    #expect(try await value(sandbox) == "3\n")
    try await sandbox.play("fork create lap", "fork delete lap", "fork create lap")
    try await sandbox.put("4\n", on: "lap")
    let tip = try await sandbox.git("rev-parse", "lap").line
    try await sandbox.play("git branch -q -D lap", "fork undo")
    #expect(try await sandbox.git("rev-parse", "lap").line == tip)
  }

  @Test("git's commits between commands, step by step, and forward again")
  func between() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n")
    try await commit(3, in: sandbox)
    try await commit(4, in: sandbox)
    try await sandbox.put("5\n")
    try await commit(6, in: sandbox)
    for expected in [5, 4, 3, 2, 1] {
      let dry = try await sandbox.fork("undo", "--dry-run").succeed().text
      let undone = try await sandbox.fork("undo").succeed().text
      #expect(dry.replacing("would undo", with: "undid") == undone)
      #expect(undone.contains("git: commit: by git") == [5, 3, 2].contains(expected), "\(undone)")
      #expect(try await value(sandbox) == "\(expected)\n")
    }
    for expected in [2, 3, 4, 5, 6] {
      try await sandbox.fork("undo", "--redo").succeed()
      #expect(try await value(sandbox) == "\(expected)\n")
    }
    try await sandbox.fork("undo", "--redo").fail(66, printing: "nothing to redo")
    #expect(try await sandbox.isSound())
  }

  @Test("git's commit between two commands, when the newer one was of another fork")
  func betweenForks() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n", bare: true)
    try await sandbox.put("2\n")
    try await sandbox.git("update-ref", "refs/heads/main", "main~1").succeed()
    let tree = try await sandbox.git("rev-parse", "main^{tree}").line
    let other = try await sandbox.git("commit-tree", tree, "-p", "main", "-m", "x").line
    try await sandbox.git("update-ref", "refs/heads/main", other).succeed()
    try await sandbox.put("9\n", on: "ui")
    try await sandbox.play("git symbolic-ref HEAD refs/heads/ui", "fork undo")
    #expect(try await sandbox.document(on: "ui") == "1\n")
    try await sandbox.fork("undo").prints("another program: update main")
    #expect(try await sandbox.document() == "2\n")
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.document() == "1\n")
  }

  /// The time of what git does later than any command.
  private static let later = ["GIT_COMMITTER_DATE": "2040-01-01T00:00:00Z"]

  @Test(
    "a fork that is not the current one, known to the log or not",
    arguments: [
      ["branch", "-q", "-f", "ui", "main~1"], ["checkout", "-q", "-B", "ui", "main~1"],
      ["switch", "-q", "-C", "ui", "main~1"],
    ], [true, false])
  func forced(command: [String], isKnown: Bool) async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    if isKnown {
      try await sandbox.put("2\n", on: "ui")
    } else {
      try await sandbox.play("git branch -q -D ui", "git branch -q ui")
    }
    let tip = try await sandbox.git("rev-parse", "ui").line
    try await sandbox.put("3\n")
    try await sandbox.put("4\n")
    _ = try await sandbox.run("git", command, in: "data", environment: Self.later).succeed()
    let moved = try await sandbox.git("rev-parse", "ui").line
    #expect(moved != tip)
    try await sandbox.fork("undo").prints("git: branch: Reset to main~1")
    #expect(try await sandbox.git("rev-parse", "ui").line == tip)
    #expect(try await sandbox.git("status", "--porcelain").succeed().text.isEmpty)
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.document() == "3\n")
  }

  @Test("a fork that git created stays, its commits are undone")
  func created() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.put("2\n")
    try await sandbox.git("switch", "-q", "-c", "topic", environment: Self.later).succeed()
    try sandbox.write("3\n", to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by git", environment: Self.later).succeed()
    try await sandbox.fork("undo").succeed()
    #expect(try await value(sandbox) == "2\n")
    let tips = try await sandbox.git("rev-parse", "topic", "main").lines
    #expect(tips[0] == tips[1])
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.document() == "1\n")
    try await sandbox.git("rev-parse", "--verify", "topic").succeed()
  }
}
