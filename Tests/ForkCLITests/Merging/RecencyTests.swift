import Testing

@Suite("which change is the later one")
struct RecencyTests {
  private static let document = #"{"n":0,"other":0}"#

  /// The value of `n` after merging `ui` into `main`.
  private static func merged(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.fork("merge", "ui").succeed()
    return try await sandbox.fork("get", "a.json", "/n").succeed().line
  }

  @Test("commits of plain git count by their author date", arguments: [(1, 2), (2, 1)])
  func plainGit(main: Int, ui: Int) async throws {
    let sandbox = try await Sandbox.withTwoForks(Self.document)
    for (fork, value) in [("ui", ui), ("main", main)] {
      try await sandbox.git("checkout", "-q", fork).succeed()
      try sandbox.write(#"{"n":\#(value),"other":0}"#, to: "data/a.json")
      try await sandbox.git(
        "commit", "-q", "-a", "-m", "edit",
        environment: ["GIT_AUTHOR_DATE": "@\(1_600_000_000 + value * 100) +0000"]
      ).succeed()
    }
    #expect(try await Self.merged(sandbox) == "2")
  }

  @Test("a counter that a merge made is as recent as its latest edit")
  func combined() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"n":0,"other":0}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"textMerge"}}}}}"#)
    try await sandbox.put(#"{"n":"a b c"}"#)
    try await sandbox.play("fork merge main --into ui", "fork create device")
    try await sandbox.put(#"{"n":"A b c"}"#)
    try await sandbox.put(#"{"n":"a b C"}"#, on: "device")
    try await sandbox.put(#"{"n":7}"#, on: "ui")
    try await sandbox.fork("merge", "device").succeed()
    #expect(try await sandbox.document() == #"{"n":"A b C"}"#)
    #expect(try await Self.merged(sandbox) == "7")
  }

  @Test("far back in a long history, merges in between")
  func longHistory() async throws {
    let sandbox = try await Sandbox.withRepository(bare: true)
    var stream = Self.commit("main", mark: 1, second: 0, "a.json", #"{"n":0}"#)
    for (fork, value) in [("main", 1), ("ui", 2)] {
      stream += Self.commit(
        fork, mark: value + 1, from: 1, second: value, "a.json", #"{"n":\#(value)}"#)
      for step in 0..<500 {
        let mark = value * 1_000 + step
        stream += Self.commit(
          fork, mark: mark, from: step == 0 ? value + 1 : mark - 1,
          merging: step % 100 == 99 ? mark - 50 : nil, second: 10 + step, "\(fork).json",
          "\(step)")
      }
    }
    try await sandbox.run("git", ["fast-import", "--quiet", "--force"], in: "data", input: stream)
      .succeed()
    let maker = try await sandbox.git("rev-list", "ui", "^main", "--", "a.json").line
    try await sandbox.fork("merge", "ui", "--prefer", "newest", "--json").prints(
      #""kept":{"side":"theirs","value":2,"commit":"\#(maker)"}"#)
    #expect(try await sandbox.document() == #"{"n":2}"#)
  }

  private static func commit(
    _ fork: String, mark: Int, from: Int? = nil, merging: Int? = nil, second: Int, _ path: String,
    _ text: String
  ) -> String {
    """
    commit refs/heads/\(fork)
    mark :\(mark)
    committer Ada <ada@example.org> \(1_700_000_000 + second) +0000
    data 0

    """ + (from.map { "from :\($0)\n" } ?? "") + (merging.map { "merge :\($0)\n" } ?? "")
      + "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
  }
}
