import Testing

/// The merged schema governs the merge that it arrives with, whichever side it came from.
@Suite("the schema that the merge driver goes by")
struct MergedSchemaTests {
  private static func schema(_ strategies: [String: String]) -> String {
    let properties = strategies.sorted { $0.key < $1.key }
      .map { "\n      \"\($0.key)\": { \"x-merge\": \"\($0.value)\" }" }.joined(separator: ",")
    return """
      {
        "x-default-merge": "manual",
        "x-documents": {
          "*.json": {
            "properties": {\(properties)
            }
          }
        }
      }

      """
  }

  /// Both sides add to `/a` and to `/b`; the sides have these schemas.
  private func world(
    base: [String: String]?, ours: [String: String]?, theirs: [String: String]?
  ) async throws -> World {
    let world = try await World.withDriver(lines(10, 10), schema: base.map(Self.schema))
    try await world.branch("theirs")
    for (branch, strategies, text) in [
      ("theirs", theirs, lines(11, 11)), ("main", ours, lines(13, 13)),
    ] {
      try await world.git("checkout", "-q", branch).succeed()
      if let strategies, strategies != base {
        try await world.commit(Self.schema(strategies), at: ".fork/schema.json", "schema")
      }
      try await world.commit(text, "change")
    }
    return world
  }

  @Test(
    "from either side, or both; in a rebase likewise",
    arguments: [
      (nil, ["a": "counterMerge", "b": "maxMerge"], nil),
      (nil, nil, ["a": "counterMerge", "b": "maxMerge"]),
      (["a": "counterMerge"], ["a": "counterMerge", "b": "maxMerge"], ["a": "counterMerge"]),
      (["a": "counterMerge"], ["a": "counterMerge"], ["a": "counterMerge", "b": "maxMerge"]),
      (
        ["a": "manual", "b": "manual", "x": "manual", "y": "manual"],
        ["a": "counterMerge", "b": "manual", "x": "manual", "y": "manual"],
        ["a": "manual", "b": "maxMerge", "x": "manual", "y": "manual"]
      ),
    ] as [([String: String]?, [String: String]?, [String: String]?)], [true, false])
  func merged(
    schemas: ([String: String]?, [String: String]?, [String: String]?), rebasing: Bool
  ) async throws {
    let world = try await world(base: schemas.0, ours: schemas.1, theirs: schemas.2)
    if rebasing {
      // Their schema is there before the change is picked, so this one sees the merged one too.
      try await world.git("rebase", "-q", "theirs").succeed()
    } else {
      try await world.git("merge", "-q", "--no-edit", "theirs").succeed()
    }
    #expect(try world.read("data/a.json") == lines(14, 13))
    try await world.expectSound()
  }

  @Test(
    "the first one, which their side brings, governs what nobody contests too: as fork merge does",
    arguments: [["merge", "-q", "--no-edit", "theirs"], ["rebase", "-q", "main", "theirs"]])
  func first(arguments: [String]) async throws {
    func text(_ a: Int, _ b: Int) -> String { "{\n  \"pair\": {\"a\": \(a), \"b\": \(b)}\n}\n" }
    let world = try await World.withBranches(text(1, 1), ours: text(1, 2), theirs: text(2, 1))
    try await world.git("checkout", "-q", "theirs").succeed()
    try world.write(
      #"{"x-documents": {"*.json": {"properties": {"pair": {"x-merge": "mostRecent"}}}}}"#,
      to: "data/.fork/schema.json")
    try await world.git("add", "-A").succeed()
    try await world.git("commit", "-q", "--amend", "--no-edit").succeed()
    try await world.git("checkout", "-q", "main").succeed()
    try await world.run("git", arguments, in: "data").succeed()
    #expect(try world.read("data/a.json") == text(1, 2))
    try await world.expectSound()
  }

  @Test("a schema in conflict is said, and git's line merge stands in")
  func conflict() async throws {
    let world = try await world(
      base: ["a": "manual"], ours: ["a": "maxMerge"], theirs: ["a": "minMerge"])
    let merge = try await world.git("merge", "theirs").expect(status: 1)
    #expect(merge.talk.contains("the schema has conflicts"), "\(merge)")
    #expect(merge.talk.contains("a.json: merged by lines"), "\(merge)")
    #expect(try await world.unmergedPaths() == [".fork/schema.json", "a.json"])
    try await world.fork(
      "resolve", ".fork/schema.json#/x-documents/*.json/properties/a/x-merge=\"counterMerge\""
    ).expect(status: 1)
    try await world.fork("resolve", "--take", "ours").succeed()
    #expect(try world.read("data/a.json").contains("13"))
    try await world.goOn("merge")
    try await world.expectSound()
  }
}
