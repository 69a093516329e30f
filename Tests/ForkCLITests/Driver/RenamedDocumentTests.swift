import Testing

/// Two documents of one shape, of which git takes one for the other's new version because the first was deleted.
@Suite("the merge driver and git's rename detection")
struct RenamedDocumentTests {
  private static func record(_ id: Int, _ name: String, note: String = "x") -> String {
    """
    {
      "id": \(id),
      "name": "\(name)",
      "city": "Bonn",
      "role": "user",
      "team": "blue",
      "note": "\(note)"
    }

    """
  }

  /// `main` replaces Ada's document by Ben's at another path, and `theirs` edits Ada's.
  private func sandbox(editing note: String = "edited") async throws -> Sandbox {
    try await Sandbox.shared(note) {
      let sandbox = try await Sandbox.withDriver(Self.record(1, "Ada"), at: "p1.json")
      try await sandbox.branch("theirs")
      try await sandbox.commit(Self.record(1, "Ada", note: note), at: "p1.json", "edit")
      try await sandbox.play("git checkout -q main", "git rm -q p1.json")
      try await sandbox.commit(Self.record(2, "Ben"), at: "p2.json", "replace")
      return sandbox
    }
  }

  @Test(
    "an edit of a deleted record never reaches another one",
    arguments: [
      ("main", ["merge", "--no-edit", "theirs"]), ("theirs", ["merge", "--no-edit", "main"]),
      ("main", ["cherry-pick", "theirs"]), ("theirs", ["rebase", "main"]),
      ("main", ["rebase", "theirs"]),
    ])
  func keepsApart(branch: String, arguments: [String]) async throws {
    let sandbox = try await sandbox()
    try await sandbox.git("checkout", "-q", branch).succeed()
    let outcome = try await sandbox.run("git", arguments, in: "data")
    #expect(outcome.status != 0, "\(outcome)")
    #expect(outcome.errorText.contains("another document"), "\(outcome)")
    let text = try sandbox.read("data/p2.json")
    #expect(text.contains("<<<<<<<") && text.contains("Ada") && text.contains("Ben"), "\(text)")
    #expect(!text.contains(Self.record(2, "Ben", note: "edited")))
  }

  @Test("a conflict of two documents is listed and resolved as a whole")
  func resolves() async throws {
    let sandbox = try await sandbox()
    _ = try await sandbox.git("merge", "--no-edit", "theirs")
    let conflicts = try await sandbox.run("fork", ["conflicts"], in: "data")
    #expect(conflicts.text.contains("p1.json, which ours deleted"), "\(conflicts)")
    try await sandbox.run("fork", ["resolve", "p2.json#=ours"], in: "data").succeed()
    #expect(try sandbox.read("data/p2.json") == Self.record(2, "Ben"))
  }

  @Test("a document that was renamed is merged")
  func mergesRenamed() async throws {
    let sandbox = try await Sandbox.withDriver(Self.record(1, "Ada"), at: "p1.json")
    try await sandbox.branch("theirs")
    try await sandbox.commit(Self.record(1, "Ada", note: "edited"), at: "p1.json", "edit")
    try await sandbox.play("git checkout -q main", "git rm -q p1.json")
    try await sandbox.commit(Self.record(1, "Adele"), at: "p2.json", "rename")
    try await sandbox.git("merge", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/p2.json") == Self.record(1, "Adele", note: "edited"))
  }

  @Test("an id that one side changed in place is an edit")
  func changesIDInPlace() async throws {
    let sandbox = try await Sandbox.withBranches(
      Self.record(1, "Ada"), ours: Self.record(2, "Ben"),
      theirs: Self.record(1, "Ada", note: "edited"))
    try await sandbox.git("merge", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == Self.record(2, "Ben", note: "edited"))
  }
}
