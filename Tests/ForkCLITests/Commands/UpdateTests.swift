import Testing

@Suite("fork update")
struct UpdateTests {
  @Test(
    "a file, standard input and - are the same, and come back byte for byte",
    arguments: [false, true])
  func bytes(bare: Bool) async throws {
    let sandbox = try await Sandbox.withRepository(bare: bare)
    let text = "\u{FEFF}{\r\n\t\"é\": 1.0e5,\"e\u{301}\": \"\\u00e9\" ,\"n\":[ ]}\r\n\n"
    try sandbox.write(text, to: "in.json")
    try await sandbox.fork("update", "a.json", sandbox.path("in.json")).succeed()
    try await sandbox.fork("update", "b/b.json", input: text).succeed()
    try await sandbox.fork("update", "c.json", "-", input: text).succeed()
    for document in ["a.json", "b/b.json", "c.json"] {
      #expect(try await sandbox.fork("get", document).succeed().text == text)
      if !bare { #expect(try sandbox.read("data/\(document)") == text) }
    }
    #expect(try await sandbox.isSound(bare: bare))
  }

  @Test("a version that only reformats is marked so")
  func reformatted() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: #"{"a":1,"b":2}"#).succeed()
    try await sandbox.fork("update", "a.json", "--json", input: #"{"b":2.0, "a":1}"#).prints(
      #""reformatted":true"#)
    let trailer = try await sandbox.git(
      "log", "-1", "--format=%(trailers:key=Fork-Reformatted,valueonly)")
    #expect(trailer.lines == ["true"])
  }

  @Test("edits are made in the order in which they are given, and leave other bytes alone")
  func edits() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork(
      "update", "a.json",
      input: "{\n  \"title\": \"old\",\n  \"list\": [1, 2],\n  \"n\"  :1E2,\n  \"gone\": 1.0\n}\n"
    ).succeed()
    try await sandbox.fork(
      "update", "a.json", "--unset", "/gone", "--set", #"/title="a=b""#, "--insert", "/list/0=0",
      "--move", "/list/2=/list/0", "--set", "/gone=2.50"
    ).succeed()
    #expect(
      try await sandbox.fork("get", "a.json").text
        == "{\n  \"title\": \"a=b\",\n  \"list\": [2, 0, 1],\n  \"n\"  :1E2,\n  \"gone\": 2.50\n}\n"
    )
  }

  @Test("patches in both standard forms")
  func patches() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: #"{"a":1,"b":[1,2]}"#).succeed()
    try sandbox.write(
      #"[{"op":"test","path":"/a","value":1},{"op":"add","path":"/b/-","value":3}]"#, to: "p.json")
    try await sandbox.fork("update", "a.json", "--patch", sandbox.path("p.json")).succeed()
    try await sandbox.fork("update", "a.json", "--merge-patch", "-", input: #"{"a":null,"c":{}}"#)
      .succeed()
    #expect(try await sandbox.fork("get", "a.json", "/b").line == "[1,2,3]")
    try await sandbox.fork("get", "a.json", "/a").fail(66, printing: "a.json#/a")
    #expect(try await sandbox.fork("get", "a.json", "/c").line == "{}")
  }

  @Test("a fork that is checked out in another work tree: that one follows")
  func linkedWorkTree() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("worktree", "add", "-q", "-b", "ui", "../ui").succeed()
    try await sandbox.fork("update", "a.json", "--fork", "ui", input: "1").succeed()
    #expect(try sandbox.read("ui/a.json") == "1")
    #expect(try await sandbox.git("status", "--porcelain", in: "ui").text.isEmpty)
    try sandbox.write("2", to: "ui/a.json")
    try await sandbox.fork("update", "a.json", "--fork", "ui", input: "3").fail(
      73, printing: "a.json")
    #expect(try sandbox.read("ui/a.json") == "2")
  }

  @Test("the time and author are git's")
  func author() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork(
      "update", "a.json", input: "1", environment: ["GIT_AUTHOR_DATE": "1900000000 +0200"]
    ).succeed()
    let format = "--format=%an|%ad|%(trailers:key=Fork-Version,valueonly)"
    let line = try await sandbox.git("log", "-1", "--date=raw", format).lines.first
    #expect(line == "Ada|1900000000 +0200|1900000000000000000")
    try await sandbox.fork("update", "a.json", input: "2").succeed()
    let next = try await sandbox.git("log", "-1", "--date=raw", format).lines.first
    #expect(next?.hasPrefix("Ada|19") == false, "a date that is far ahead dates nothing else")
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
