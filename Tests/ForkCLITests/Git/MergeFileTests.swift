import Testing

@Suite("fork merge-file")
struct MergeFileTests {
  private func sandbox(_ base: String, _ ours: String, _ theirs: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      try sandbox.write(text, to: name + ".json")
    }
    return sandbox
  }

  private let files = ["ours.json", "base.json", "theirs.json"]

  @Test("needs no repository, and writes the first file")
  func writes() async throws {
    let sandbox = try sandbox(#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#)
    try await sandbox.run("fork", ["merge-file"] + files, in: ".").succeed()
    #expect(try sandbox.read("ours.json") == #"{"a":2,"b":2}"#)
    #expect(try sandbox.read("theirs.json") == #"{"a":1,"b":2}"#)
  }

  @Test("-p prints, and a conflict is status 1 with markers; --prefer decides it")
  func prints() async throws {
    let sandbox = try sandbox("{\n  \"a\": 1\n}\n", "{\n  \"a\": 2\n}\n", "{\n  \"a\": 3\n}\n")
    let labels = ["-L", "mine", "-L", "old", "-L", "yours", "--diff3", "--marker-size", "9"]
    let printed = try await sandbox.run("fork", ["merge-file", "-p"] + labels + files, in: ".")
    #expect(printed.status == 1)
    #expect(
      printed.text == """
        {
        <<<<<<<<< mine
          "a": 2
        ||||||||| old
          "a": 1
        =========
          "a": 3
        >>>>>>>>> yours
        }

        """)
    #expect(try sandbox.read("ours.json") == "{\n  \"a\": 2\n}\n")
    let decided = try await sandbox.run(
      "fork", ["merge-file", "-p", "--prefer", "theirs"] + files, in: ".")
    #expect(decided.text == "{\n  \"a\": 3\n}\n")
    #expect(decided.errorText.contains("#/a"))
  }

  @Test(
    "--path names the file: its built-in schema, its notation, and the report's document",
    arguments: [
      ("package.json", #"{"dependencies":{"x":"^2.0.0"}}"#),
      ("a.json", nil),
    ])
  func path(path: String, expected: String?) async throws {
    func text(_ version: String) -> String { #"{"dependencies":{"x":"\#(version)"}}"# }
    let sandbox = try sandbox(text("^1.0.0"), text("^1.1.0"), text("^2.0.0"))
    let outcome = try await sandbox.run(
      "fork", ["merge-file", "--prefer", "versions", "--path", path, "--json"] + files, in: ".")
    #expect(outcome.text.contains(#""document":"\#(path)""#), "\(outcome)")
    if let expected { #expect(try sandbox.read("ours.json") == expected) }
    try await sandbox.run("fork", ["merge-file", "--path", ""] + files, in: ".")
      .fail(64, printing: "--path package.json")
  }

  @Test("--path tells that temporary copies may have comments")
  func notation() async throws {
    let sandbox = try Sandbox()
    let texts = [("base", 1, 1), ("ours", 2, 1), ("theirs", 1, 2)]
    for (name, a, b) in texts {
      try sandbox.write("{\n  // one\n  \"a\": \(a),\n  \"b\": \(b),\n}\n", to: name)
    }
    let outcome = try await sandbox.run(
      "fork", ["merge-file", "-p", "--path", "settings.jsonc", "ours", "base", "theirs"], in: "."
    ).succeed()
    #expect(outcome.text == "{\n  // one\n  \"a\": 2,\n  \"b\": 2,\n}\n")
    for (name, line) in [("base", ""), ("ours", "{\"n\":2}\n"), ("theirs", "{\"n\":3}\n")] {
      try sandbox.write("{\"n\":1}\n" + line, to: name)
    }
    let lines = try await sandbox.run(
      "fork", ["merge-file", "-p", "--path", "a.ndjson", "ours", "base", "theirs"], in: "."
    ).succeed()
    #expect(lines.lines.count == 3, "\(lines)")
  }

  @Test("--trace tells of each decision, conflict, move and pairing what it was matched by")
  func trace() async throws {
    let sandbox = try sandbox(
      #"""
      {"items":[{"sku":"a","n":1,"c":1},{"sku":"b","n":2,"c":2},{"sku":"c","n":3,"c":3}],
      "users":[{"id":7,"name":"x"}],"old":{"p":{"host":"h","port":1,"user":"u"}},"new":{}}
      """#,
      #"""
      {"items":[{"sku":"a","n":9,"c":1},{"sku":"b","n":4,"c":2},{"sku":"c","n":3,"c":3}],
      "users":[{"id":7,"name":"y"}],"old":{},"new":{"p":{"host":"h","port":1,"user":"u"}}}
      """#,
      #"""
      {"items":[{"sku":"a","n":1,"c":1},{"sku":"b","n":5,"c":2},{"sku":"c","n":3,"c":3}],
      "users":[{"id":7,"name":"z"}],"old":{"p":{"host":"h","port":2,"user":"u"}},"new":{}}
      """#)
    let plain = try await sandbox.run("fork", ["merge-file", "-p"] + files, in: ".")
    let traced = try await sandbox.run("fork", ["merge-file", "-p", "--trace"] + files, in: ".")
    #expect(traced.status == 1 && traced.text == plain.text)
    #expect(plain.errorText.count(where: \.isNewline) == 4, "\(plain.errorText)")
    let lines = traced.errorText.split(separator: "\n")
    func line(_ pointer: String) -> Substring {
      lines.first { $0.split(separator: " ").dropFirst().first == "ours.json#\(pointer)" } ?? ""
    }
    let item = "matched by /c, and 1 of 3 other parts"
    #expect(line("/items/0:") == "paired ours.json#/items/0: \(item)", "\(traced)")
    #expect(line("/items/1").hasSuffix("which has no id: \(item))"), "\(traced)")
    #expect(line("/items/1/n").hasSuffix("base 2, ours 4, theirs 5; \(item)"), "\(traced)")
    #expect(line("/users/0/name").hasSuffix("theirs \"z\"; matched by /id 7"), "\(traced)")
    #expect(line("/new/p").hasSuffix("; moved, matched by /host, and 2 of 2 other parts"))
    #expect(line("/items").hasSuffix("; matched by its key") && lines.count == 6, "\(traced)")
    try await sandbox.run("fork", ["merge-file", "--trace", "-q"] + files, in: ".")
      .fail(64, printing: "choose one")
  }

  @Test("--schema declares strategies, --json reports")
  func schema() async throws {
    let sandbox = try sandbox(#"{"n":1}"#, #"{"n":2}"#, #"{"n":2}"#)
    try sandbox.write(
      #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#,
      to: "schema.json")
    try await sandbox.run(
      "fork", ["merge-file", "--schema", "schema.json", "--json"] + files, in: "."
    ).prints(#""clean":true"#)
    #expect(try sandbox.read("ours.json") == #"{"n":3}"#)
  }

  @Test("a file that is not JSON is merged as git merges it")
  func lines() async throws {
    let sandbox = try sandbox("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n")
    let outcome = try await sandbox.run("fork", ["merge-file", "-p"] + files, in: ".").succeed()
    #expect(outcome.text == "A\nb\nC\n")
    #expect(outcome.errorText.contains("merged by lines"))
  }

  @Test("mistakes")
  func mistakes() async throws {
    let sandbox = try sandbox("{}", "{}", "{}")
    try sandbox.write(#"{"x-default-merge":"newest"}"#, to: "schema.json")
    try await sandbox.run("fork", ["merge-file", "x.json", "y.json", "z.json"], in: ".").expect(
      status: 66)
    try await sandbox.run("fork", ["merge-file", "ours.json"], in: ".").expect(status: 64)
    try await sandbox.run("fork", ["merge-file", "--schema", "schema.json"] + files, in: ".").warns(
      "mostRecent", status: 65)
    try await sandbox.run("fork", ["merge-file", "--json", "-p"] + files, in: ".").expect(
      status: 64)
  }
}
