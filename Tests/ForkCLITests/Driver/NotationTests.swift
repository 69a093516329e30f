import Testing

@Suite("JSON with comments and JSON Lines, in git's merges and in all commands")
struct NotationTests {
  private static let config = """
    // The compiler.
    {
      "compilerOptions": {
        // strictness
        "strict": false, // not yet
        "lib": ["dom" /* browser */],
      },
    }

    """

  /// A repository with the driver, and a file that two branches changed.
  private func merge(
    _ file: String, base: String, ours: String, theirs: String
  ) async throws -> (sandbox: Sandbox, outcome: Outcome) {
    let sandbox = try await Sandbox.withBranches(base, ours: ours, theirs: theirs, at: file)
    return (sandbox, try await sandbox.git("merge", "--no-edit", "theirs"))
  }

  @Test(
    "git merges a value and the comment beside it, which one line holds",
    arguments: [
      "tsconfig.json", "settings.jsonc", "plain.json", "a.json5",
    ])
  func merges(file: String) async throws {
    let (sandbox, outcome) = try await merge(
      file, base: Self.config, ours: Self.config.replacing("false", with: "true"),
      theirs: Self.config.replacing("not yet", with: "since 3"))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      try sandbox.read("data/" + file)
        == Self.config.replacing("false, // not yet", with: "true, // since 3"))
  }

  @Test("a conflict in a commented file is resolved by its pointer, and the comments stay")
  func resolve() async throws {
    let (sandbox, outcome) = try await merge(
      "tsconfig.json", base: Self.config, ours: Self.config.replacing("false", with: "1"),
      theirs: Self.config.replacing("false", with: "2").replacing("strictness", with: "Strict"))
    #expect(outcome.status == 1, "\(outcome)")
    let marked = try sandbox.read("data/tsconfig.json")
    #expect(marked.contains("<<<<<<<") && marked.contains("// Strict"))
    try await sandbox.fork("resolve", "tsconfig.json#/compilerOptions/strict=theirs").succeed()
    #expect(
      try sandbox.read("data/tsconfig.json")
        == Self.config.replacing("false", with: "2").replacing("strictness", with: "Strict"))
  }

  @Test("update, get, diff, validate, check and verify read comments")
  func commands() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(Self.config, to: "data/tsconfig.json")
    try await sandbox.play(
      "fork update", "fork update tsconfig.json --set /compilerOptions/strict=true")
    let text = try sandbox.read("data/tsconfig.json")
    #expect(text == Self.config.replacing("false", with: "true"))
    #expect(try await sandbox.fork("get", "tsconfig.json").text == text)
    #expect(
      try await sandbox.fork("get", "tsconfig.json", "/compilerOptions/strict").text
        .hasPrefix("true"))
    let json = try await sandbox.fork("get", "--json", "tsconfig.json").text
    #expect(
      json.contains(#""value":{"compilerOptions":{"strict":true,"lib":["dom"]}}"#), "\(json)")
    let diff = try await sandbox.fork("diff", "main~", "main").text
    #expect(diff.contains("/compilerOptions/strict"), "\(diff)")
    for command in ["validate", "check", "verify"] { try await sandbox.fork(command).succeed() }
  }

  @Test("update, get, diff, validate and check read lines as elements")
  func lineCommands() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("{\"id\":1}\n{\"id\":2}\n", to: "data/log.ndjson")
    try await sandbox.play(
      "fork update", #"fork update log.ndjson --set '/1/name="Bo"' --insert '/-={"id": 3}'"#)
    #expect(
      try sandbox.read("data/log.ndjson")
        == "{\"id\":1}\n{\"id\":2,\"name\":\"Bo\"}\n{\"id\": 3}\n")
    #expect(try await sandbox.fork("get", "log.ndjson", "/2/id").text.hasPrefix("3"))
    #expect(
      try await sandbox.fork("get", "--json", "log.ndjson").text.contains(#""value":[{"id":1},"#))
    let diff = try await sandbox.fork("diff", "main~", "main").text
    #expect(diff.contains("name"), "\(diff)")
    for command in ["validate", "check", "verify"] { try await sandbox.fork(command).succeed() }
    try await sandbox.fork("update", "log.ndjson", "--set", "={}").expect(status: 65)
    try await sandbox.fork("update", "log.ndjson", "-", input: "{\"a\":1}\n{\n").warns(
      ":2:", status: 65)
  }

  @Test("a conflict of comments is not decided by --prefer, which would drop other changes")
  func preferredComments() async throws {
    let base = "{\n  // c\n  \"a\": 1,\n  \"b\": 2\n}\n"
    let (sandbox, outcome) = try await merge(
      "t.jsonc", base: base,
      ours: base.replacing("// c", with: "// co").replacing("2", with: "3"),
      theirs: base.replacing("// c", with: "// ct").replacing("2", with: "2,\n  \"n\": 1"))
    #expect(outcome.status == 1)
    try await sandbox.git("merge", "--abort").succeed()
    for side in ["ours", "theirs", "newest"] {
      try await sandbox.fork("merge", "theirs", "--prefer", side).prints(
        "comments at '/a'", status: 1)
    }
  }

  @Test("a conflict of comments alone gives its reason")
  func commentConflict() async throws {
    func text(_ comment: String) -> String { "{\n  // \(comment)\n  \"a\": 1\n}\n" }
    let sandbox = try await Sandbox.withBranches(
      text("c"), ours: text("ours"), theirs: text("theirs"), at: "a.jsonc")
    try await sandbox.git("merge", "theirs").warns(
      "a.jsonc: comments at '/a' that both sides changed or deleted; merged by lines", status: 1)
    try await sandbox.fork("conflicts").prints(
      "resolve with  fork resolve 'a.jsonc#=ours'  or theirs, or base", status: 1)
    try await sandbox.fork("resolve", "a.jsonc#=base").succeed()
    #expect(try sandbox.read("data/a.jsonc") == text("c"))
  }
}
