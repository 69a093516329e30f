import Testing

@Suite("git's merge options and recorded resolutions")
struct GitMergeTests {
  /// A repository with the driver, in which `main` and `side` changed one property.
  private func conflict() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try Sandbox()
      try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
      try await sandbox.fork("install").succeed()
      func commit(_ title: String) async throws {
        try sandbox.write("{\n  \"title\": \"\(title)\",\n  \"n\": 1\n}\n", to: "data/a.json")
        try await sandbox.play("git add -A", "git commit -qm '\(title)'")
      }
      try await commit("start")
      try await sandbox.git("checkout", "-qb", "side").succeed()
      try await commit("side")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await commit("main")
      return sandbox
    }
  }

  @Test("the replay of a recorded resolution gives no notice about markers")
  func replay() async throws {
    let sandbox = try await conflict()
    try await sandbox.git("config", "rerere.enabled", "true").succeed()
    try await sandbox.git("merge", "side").expect(status: 1)
    let resolved = "{\n  \"title\": \"both\",\n  \"n\": 1\n}\n"
    try sandbox.write(resolved, to: "data/a.json")
    try await sandbox.play("git commit -qam resolved", "git reset -q --hard HEAD~1")
    let outcome = try await sandbox.git("merge", "side").expect(status: 1)
    #expect(try sandbox.read("data/a.json") == resolved)
    #expect(outcome.errorText.contains("using previous resolution"), "\(outcome)")
    #expect(!outcome.errorText.contains("not a JSON document"), "\(outcome)")
  }

  @Test("fork.conflicts takes a side, for one merge, as -X would", arguments: ["ours", "theirs"])
  func side(side: String) async throws {
    let sandbox = try await conflict()
    try await sandbox.git("-c", "fork.conflicts=\(side)", "merge", "-q", "--no-edit", "side")
      .succeed()
    let title = side == "ours" ? "main" : "side"
    #expect(try sandbox.read("data/a.json").contains("\"title\": \"\(title)\""))
  }
}
