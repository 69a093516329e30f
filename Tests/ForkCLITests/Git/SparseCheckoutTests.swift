import Testing

@Suite("sparse checkouts")
struct SparseCheckoutTests {
  /// A repository with documents in two directories, of which the work tree has one.
  private func sparse(_ patterns: [String]) async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    for name in ["root.json", "in/a.json", "out/b.json", "out/deep/c.json"] {
      try await sandbox.put("{\"v\": 1}", at: name)
    }
    try await sandbox.fork("create", "ui").succeed()
    // git leaves files that may have changed in the second of the index, until it has looked at them.
    try await sandbox.git("status").succeed()
    try await sandbox.run("git", ["sparse-checkout", "set"] + patterns, in: "data").succeed()
    #expect(sandbox.exists("data/in/a.json") && !sandbox.exists("data/out"))
    return sandbox
  }

  private func expectSound(_ sandbox: Sandbox, _ location: SourceLocation = #_sourceLocation)
    async throws
  {
    #expect(try await sandbox.isSound(), sourceLocation: location)
    #expect(!sandbox.exists("data/out"), sourceLocation: location)
    #expect(try await sandbox.git("diff", "--cached").text.isEmpty, sourceLocation: location)
  }

  private static let choices = [["in"], ["--no-cone", "/*.json", "/in/", ".fork"]]

  @Test(
    "commands read, write and merge documents that are not in the work tree", arguments: choices)
  func commands(patterns: [String]) async throws {
    let sandbox = try await sparse(patterns)
    #expect(try await sandbox.fork("status").succeed().lines.count == 1)
    #expect(try await sandbox.fork("diff").succeed().text.isEmpty)
    #expect(try await sandbox.fork("documents").succeed().lines.count == 5)
    try await sandbox.play("fork validate", "fork update out/b.json --set /v=2")
    try await expectSound(sandbox)
    try await sandbox.put("{}", at: "out/new.json")
    try await expectSound(sandbox)
    try sandbox.write("{\"v\": 2}", to: "data/in/a.json")
    let edited = try await sandbox.fork("update").succeed()
    #expect(edited.lines.count == 1 && edited.text.contains("in/a.json"), "\(edited)")
    try await sandbox.set("/w=3", in: "out/b.json", on: "ui")
    try await sandbox.set("/w=3", in: "in/a.json", on: "ui")
    try await sandbox.put("{}", at: "out/deep/d.json", on: "ui")
    try await sandbox.put("{}", at: "in/e.json", on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    try await expectSound(sandbox)
    #expect(sandbox.exists("data/in/e.json"))
    #expect(try sandbox.read("data/in/a.json").contains("\"w\""))
    #expect(try await sandbox.document("out/b.json").filter { $0 != " " } == #"{"v":2,"w":3}"#)
    try await sandbox.fork("undo").succeed()
    try await expectSound(sandbox)
    try await sandbox.fork("switch", "ui").succeed()
    try await expectSound(sandbox)
    try await sandbox.fork("remove", "out/b.json").succeed()
    try await sandbox.fork("rename-document", "out/deep/c.json", "in/c.json").succeed()
    #expect(sandbox.exists("data/in/c.json"))
    try await expectSound(sandbox)
    try await sandbox.play("fork verify", "git sparse-checkout disable")
    #expect(try await sandbox.isSound())
    #expect(try sandbox.read("data/out/deep/d.json") == "{}")
  }

  @Test("a file that stands where the checkout has none counts as an edit")
  func present() async throws {
    let sandbox = try await sparse(["in"])
    try sandbox.write("{\"v\": 9}", to: "data/out/b.json")
    try await sandbox.fork("update", "out/b.json", "--set", "/v=2").fail(73, printing: "out/b.json")
    #expect(try sandbox.read("data/out/b.json") == "{\"v\": 9}")
  }

  @Test("a sparse index names the command that writes another")
  func sparseIndex() async throws {
    let sandbox = try await sparse(["in", "--sparse-index"])
    try await sandbox.fork("status").fail(65, printing: "--no-sparse-index")
    try await sandbox.fork("update", "in/a.json", "--set", "/v=2").warns(
      "git sparse-checkout reapply --no-sparse-index", status: 65)
    try await sandbox.git("sparse-checkout", "reapply", "--no-sparse-index").succeed()
    try await sandbox.fork("update", "in/a.json", "--set", "/v=2").succeed()
  }
}
