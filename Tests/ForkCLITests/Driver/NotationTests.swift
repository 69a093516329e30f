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
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try await sandbox.fork("install").succeed()
    try await commit(base, to: file, in: sandbox)
    try await sandbox.git("switch", "-q", "-c", "side").succeed()
    try await commit(theirs, to: file, in: sandbox)
    try await sandbox.git("switch", "-q", "main").succeed()
    try await commit(ours, to: file, in: sandbox)
    return (sandbox, try await sandbox.git("merge", "--no-edit", "side"))
  }

  private func commit(_ text: String, to file: String, in sandbox: Sandbox) async throws {
    try sandbox.write(text, to: "data/" + file)
    try await sandbox.git("add", "-A").succeed()
    try await sandbox.git("commit", "-q", "-m", "x").succeed()
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

  @Test("comments that both sides changed are merged by lines, with markers")
  func conflict() async throws {
    let (sandbox, outcome) = try await merge(
      "tsconfig.json", base: Self.config, ours: Self.config.replacing("not yet", with: "never"),
      theirs: Self.config.replacing("not yet", with: "since 3"))
    #expect(outcome.status == 1, "\(outcome)")
    let text = try sandbox.read("data/tsconfig.json")
    #expect(text.contains("<<<<<<<") && text.contains("never") && text.contains("since 3"))
    try await sandbox.fork("resolve", "tsconfig.json#=theirs").succeed()
    #expect(
      try sandbox.read("data/tsconfig.json") == Self.config.replacing("not yet", with: "since 3"))
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
    try await sandbox.fork("update").succeed()
    try await sandbox.fork(
      "update", "tsconfig.json", "--set", "/compilerOptions/strict=true"
    ).succeed()
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

  @Test("the first comment is refused in a file whose readers may refuse it")
  func firstComment() async throws {
    let sandbox = try await Sandbox.withRepository()
    let plain = try await sandbox.fork("update", "a.json", "-", input: "{\"a\": 1} // a\n")
    #expect(plain.status == 65, "\(plain)")
    try await sandbox.fork("update", "a.jsonc", "-", input: "{\"a\": 1} // a\n").succeed()
    try await sandbox.fork("update", ".vscode/a.json", "-", input: "{\"a\": 1,}\n").succeed()
  }

  @Test("lines that both sides append stay, to the byte")
  func lines() async throws {
    let base = "{\"at\":1}\n{\"at\": 2}\n"
    let (sandbox, outcome) = try await merge(
      "log.jsonl", base: base, ours: base + "{\"at\": 3}\n", theirs: base + "{\"at\":  4}\n")
    #expect(outcome.status == 0, "\(outcome)")
    let merged = try sandbox.read("data/log.jsonl").split(separator: "\n")
    #expect(
      merged.sorted() == ["{\"at\":  4}", "{\"at\": 2}", "{\"at\": 3}", "{\"at\":1}"].sorted())
  }

  @Test("update, get, diff, validate and check read lines as elements")
  func lineCommands() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("{\"id\":1}\n{\"id\":2}\n", to: "data/log.ndjson")
    try await sandbox.fork("update").succeed()
    try await sandbox.fork(
      "update", "log.ndjson", "--set", "/1/name=\"Bo\"", "--insert", "/-={\"id\": 3}"
    ).succeed()
    #expect(
      try sandbox.read("data/log.ndjson")
        == "{\"id\":1}\n{\"id\":2,\"name\":\"Bo\"}\n{\"id\": 3}\n")
    #expect(try await sandbox.fork("get", "log.ndjson", "/2/id").text.hasPrefix("3"))
    #expect(
      try await sandbox.fork("get", "--json", "log.ndjson").text.contains(#""value":[{"id":1},"#))
    let diff = try await sandbox.fork("diff", "main~", "main").text
    #expect(diff.contains("name"), "\(diff)")
    for command in ["validate", "check", "verify"] { try await sandbox.fork(command).succeed() }
    let root = try await sandbox.fork("update", "log.ndjson", "--set", "={}")
    #expect(root.status == 65, "\(root)")
    let broken = try await sandbox.fork("update", "log.ndjson", "-", input: "{\"a\":1}\n{\n")
    #expect(broken.status == 65 && broken.errorText.contains(":2:"), "\(broken)")
  }

  @Test("comments stay beside a value that is set, moved or restored")
  func editedComments() async throws {
    let sandbox = try await Sandbox.withRepository()
    let list = "[\n  // why\n  \"a\", // la\n  \"b\"\n]\n"
    let object = "{\n  \"o\": {\n    // why\n    \"x\": 1, // bx\n    \"y\": 2\n  }\n}\n"
    try sandbox.write(list, to: "data/list.jsonc")
    try sandbox.write(object, to: "data/object.jsonc")
    try await sandbox.fork("update").succeed()
    try await sandbox.fork("update", "list.jsonc", "--set", "/0=\"B\"").succeed()
    #expect(
      try sandbox.read("data/list.jsonc") == list.replacing("\"a\"", with: "\"B\""))
    try await sandbox.fork("update", "object.jsonc", "--move", "/o/x=/o/q").succeed()
    #expect(
      try sandbox.read("data/object.jsonc")
        == "{\n  \"o\": {\n    \"y\": 2,\n    // why\n    \"q\": 1 // bx\n  }\n}\n")
    try await sandbox.fork("restore", "object.jsonc#/o", "--at", "main~2").succeed()
    #expect(try sandbox.read("data/object.jsonc") == object)
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
      let merge = try await sandbox.fork("merge", "side", "--prefer", side).expect(status: 1)
      #expect(merge.text.contains("comments at '/a'"), "\(merge)")
    }
  }
}
