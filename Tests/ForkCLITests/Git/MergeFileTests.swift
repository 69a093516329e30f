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
  }

  @Test("--schema declares strategies, --json reports")
  func schema() async throws {
    let sandbox = try sandbox(#"{"n":1}"#, #"{"n":2}"#, #"{"n":2}"#)
    try sandbox.write(
      #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#,
      to: "schema.json")
    let outcome = try await sandbox.run(
      "fork", ["merge-file", "--schema", "schema.json", "--json"] + files, in: "."
    ).succeed()
    #expect(outcome.text.contains(#""clean":true"#))
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
    let missing = try await sandbox.run(
      "fork", ["merge-file", "x.json", "y.json", "z.json"], in: ".")
    #expect(missing.status == 66)
    let few = try await sandbox.run("fork", ["merge-file", "ours.json"], in: ".")
    #expect(few.status == 64)
    let schema = try await sandbox.run(
      "fork", ["merge-file", "--schema", "schema.json"] + files, in: ".")
    #expect(schema.status == 65)
    #expect(schema.errorText.contains("mostRecent"))
    let both = try await sandbox.run("fork", ["merge-file", "--json", "-p"] + files, in: ".")
    #expect(both.status == 64)
  }
}
