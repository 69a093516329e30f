import Testing

@Suite("a document that both sides renamed")
struct DoubleRenameTests {
  private static let text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"d\": 4\n}\n"

  /// `main` names it `x.json`, `ui` later `new/y.json`, and each side changes another property.
  private func renamed(schema: String? = nil) async throws -> Sandbox {
    try await Sandbox.shared(schema ?? "") {
      let sandbox = try await Sandbox.withTwoForks(Self.text, schema: schema)
      try await sandbox.fork("rename-document", "a.json", "x.json").succeed()
      try await sandbox.fork("update", "x.json", "--set", "/a=9").succeed()
      try await sandbox.fork("rename-document", "a.json", "new/y.json", "--fork", "ui").succeed()
      try await sandbox.fork("update", "new/y.json", "--set", "/d=9", "--fork", "ui").succeed()
      return sandbox
    }
  }

  private func documents(_ sandbox: Sandbox, _ fork: String = "main") async throws -> [String] {
    try await sandbox.fork("documents", "--fork", fork).lines.filter { !$0.hasPrefix(".fork/") }
  }

  @Test("the later name is kept and reported, with the changes of both sides")
  func decided() async throws {
    let sandbox = try await renamed()
    try await sandbox.fork("merge", "ui").prints("ours renamed it to x.json, theirs to new/y.json")
    #expect(try await documents(sandbox) == ["new/y.json"])
    let merged = Self.text.replacing(": 1", with: ": 9").replacing(": 4", with: ": 9")
    #expect(try await sandbox.document("new/y.json") == merged)
    #expect(try await sandbox.isSound())
  }

  @Test(
    "without a decision it is a conflict, which a side resolves", arguments: ["ours", "theirs"])
  func conflict(side: String) async throws {
    let sandbox = try await renamed(schema: #"{"x-default-merge":"manual"}"#)
    let state = try await sandbox.state()
    try await sandbox.fork("merge", "ui").prints("--resolve 'a.json#=ours'", status: 1)
    #expect(try await sandbox.state() == state)
    try await sandbox.fork("merge", "ui", "--resolve", "a.json#=\(side)").succeed()
    #expect(try await documents(sandbox) == [side == "ours" ? "x.json" : "new/y.json"])
  }

  @Test("a document of another kind that holds the same is no rename")
  func kinds() async throws {
    let schema = #"{"x-documents":{"*.json":{"type":"object"},"boards/*":{"type":"object"}}}"#
    let sandbox = try await Sandbox.withTwoForks(Self.text, schema: schema)
    try await sandbox.play("fork rename-document a.json x.json", "fork remove a.json --fork ui")
    try await sandbox.put(Self.text, at: "boards/z.json", on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    #expect(try await documents(sandbox) == ["boards/z.json", "x.json"])
  }
}
