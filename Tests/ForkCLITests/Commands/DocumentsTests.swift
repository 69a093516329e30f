import Testing

@Suite("documents: get, documents, remove, status")
struct DocumentsTests {
  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.fork("update", "a.json", input: #"{"a/b":[1, {"s":"x\ty"}]}"#).succeed()
      try await sandbox.fork("update", "sub/b.json", input: "1").succeed()
      return sandbox
    }
  }

  @Test("get by pointer gives exactly that value's bytes")
  func getValue() async throws {
    let sandbox = try await Self.sandbox()
    #expect(try await sandbox.fork("get", "a.json", "/a~1b").line == #"[1, {"s":"x\ty"}]"#)
    #expect(try await sandbox.fork("get", "a.json", "/a~1b/1/s").line == #""x\ty""#)
    #expect(try await sandbox.fork("get", "a.json", "/a~1b/1/s", "-r").line == "x\ty")
    let json = try await sandbox.fork("get", "a.json", "/a~1b", "--json").line
    #expect(json.hasPrefix(#"{"document":"a.json","pointer":"/a~1b","commit":""#))
    #expect(json.hasSuffix(#""value":[1,{"s":"x\ty"}]}"#))
  }

  @Test("get as it was")
  func getAt() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("update", "sub/b.json", input: "2").succeed()
    #expect(try await sandbox.fork("get", "sub/b.json", "--at", "main~1").text == "1")
    try await sandbox.fork("get", "sub/b.json", "--at", "main~9").fail(66, printing: "main~9")
  }

  @Test("documents are the files that the schema names, and *.json elsewhere")
  func list() async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write("text", to: "data/readme.txt")
    try await sandbox.play("git add .", "git commit -q -m text")
    #expect(
      try await sandbox.fork("documents").lines == [".fork/schema.json", "a.json", "sub/b.json"])
    #expect(try await sandbox.fork("documents", "sub/*").lines == ["sub/b.json"])
    #expect(
      try await sandbox.fork("documents", "b.json", "--json").line.hasPrefix(
        #"[{"document":"sub/b.json","blob":""#))
    try await sandbox.fork("documents", "[").fail(64, printing: "[")
  }

  @Test("remove removes several in one version")
  func remove() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("remove", "a.json", "sub/b.json", "--json").prints(
      #""documents":["a.json","sub/b.json"]"#)
    #expect(!sandbox.exists("data/a.json") && !sandbox.exists("data/sub"))
    #expect(try await sandbox.git("rev-list", "--count", "HEAD").line == "4")
    #expect(try await sandbox.isSound())
  }

  @Test("status lists uncommitted changes")
  func status() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.play("fork create ui", "fork switch ui")
    try await sandbox.fork("update", "c.json", input: "1").succeed()
    try sandbox.write("2", to: "data/c.json")
    try sandbox.write("2", to: "data/new.json")
    try sandbox.write("2", to: "data/readme.txt")
    try sandbox.remove("data/a.json")
    let text = try await sandbox.fork("status").succeed().lines
    #expect(text.first?.hasPrefix("on ui at ") == true)
    #expect(text.first?.hasSuffix(", ahead of main by 1") == true)
    #expect(
      Array(text.dropFirst()) == [
        "uncommitted changes:", "  deleted   a.json", "  modified  c.json", "  new       new.json",
        "uncommitted changes to other files:", "  new       readme.txt",
      ])
    try await sandbox.fork("status", "--json").prints(
      #""edited":[{"document":"a.json","state":"deleted"},"#, #""others":["readme.txt"]"#)
  }
}
