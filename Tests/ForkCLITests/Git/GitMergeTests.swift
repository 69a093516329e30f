import Testing

@Suite("git's merge options and recorded resolutions")
struct GitMergeTests {
  /// A repository with the driver, in which `main` and `theirs` changed one property.
  private func conflict() async throws -> Sandbox {
    let text = { (title: String) in "{\n  \"title\": \"\(title)\",\n  \"n\": 1\n}\n" }
    return try await Sandbox.withBranches(
      text("start"), ours: text("ours"), theirs: text("theirs"))
  }

  @Test("the replay of a recorded resolution gives no notice about markers")
  func replay() async throws {
    let sandbox = try await conflict()
    try await sandbox.git("config", "rerere.enabled", "true").succeed()
    try await sandbox.git("merge", "theirs").expect(status: 1)
    let resolved = "{\n  \"title\": \"both\",\n  \"n\": 1\n}\n"
    try sandbox.write(resolved, to: "data/a.json")
    try await sandbox.play("git commit -qam resolved", "git reset -q --hard HEAD~1")
    let outcome = try await sandbox.git("merge", "theirs").expect(status: 1)
    #expect(try sandbox.read("data/a.json") == resolved)
    #expect(outcome.errorText.contains("using previous resolution"), "\(outcome)")
    #expect(!outcome.errorText.contains("not a JSON document"), "\(outcome)")
  }

  @Test("fork.conflicts takes a side, for one merge, as -X would", arguments: ["ours", "theirs"])
  func side(side: String) async throws {
    let sandbox = try await conflict()
    try await sandbox.play("git -c 'fork.conflicts=\(side)' merge -q --no-edit theirs")
    #expect(try sandbox.read("data/a.json").contains("\"title\": \"\(side)\""))
  }
}
