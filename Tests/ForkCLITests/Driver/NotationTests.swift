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

  @Test("the first comment is refused in a file whose readers may refuse it")
  func firstComment() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", "-", input: "{\"a\": 1} // a\n").expect(status: 65)
    try await sandbox.fork("update", "a.jsonc", "-", input: "{\"a\": 1} // a\n").succeed()
    try await sandbox.fork("update", ".vscode/a.json", "-", input: "{\"a\": 1,}\n").succeed()
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

  @Test("comments stay beside a value that is set, moved or restored")
  func editedComments() async throws {
    let sandbox = try await Sandbox.withRepository()
    let list = "[\n  // why\n  \"a\", // la\n  \"b\"\n]\n"
    let object = "{\n  \"o\": {\n    // why\n    \"x\": 1, // bx\n    \"y\": 2\n  }\n}\n"
    try sandbox.write(list, to: "data/list.jsonc")
    try sandbox.write(object, to: "data/object.jsonc")
    try await sandbox.play("fork update", #"fork update list.jsonc --set '/0="B"'"#)
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

  @Test("a new list keeps the comments of equal elements, and a comma its place among comments")
  func keptComments() async throws {
    let sandbox = try await Sandbox.withRepository()
    let list = "{\n  \"l\": [\n    // a\n    \"a\", // A\n    // b\n    \"b\" // B\n  ]\n}\n"
    let longer = list.replacing("\"b\" // B", with: "\"b\", // B\n    \"c\"")
    try sandbox.write(#"{"l": ["a", "b", "c"]}"#, to: "patch.json")
    for edit in [["--merge-patch", "../patch.json"], ["--set", #"/l=["a","b","c"]"#]] {
      try await sandbox.put(list, at: "a.jsonc")
      _ = try await sandbox.run("fork", ["update", "a.jsonc"] + edit, in: "data").succeed()
      #expect(try sandbox.read("data/a.jsonc") == longer)
    }
    let commas = "{\n  \"a\": 1 /* x */ , /* y */\n  \"b\": 2 /* z */, // w\n  \"c\": 3\n}\n"
    try await sandbox.put(commas, at: "a.jsonc")
    try await sandbox.fork("update", "a.jsonc", "--unset", "/c", "--set", "/d=4").succeed()
    #expect(try sandbox.read("data/a.jsonc") == commas.replacing("\"c\": 3", with: "\"d\": 4"))
  }

  @Test(
    "an error in JSON Lines is that of its line",
    arguments: [
      ("{\"b\":1}\n{\"a\":1,\"a\":2}\n", "2:8: the key \"a\" is already at line 2, column 2"),
      ("{\"b\":1}\n]\n", "2:1: unexpected \"]\", expected a value"),
      ("{\"b\":1}\n[1,2\n{\"c\":1}\n]\n", "2:5: the text ends too early, expected \",\" or \"]\""),
      ("{\"b\":1},\n{\"c\":1}\n", "1:8: unexpected \",\", expected one value on each line"),
      ("{\"b\":1} {\"c\":1}\n", "1:9: unexpected \"{\", expected one value on each line"),
      ("[1,\n2]\n", "1:4: the text ends too early, expected a value"),
    ])
  func errorInLine(text: String, message: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(text, to: "data/a.jsonl")
    let outcome = try await sandbox.fork("validate", "a.jsonl").expect(status: 1)
    #expect(outcome.text.contains("a.jsonl:" + message.prefix(5)), "\(outcome)")
    #expect(outcome.text.contains(message.dropFirst(5)), "\(outcome)")
  }

  @Test(
    "lines that both sides append are all kept, if no id tells that they are one",
    arguments: [
      (#"{"ts":1,"m":"a"}"#, #"{"ts":2,"m":"b"}"#, #"{"ts":2,"m":"c"}"#),
      (#"{"ts":"1","m":"a","u":0}"#, #"{"ts":"2","m":"b","u":0}"#, #"{"ts":"2","m":"c","u":0}"#),
      ("1", "2", "3"), ("[1]", "[2,0]", "[2,1]"),
    ])
  func appended(line: String, ours: String, theirs: String) async throws {
    for count in [1, 3] {
      let base = (0..<count).map { line.replacing("1", with: "1\($0)") + "\n" }.joined()
      let sandbox = try await Sandbox.withBranches(
        base, ours: base + ours + "\n", theirs: base + theirs + "\n", at: "a.jsonl")
      try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
      let merged = try sandbox.read("data/a.jsonl")
      #expect(
        merged == base + ours + "\n" + theirs + "\n"
          || merged == base + theirs + "\n" + ours + "\n",
        "\(merged)")
    }
    let id = "{\"id\":1}\n{\"id\":2}\n"
    let same = try await Sandbox.withBranches(
      id, ours: id + "{\"id\":3,\"m\":\"b\"}\n", theirs: id + "{\"id\":3,\"m\":\"c\"}\n",
      at: "a.jsonl")
    try await same.git("merge", "-q", "--no-edit", "theirs").expect(status: 1)
  }

  @Test("each line keeps its own spaces and line ending, wherever it goes")
  func spacesOfLines() async throws {
    let sandbox = try await Sandbox.withRepository()
    let (first, second, third) = (
      "{\"id\":1}  \r\n", "  {\"id\":2,\"a\":1}\n", "\n\t{\"id\":3}   \n"
    )
    for (edit, expected) in [
      (["--set", "/1/a=5"], first + second.replacing("1}", with: "5}") + third),
      (["--unset", "/1"], first + third), (["--unset", "/0"], second + third),
      (["--insert", "/0={\"id\":7}"], "{\"id\":7}\r\n" + first + second + third),
      (["--insert", "/-={\"id\":7}"], first + second + third + "{\"id\":7}\r\n"),
      (["--move", "/2=/0"], third + first + second),
    ] {
      try await sandbox.put(first + second + third, at: "a.jsonl")
      _ = try await sandbox.run("fork", ["update", "a.jsonl"] + edit, in: "data").succeed()
      #expect(try sandbox.read("data/a.jsonl") == expected, "\(edit)")
      let last = third.dropLast(4)
      try await sandbox.put(first + second + last, at: "a.jsonl")
      _ = try await sandbox.run("fork", ["update", "a.jsonl", "--unset", "/0"], in: "data")
        .succeed()
      #expect(try sandbox.read("data/a.jsonl") == second + last)
    }
    let merged = try await Sandbox.withBranches(
      first + second + third, ours: second + third,
      theirs: first + second + third.replacing("3}", with: "3,\"b\":1}") + " {\"id\":4} \n",
      at: "a.jsonl")
    try await merged.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(
      try merged.read("data/a.jsonl")
        == second + third.replacing("3}", with: "3,\"b\":1}") + " {\"id\":4} \n")
  }
}
