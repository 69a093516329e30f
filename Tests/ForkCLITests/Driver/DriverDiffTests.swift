import Testing

/// The differences that git shows after `fork install --diff`.
@Suite("git diff and git log -p, by property")
struct DriverDiffTests {
  private static let document = """
    {
      "title": "A",
      "tags": ["x", "y"],
      "items": [
        { "id": "a", "n": 1 },
        { "id": "b", "n": 2 }
      ]
    }

    """

  private static let reformatted =
    #"{"items":[{"n":1.0,"id":"a"},{"id":"b","n":2}],"title":"\u0041","tags":["x","y"]}"#

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.withDriver(Self.document, installing: ["--diff"])
  }

  /// The lines that a diff adds or takes away.
  private func changes(_ diff: Outcome) -> [String] {
    diff.lines.filter { line in
      ["+", "-"].contains { line.hasPrefix($0) && !line.hasPrefix($0 + $0 + $0) }
    }
  }

  @Test("a reformatted document: no change of value")
  func reformatting() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(Self.reformatted, to: "data/a.json")
    #expect(try await sandbox.git("diff").succeed().text.isEmpty)
    try await sandbox.git("commit", "-q", "-a", "-m", "reformatted").succeed()
    #expect(changes(try await sandbox.git("log", "-p", "-1").succeed()).isEmpty)
    #expect(changes(try await sandbox.git("show").succeed()).isEmpty)
    try await sandbox.expectSound()
  }

  @Test("one property: that property, whatever was reformatted with it")
  func property() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      Self.reformatted.replacing("\"n\":2", with: "\"n\":3"), to: "data/a.json")
    let expected = [#"-/items[id="b"]/n 2"#, #"+/items[id="b"]/n 3"#]
    #expect(changes(try await sandbox.git("diff").succeed()) == expected)
    try await sandbox.git("commit", "-q", "-a", "-m", "changed").succeed()
    #expect(changes(try await sandbox.git("log", "-p", "-1").succeed()) == expected)
    try await sandbox.expectSound()
  }

  @Test("an insertion changes nothing but itself; a text shows the line that changed")
  func insertion() async throws {
    let sandbox = try await sandbox()
    try await sandbox.commit(#"{"tags":["x","y"],"text":"one\ntwo\nthree"}"#, "before")
    try sandbox.write(#"{"tags":["w","x","y"],"text":"one\n2\nthree"}"#, to: "data/a.json")
    #expect(
      changes(try await sandbox.git("diff").succeed()) == [
        #"+/tags[] "w""#, #"-/text + "two\n""#, #"+/text + "2\n""#,
      ])
    try await sandbox.expectSound(leaving: [" M a.json"])
  }

  @Test("what is not JSON is compared as it is, and git add -p and patches work as ever")
  func others() async throws {
    let sandbox = try await sandbox()
    try await sandbox.commit("{ // why\n}\n", at: "b.json", "comments")
    try sandbox.write("{ // because\n}\n", to: "data/b.json")
    #expect(
      changes(try await sandbox.git("diff").succeed()) == ["-{ // why", "+{ // because"])
    try await sandbox.git("format-patch", "-1", "--stdout", "HEAD~").prints("+  \"title\": \"A\",")
    try sandbox.write("y\n", to: "answers")
    try await sandbox.run("sh", ["-c", "git add -p < ../answers"], in: "data").succeed()
    #expect(try await sandbox.git("show", ":b.json").text == "{ // because\n}\n")
    try await sandbox.expectSound(leaving: ["M  b.json"])
  }

  @Test("diff-driver, as an external diff program: the lines of fork diff")
  func external() async throws {
    let sandbox = try await sandbox()
    let external = ["GIT_EXTERNAL_DIFF": "fork diff-driver"]
    try sandbox.write(Self.document.replacing("\"A\"", with: "\"B\""), to: "data/a.json")
    let diff = try await sandbox.git("diff", environment: external).succeed()
    #expect(diff.text.hasPrefix("a.json\n  ~ /title  \"A\" -> \"B\"\n"))
    #expect(diff.text == (try await sandbox.fork("diff").succeed().text))
    try sandbox.write(Self.reformatted, to: "data/a.json")
    #expect(
      try await sandbox.git("diff", environment: external).succeed().text
        == "a.json  (only reformatted)\n")
    try sandbox.write("no JSON\n", to: "data/a.json")
    try await sandbox.git("add", "-A").succeed()
    try await sandbox.git("diff", "--cached", environment: external).prints(
      "+no JSON\n", "-  \"title\": \"A\",\n")
    try await sandbox.git("rm", "-q", "-f", "--cached", "a.json").succeed()
    #expect(
      try await sandbox.git("diff", "--cached", environment: external).succeed().text.contains("-"))
    try await sandbox.expectSound(leaving: ["D  a.json", "?? a.json"])
  }

  @Test("git blame shows the lines of the file, with their numbers")
  func blame() async throws {
    let sandbox = try await sandbox()
    for command in [["blame"], ["--no-pager", "annotate"]] {
      let lines = try await sandbox.run("git", command + ["a.json"], in: "data").succeed().lines
      #expect(lines.count == 8 && lines[1].hasSuffix(#"  "title": "A","#), "\(lines)")
    }
  }
}
