import Testing

@Suite("renames and texts in differences")
struct DifferenceTests {
  @Test("a rename is one, with its changes")
  func renames() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      "{\"a\": 1,\n\"b\": \"unchanged\",\n\"c\": \"too\"}")
    try await sandbox.put(#"{"other": true}"#, at: "x.json", on: "ui")
    try await sandbox.fork("rename-document", "a.json", "d/b.json", "--fork", "ui").succeed()
    let renamed = try await sandbox.fork("diff", "main", "ui").succeed().text
    #expect(renamed.contains("a.json -> d/b.json  (renamed)"), "\(renamed)")
    #expect(!renamed.contains("- "), "\(renamed)")
    try await sandbox.set("/a=2", in: "d/b.json", on: "ui")
    try await sandbox.fork("diff", "main", "ui").prints("a.json -> d/b.json\n  ~ /a  1 -> 2\n")
    let json = try await sandbox.fork("diff", "main", "ui", "--json").succeed().text
    #expect(
      json.contains(#""document":"d/b.json","renamedFrom":"a.json","op":"replace""#), "\(json)")
    try await sandbox.fork("diff", "main", "ui", "--stat").prints("a.json -> d/b.json  1 replaced")
    #expect(try await sandbox.fork("show", "ui~1").succeed().text.contains("a.json -> d/b.json"))
  }

  @Test("a changed text is shown word by word")
  func words() async throws {
    let start =
      "The quick brown fox jumps over the lazy dog, and then it sleeps for the rest of the day"
    let sandbox = try await Sandbox.withTwoForks("{\"text\": \"\(start)\"}")
    try await sandbox.set("/text=\"\(start.replacing("lazy", with: "old"))!\"", on: "ui")
    let text = try await sandbox.fork("diff", "main", "ui").succeed().text
    #expect(text.contains("over the [-lazy-]{+old+} dog"), "\(text)")
    #expect(text.contains("day{+!+}\""), "\(text)")
    try await sandbox.set("/text=\"\(String(repeating: "something else ", count: 6))\"", on: "ui")
    try await sandbox.fork("diff", "main", "ui").prints("- \"The quick")
  }

  @Test("a page never replaces a file that is no page")
  func pages() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a": 1}"#)
    try sandbox.write(#"{"a": 2}"#, to: "data/a.json")
    try await sandbox.fork("diff", "--html", "a.json").fail(73, printing: "a.json", "--html")
    #expect(try sandbox.read("data/a.json") == #"{"a": 2}"#)
    for _ in 0..<2 { try await sandbox.fork("diff", "--html", "../page.html").succeed() }
  }

  @Test("a renamed file is one change in status")
  func renamedInStatus() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("{\"a\": 1, \"text\": \"some longer text\"}\n", at: "a.json")
    try sandbox.write("a file of other contents\n", to: "data/x.txt")
    try await sandbox.play("git add -A", "git commit -qm x")
    for (old, new) in [("a.json", "b.json"), ("x.txt", "y.txt")] {
      _ = try await sandbox.run("mv", [old, new], in: "data").succeed()
    }
    let text = try await sandbox.fork("status").succeed().text
    #expect(text.contains("renamed   a.json -> b.json\n"), "\(text)")
    #expect(text.contains("renamed   x.txt -> y.txt\n") && !text.contains("deleted"))
    let json = try await sandbox.fork("status", "--json").succeed().line
    #expect(
      json.contains(#""edited":[{"document":"b.json","renamedFrom":"a.json","state":"renamed"}]"#),
      "\(json)")
    try sandbox.write("{\"other\": [1, 2, 3]}\n", to: "data/b.json")
    try await sandbox.fork("status").prints("deleted   a.json", "new       b.json")
  }

  @Test("a change of comments alone is not called a reformatting")
  func comments() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("{\n  // one\n  \"a\": 1\n}\n", at: "a.jsonc")
    for (text, note) in [
      ("{\n  // two\n  \"a\": 1\n}\n", "only comments changed"),
      ("{\n  \"a\": 1\n}\n", "only comments changed"),
      ("{\n    // one\n    \"a\": 1\n}\n", "only reformatted"),
    ] {
      try sandbox.write(text, to: "data/a.jsonc")
      let diff = try await sandbox.fork("diff").succeed().text
      #expect(diff == "a.jsonc  (\(note))\n")
    }
  }
}
