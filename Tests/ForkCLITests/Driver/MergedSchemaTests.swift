import Testing

/// The merged schema governs the merge that it arrives with, whichever side it came from.
@Suite("the schema of the merge driver")
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
  private func sandbox(
    base: [String: String]?, ours: [String: String]?, theirs: [String: String]?
  ) async throws -> Sandbox {
    try await Sandbox.shared(base as Any, ours as Any, theirs as Any) {
      let sandbox = try await Sandbox.withDriver(lines(10, 10), schema: base.map(Self.schema))
      try await sandbox.branch("theirs")
      for (branch, strategies, text) in [
        ("theirs", theirs, lines(11, 11)), ("main", ours, lines(13, 13)),
      ] {
        try await sandbox.git("checkout", "-q", branch).succeed()
        if let strategies, strategies != base {
          try await sandbox.commit(Self.schema(strategies), at: ".fork/schema.json", "schema")
        }
        try await sandbox.commit(text, "change")
      }
      return sandbox
    }
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
    let sandbox = try await sandbox(base: schemas.0, ours: schemas.1, theirs: schemas.2)
    if rebasing {
      // Their schema is there before the change is picked, so this one sees the merged one too.
      try await sandbox.git("rebase", "-q", "theirs").succeed()
    } else {
      try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    }
    #expect(try sandbox.read("data/a.json") == lines(14, 13))
    try await sandbox.expectSound()
  }

  @Test(
    "the first schema, which their side adds, also governs documents without conflicts: as fork merge does",
    arguments: [["merge", "-q", "--no-edit", "theirs"], ["rebase", "-q", "main", "theirs"]])
  func first(arguments: [String]) async throws {
    func text(_ a: Int, _ b: Int) -> String { "{\n  \"pair\": {\"a\": \(a), \"b\": \(b)}\n}\n" }
    let sandbox = try await Sandbox.withBranches(text(1, 1), ours: text(1, 2), theirs: text(2, 1))
    try await sandbox.git("checkout", "-q", "theirs").succeed()
    try sandbox.write(
      #"{"x-documents": {"*.json": {"properties": {"pair": {"x-merge": "mostRecent"}}}}}"#,
      to: "data/.fork/schema.json")
    try await sandbox.play("git add -A", "git commit -q --amend --no-edit", "git checkout -q main")
    try await sandbox.run("git", arguments, in: "data").succeed()
    #expect(try sandbox.read("data/a.json") == text(1, 2))
    try await sandbox.expectSound()
  }

  @Test("with an invalid schema git's lines are merged, with a message")
  func wrongSchema() async throws {
    func text(_ a: Int, _ b: Int) -> String { "{\n  \"a\": \(a),\n\n\n\n  \"b\": \(b)\n}\n" }
    let sandbox = try await Sandbox.withBranches(text(1, 1), ours: text(2, 1), theirs: text(1, 2))
    try sandbox.write(
      #"{"x-documents": {"*.json": {"x-merge": "textMrge"}}}"#, to: "data/.fork/schema.json")
    try await sandbox.git("merge", "--no-edit", "theirs").warns("textMerge")
    #expect(try sandbox.read("data/a.json") == text(2, 2))
    try await sandbox.expectSound(leaving: ["?? .fork/"])
  }

  @Test("with a schema in conflict git's lines are merged, with a message")
  func conflict() async throws {
    let sandbox = try await sandbox(
      base: ["a": "manual"], ours: ["a": "maxMerge"], theirs: ["a": "minMerge"])
    let merge = try await sandbox.git("merge", "theirs").expect(status: 1)
    #expect(merge.errorText.contains("the schema has conflicts"), "\(merge)")
    #expect(merge.errorText.contains("a.json: merged by lines"), "\(merge)")
    #expect(try await sandbox.unmergedPaths() == [".fork/schema.json", "a.json"])
    try await sandbox.fork(
      "resolve", ".fork/schema.json#/x-documents/*.json/properties/a/x-merge=\"counterMerge\""
    ).expect(status: 1)
    try await sandbox.fork("resolve", "--take", "ours").succeed()
    #expect(try sandbox.read("data/a.json").contains("13"))
    try await sandbox.goOn("merge")
    try await sandbox.expectSound()
  }
}
