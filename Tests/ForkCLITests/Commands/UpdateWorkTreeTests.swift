import Glibc
import Testing

@Suite("fork update, the whole work tree")
struct UpdateWorkTreeTests {
  @Test("edited, new and deleted documents become one version; other files are left alone")
  func records() async throws {
    let world = try await World.withRepository()
    for document in ["a.json", "b.json", "c.json"] {
      try await world.fork("update", document, input: "1").succeed()
    }
    try world.write("2", to: "data/a.json")
    try world.write("[]", to: "data/new/d.json")
    try world.write("text", to: "data/readme.txt")
    try world.write("ignored.json", to: "data/.git/info/exclude")
    try world.write("1", to: "data/ignored.json")
    try await world.git("rm", "-q", "--cached", "c.json").succeed()
    try world.remove("data/c.json")
    try world.remove("data/b.json")
    let outcome = try await world.fork("update", "--json", "-m", "all of it").succeed()
    #expect(outcome.text.contains(#""documents":["a.json","b.json","c.json","new/d.json"]"#))
    #expect(try await world.git("status", "--porcelain").line == "?? readme.txt")
    #expect(try await world.git("log", "-1", "--format=%s").line == "all of it")
    #expect(
      try await world.git("ls-tree", "-r", "--name-only", "HEAD").lines
        == [".fork/schema.json", ".gitattributes", "a.json", "new/d.json"])
    let again = try await world.fork("update", "--json").succeed()
    #expect(again.text.contains(#""changed":false"#))
  }

  @Test("a document that does not parse stops all of it")
  func broken() async throws {
    let world = try await World.withRepository()
    try world.write("1", to: "data/a.json")
    try world.write("{\n\"a\" 1}", to: "data/sub/b.json")
    let state = try await world.state()
    try await world.fork("update").fail(65, saying: "sub/b.json:2:5")
    try world.write(#"{"x-documents":{"a.json":{"x-merge":"none"}}}"#, to: "data/.fork/schema.json")
    try await world.fork("update").fail(65, saying: ".fork/schema.json")
    try world.write(try world.read("data/a.json"), to: "data/.fork/schema.json")
    try await world.git("checkout", "-q", ".fork").succeed()
    #expect(try await world.state() == state)
  }

  @Test("what is no file in place of a document is not recorded as its deletion")
  func pipe() async throws {
    let world = try await World.withTwoForks("1")
    try await world.run("bash", ["-c", "rm a.json; mkfifo a.json"], in: "data").succeed()
    let tip = try await world.git("rev-parse", "main").line
    try await world.fork("update").fail(65, saying: "a.json", "named pipe", "move it away")
    try await world.fork("update", "a.json", input: "2").fail(73, saying: "a.json")
    #expect(try await world.git("rev-parse", "main").line == tip)
  }

  @Test(
    "a document that may not be read",
    .enabled(if: getuid() == 0, "only root can give it away"))
  func unreadable() async throws {
    let world = try await World.withTwoForks("1")
    let script = """
      chmod -R o+rwX .. && chmod 000 a.json && chown -R nobody . && touch -d tomorrow a.json
      exec setpriv --reuid=nobody --clear-groups \(World.program) update
      """
    try await world.run(
      "bash", ["-c", script], in: "data", environment: ["HOME": "/nonexistent"]
    ).fail(77, saying: "a.json")
  }

  @Test("without a work tree it says so")
  func bare() async throws {
    let world = try await World.withRepository(bare: true)
    try await world.fork("update").fail(64, saying: "no work tree")
  }

  @Test("what was staged and edited again is recorded as it stands")
  func staged() async throws {
    let world = try await World.withRepository()
    try world.write("1", to: "data/a.json")
    try await world.git("add", "a.json").succeed()
    try world.write("2", to: "data/a.json")
    try await world.fork("update").succeed()
    #expect(try await world.fork("get", "a.json").text == "2")
    #expect(try await world.isSound())
  }

  @Test("not in the middle of a merge of git's")
  func duringMerge() async throws {
    let world = try await World.withRepository()
    try await world.git("checkout", "-q", "-b", "side").succeed()
    try await world.git("commit", "-q", "--allow-empty", "-m", "side").succeed()
    try await world.git("checkout", "-q", "main").succeed()
    try await world.git("merge", "-q", "--no-ff", "--no-commit", "side").succeed()
    try world.write("1", to: "data/a.json")
    try await world.fork("update").fail(75, saying: "merge", "git merge --abort")
    try await world.fork("update", "b.json", input: "1").fail(75, saying: "merge")
  }
}
