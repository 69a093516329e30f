import Testing

private func items(_ first: Int, _ second: Int) -> String {
  """
  {
    "items": [
      { "id": "a", "n": \(first) },
      { "id": "b", "n": \(second) }
    ]
  }

  """
}

@Suite("the merge driver in stock git")
struct DriverTests {
  @Test("two elements of one array, next to each other: clean")
  func twoElements() async throws {
    let sandbox = try await Sandbox.withBranches(
      items(1, 1), ours: items(2, 1), theirs: items(1, 2))
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == items(2, 2))
    try await sandbox.expectSound()
  }

  @Test("neighbouring properties, in a path with spaces, quotes and letters of all kinds: clean")
  func neighbours() async throws {
    let path = "my folder/it's \"né\".json"
    func text(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n  \"b\": \(b)\n}\n" }
    let sandbox = try await Sandbox.withBranches(
      text(1, 1), ours: text(2, 1), theirs: text(1, 2), at: path)
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/" + path) == text(2, 2))
    try await sandbox.expectSound()
  }

  @Test("one value changed by both, and no schema: markers around that property alone")
  func conflict() async throws {
    func text(_ a: Int, _ b: Int, _ c: Int) -> String {
      "{\n  \"a\": \(a),\n  \"b\": \(b),\n  \"c\": \(c)\n}\n"
    }
    let sandbox = try await Sandbox.withBranches(
      text(1, 1, 1), ours: text(2, 2, 1), theirs: text(1, 3, 2))
    let merge = try await sandbox.git("merge", "-q", "--no-edit", "theirs")
    #expect(merge.status == 1)
    #expect(merge.errorText.contains("a.json#/b"))
    #expect(
      try sandbox.read("data/a.json") == """
        {
          "a": 2,
        <<<<<<< HEAD
          "b": 2,
        =======
          "b": 3,
        >>>>>>> theirs
          "c": 2
        }

        """)
    #expect(try await sandbox.git("ls-files", "-u").lines.count == 3)
    try await sandbox.expectSound(leaving: ["UU a.json"])
  }

  @Test("fork.conflicts and merge.conflictStyle are honoured")
  func configuration() async throws {
    func text(_ a: Int) -> String { "{\n  \"a\": \(a)\n}\n" }
    let sandbox = try await Sandbox.withBranches(text(1), ours: text(2), theirs: text(3))
    try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
    #expect(try await sandbox.git("merge", "-q", "--no-edit", "theirs").status == 1)
    let base = try await sandbox.git("rev-parse", "--short", "main~").line
    #expect(try sandbox.read("data/a.json").contains("||||||| \(base)\n  \"a\": 1\n"))
    try await sandbox.git("merge", "--abort").succeed()
    try await sandbox.git("config", "fork.conflicts", "mostRecent").succeed()
    let date = ["GIT_AUTHOR_DATE": "2040-01-01T00:00:00Z"]
    try await sandbox.git("commit", "-q", "--amend", "--no-edit", "--date=2040-01-01T00:00:00Z")
    let merge = try await sandbox.git("merge", "--no-edit", "theirs", environment: date).succeed()
    #expect(merge.errorText.contains("a.json#/a"))
    #expect(try sandbox.read("data/a.json") == text(2))
    try await sandbox.expectSound()
  }

  @Test("with a schema the newest edit wins, and the report names the other with its commit")
  func schema() async throws {
    func text(_ a: Int) -> String { "{\n  \"a\": \(a)\n}\n" }
    let sandbox = try await Sandbox.withBranches(text(1), ours: text(2), theirs: text(3))
    try sandbox.write(#"{"x-default-merge": "mostRecent"}"#, to: "data/.fork/schema.json")
    try await sandbox.git("add", "-A").succeed()
    try await sandbox.git("commit", "-q", "-m", "schema", "--date=2040-01-01T00:00:00Z").succeed()
    try await sandbox.git("checkout", "-q", "theirs").succeed()
    try await sandbox.git("commit", "-q", "--amend", "--no-edit", "--date=2039-01-01T00:00:00Z")
    try await sandbox.git("checkout", "-q", "main").succeed()
    let merge = try await sandbox.git("merge", "--no-edit", "theirs").succeed()
    let loser = try await sandbox.git("rev-parse", "main~^{/^our}").line
    #expect(merge.errorText.contains(loser.prefix(10)))
    #expect(try sandbox.read("data/a.json") == text(3))
    try await sandbox.git("reset", "-q", "--hard", "main~").succeed()
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    #expect(try await sandbox.git("merge", "--no-edit", "theirs").status == 1)
    try await sandbox.expectSound(leaving: ["UU a.json"])
  }

  @Test("a file that is not JSON is merged by git's lines, with a message")
  func notJSON() async throws {
    func text(_ a: Int, _ b: Int) -> String {
      "{\n  \"a\": \(a),\n\n\n\n  \"b\": \(b), # why\n}\n"
    }
    let sandbox = try await Sandbox.withBranches(text(1, 1), ours: text(2, 1), theirs: text(1, 2))
    let merge = try await sandbox.git("merge", "--no-edit", "theirs").succeed()
    #expect(merge.errorText.contains("merged by lines"))
    #expect(try sandbox.read("data/a.json") == text(2, 2))
    try await sandbox.expectSound()
  }

  @Test("with an invalid schema git's lines are merged, with a message")
  func wrongSchema() async throws {
    func text(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n\n\n\n  \"b\": \(b)\n}\n" }
    let sandbox = try await Sandbox.withBranches(text(1, 1), ours: text(2, 1), theirs: text(1, 2))
    try sandbox.write(
      #"{"x-documents": {"*.json": {"x-merge": "textMrge"}}}"#, to: "data/.fork/schema.json")
    let merge = try await sandbox.git("merge", "--no-edit", "theirs").succeed()
    #expect(merge.errorText.contains("textMerge"))
    #expect(try sandbox.read("data/a.json") == text(2, 2))
    try await sandbox.expectSound(leaving: ["?? .fork/"])
  }
}
