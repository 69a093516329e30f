import Glibc
import Testing

@Suite("fork update, the whole work tree")
struct UpdateWorkTreeTests {
  @Test("edited, new and deleted documents become one version; other files are left alone")
  func records() async throws {
    let sandbox = try await Sandbox.withRepository()
    for document in ["a.json", "b.json", "c.json"] {
      try await sandbox.fork("update", document, input: "1").succeed()
    }
    try sandbox.write("2", to: "data/a.json")
    try sandbox.write("[]", to: "data/new/d.json")
    try sandbox.write("text", to: "data/readme.txt")
    try sandbox.write("ignored.json", to: "data/.git/info/exclude")
    try sandbox.write("1", to: "data/ignored.json")
    try await sandbox.git("rm", "-q", "--cached", "c.json").succeed()
    try sandbox.remove("data/c.json")
    try sandbox.remove("data/b.json")
    try await sandbox.fork("update", "--json", "-m", "all of it").prints(
      #""documents":["a.json","b.json","c.json","new/d.json"]"#)
    #expect(try await sandbox.git("status", "--porcelain").line == "?? readme.txt")
    #expect(try await sandbox.git("log", "-1", "--format=%s").line == "all of it")
    #expect(
      try await sandbox.git("ls-tree", "-r", "--name-only", "HEAD").lines
        == [".fork/schema.json", ".gitattributes", "a.json", "new/d.json"])
    try await sandbox.fork("update", "--json").prints(#""changed":false"#)
  }

  @Test("a document that does not parse stops all of it")
  func broken() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("1", to: "data/a.json")
    try sandbox.write("{\n\"a\" 1}", to: "data/sub/b.json")
    let state = try await sandbox.state()
    try await sandbox.fork("update").fail(65, printing: "sub/b.json:2:5")
    try sandbox.write(
      #"{"x-documents":{"a.json":{"x-merge":"none"}}}"#, to: "data/.fork/schema.json")
    try await sandbox.fork("update").fail(65, printing: ".fork/schema.json")
    try sandbox.write(try sandbox.read("data/a.json"), to: "data/.fork/schema.json")
    try await sandbox.git("checkout", "-q", ".fork").succeed()
    #expect(try await sandbox.state() == state)
  }

  @Test("a directory or special file instead of a document is not recorded as its deletion")
  func pipe() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    try await sandbox.run("bash", ["-c", "rm a.json; mkfifo a.json"], in: "data").succeed()
    let tip = try await sandbox.git("rev-parse", "main").line
    try await sandbox.fork("update").fail(65, printing: "a.json", "named pipe", "move it away")
    try await sandbox.fork("update", "a.json", input: "2").fail(73, printing: "a.json")
    #expect(try await sandbox.git("rev-parse", "main").line == tip)
  }

  @Test(
    "a document without read permission",
    .enabled(if: getuid() == 0, "only root can give it away"))
  func unreadable() async throws {
    let sandbox = try await Sandbox.withTwoForks("1")
    let script = """
      chmod -R o+rwX .. && chmod 000 a.json && chown -R nobody . && touch -d tomorrow a.json
      exec setpriv --reuid=nobody --clear-groups \(Sandbox.program) update
      """
    try await sandbox.run(
      "bash", ["-c", script], in: "data", environment: ["HOME": "/nonexistent"]
    ).fail(77, printing: "a.json")
  }

  @Test("without a work tree it is an error")
  func bare() async throws {
    let sandbox = try await Sandbox.withRepository(bare: true)
    try await sandbox.fork("update").fail(64, printing: "no work tree")
  }

  @Test("a staged file that was edited again is recorded as it is in the work tree")
  func staged() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("1", to: "data/a.json")
    try await sandbox.git("add", "a.json").succeed()
    try sandbox.write("2", to: "data/a.json")
    try await sandbox.fork("update").succeed()
    #expect(try await sandbox.fork("get", "a.json").text == "2")
    #expect(try await sandbox.isSound())
  }

  @Test("not during a git merge")
  func duringMerge() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.play(
      "git checkout -q -b side", "git commit -q --allow-empty -m side", "git checkout -q main",
      "git merge -q --no-ff --no-commit side")
    try sandbox.write("1", to: "data/a.json")
    try await sandbox.fork("update").fail(75, printing: "merge", "git merge --abort")
    try await sandbox.fork("update", "b.json", input: "1").fail(75, printing: "merge")
  }
}
