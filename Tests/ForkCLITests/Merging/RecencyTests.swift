import Testing

@Suite("which change is the later one")
struct RecencyTests {
  private static let document = #"{"n":0,"other":0}"#

  /// The value of `n` after merging `ui` into `main`.
  private static func merged(_ world: World) async throws -> String {
    try await world.fork("merge", "ui").succeed()
    return try await world.fork("get", "a.json", "/n").succeed().line
  }

  @Test("commits of plain git count by their author date", arguments: [(1, 2), (2, 1)])
  func plainGit(main: Int, ui: Int) async throws {
    let world = try await World.withTwoForks(Self.document)
    for (fork, value) in [("ui", ui), ("main", main)] {
      try await world.git("checkout", "-q", fork).succeed()
      try world.write(#"{"n":\#(value),"other":0}"#, to: "data/a.json")
      try await world.git(
        "commit", "-q", "-a", "-m", "edit",
        environment: ["GIT_AUTHOR_DATE": "@\(4_000_000_000 + value * 100) +0000"]
      ).succeed()
    }
    #expect(try await Self.merged(world) == "2")
  }

  @Test("a merge that took the value is not its change")
  func throughMerges() async throws {
    let world = try await World.withTwoForks(Self.document)
    try await world.fork("create", "device").succeed()
    try await world.set("/n=1", on: "device")
    try await world.set("/n=2", on: "ui")
    try await world.set("/other=1", on: "main")
    try await world.fork("merge", "device", "--into", "main").succeed()
    #expect(try await Self.merged(world) == "2")
  }

  @Test("the history of a renamed document goes on")
  func renamed() async throws {
    let world = try await World.withTwoForks(Self.document)
    try await world.set("/n=1", on: "main")
    try await world.set("/n=2", on: "ui")
    for fork in ["main", "ui"] {
      try await world.fork("rename-document", "a.json", "b.json", "--fork", fork).succeed()
    }
    try await world.fork("merge", "ui").succeed()
    #expect(try await world.fork("get", "b.json", "/n").line == "2")
  }

  @Test("a counter that a merge made is as recent as its latest edit")
  func combined() async throws {
    let world = try await World.withTwoForks(
      #"{"n":0,"other":0}"#,
      schema: #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"textMerge"}}}}}"#)
    try await world.put(#"{"n":"a b c"}"#)
    try await world.fork("merge", "main", "--into", "ui").succeed()
    try await world.fork("create", "device").succeed()
    try await world.put(#"{"n":"A b c"}"#)
    try await world.put(#"{"n":"a b C"}"#, on: "device")
    try await world.put(#"{"n":7}"#, on: "ui")
    try await world.fork("merge", "device").succeed()
    #expect(try await world.document() == #"{"n":"A b C"}"#)
    #expect(try await Self.merged(world) == "7")
  }

  @Test("far back in a long history, merges in between")
  func longHistory() async throws {
    let world = try await World.withRepository(bare: true)
    var stream = Self.commit("main", mark: 1, second: 0, "a.json", #"{"n":0}"#)
    for (fork, value) in [("main", 1), ("ui", 2)] {
      stream += Self.commit(
        fork, mark: value + 1, from: 1, second: value, "a.json", #"{"n":\#(value)}"#)
      for step in 0..<5000 {
        let mark = value * 10_000 + step
        stream += Self.commit(
          fork, mark: mark, from: step == 0 ? value + 1 : mark - 1,
          merging: step % 100 == 99 ? mark - 50 : nil, second: 10 + step, "\(fork).json",
          "\(step)")
      }
    }
    try await world.run("git", ["fast-import", "--quiet", "--force"], in: "data", input: stream)
      .succeed()
    let maker = try await world.git("rev-list", "ui", "^main", "--", "a.json").line
    let report = try await world.fork("merge", "ui", "--prefer", "newest", "--json").succeed().line
    #expect(report.contains(#""kept":{"side":"theirs","value":2,"commit":"\#(maker)"}"#))
    #expect(try await world.document() == #"{"n":2}"#)
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
