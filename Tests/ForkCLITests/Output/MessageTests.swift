import Testing

@Suite("generated messages")
struct MessageTests {
  private func subject(_ sandbox: Sandbox) async throws -> String {
    try await sandbox.git("log", "-1", "--format=%s").succeed().line
  }

  @Test("an update names the properties that it changes")
  func properties() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(
      #"{"title": "a", "tags": [], "notes": [{"id": 1, "text": "x"}]}"#, at: "note.json")
    #expect(try await subject(sandbox) == "add note.json")
    try await sandbox.fork("update", "note.json", "--set", "/title=1", "--insert", "/tags/-=2")
      .succeed()
    #expect(try await subject(sandbox) == "note.json: title, tags")
    try await sandbox.put(
      #"{"title": "b", "tags": [2], "notes": [{"id": 1, "text": "y"}]}"#, at: "note.json")
    #expect(try await subject(sandbox) == "note.json: title, notes/0/text")
    try sandbox.write(
      #"{"title": "c", "tags": [2], "notes": [{"id": 1, "text": "y"}]}"#, to: "data/note.json")
    try await sandbox.fork("update").succeed()
    #expect(try await subject(sandbox) == "note.json: title")
    try await sandbox.put(
      #"{"title": "c", "tags": [2], "notes": [{"id": 1, "text": "y"}] }"#, at: "note.json")
    #expect(try await subject(sandbox) == "reformat note.json")
    try await sandbox.put(#"{"a": 1, "b": 2, "c": 3, "d": {"e": 4, "f": 5}}"#, at: "note.json")
    #expect(try await subject(sandbox) == "note.json: title, tags, notes and 4 more")
    try await sandbox.put(#"[1]"#, at: "note.json")
    #expect(try await subject(sandbox) == "update note.json")
  }

  @Test("an update of the work tree names up to three documents")
  func documents() async throws {
    let sandbox = try await Sandbox.withRepository()
    for name in ["a", "b"] { try sandbox.write("1", to: "data/\(name).json") }
    try await sandbox.fork("update").succeed()
    #expect(try await subject(sandbox) == "update a.json, b.json")
    for name in ["a", "b", "c", "d"] { try sandbox.write("2", to: "data/\(name).json") }
    try await sandbox.fork("update").succeed()
    #expect(try await subject(sandbox) == "update 4 documents")
  }

  @Test("a line break in a key does not end the subject")
  func lineBreaks() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a\nb": 1}"#)
    try await sandbox.put(#"{"a\nb": 2}"#)
    #expect(try await subject(sandbox) == "a.json: a b")
  }

  @Test("--set-string takes plain text, in the order of the other edits")
  func plainText() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    try await sandbox.fork(
      "update", "a.json", "--set", "/title=1", "--set-string", #"/title=plain "text" = 1"#,
      "--set-string", "/empty="
    ).succeed()
    #expect(try await sandbox.document() == #"{"title":"plain \"text\" = 1","empty":""}"#)
    try await sandbox.fork("update", "a.json", "--set-string", "/title").fail(
      64, printing: "has no '='")
  }
}
