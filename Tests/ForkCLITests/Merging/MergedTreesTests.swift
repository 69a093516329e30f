import Testing

@Suite("merging files that are no documents, and whole documents")
struct MergedTreesTests {
  /// Two forks of plain git: `edit` is done in the work tree of each, and committed.
  private static func sandbox(
    schema: Bool = true, base: [String: String], main: [String: String?], ui: [String: String?]
  ) async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    if !schema { try await sandbox.git("rm", "-q", ".fork/schema.json").succeed() }
    try await sandbox.commit(base, "base")
    try await sandbox.git("checkout", "-q", "-b", "ui").succeed()
    try await sandbox.commit(ui, "on ui")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(main, "on main")
    return sandbox
  }

  @Test("texts are merged by lines, and reported")
  func texts() async throws {
    let sandbox = try await Self.sandbox(
      base: ["README": "1\n2\n3\n4\n5\n"], main: ["README": "one\n2\n3\n4\n5\n"],
      ui: ["README": "1\n2\n3\n4\nfive\n"])
    let report = try await sandbox.fork("merge", "ui", "--json").succeed().line
    #expect(try sandbox.read("data/README") == "one\n2\n3\n4\nfive\n")
    #expect(report.contains(#""document":"README","pointer":"","strategy":"lineMerge""#))
    #expect(try await sandbox.isSound())
  }

  @Test("a text conflict in an ordinary repository stays open")
  func textConflict() async throws {
    let sandbox = try await Self.sandbox(
      schema: false, base: ["README": "1\n"], main: ["README": "one\n"], ui: ["README": "uno\n"])
    let before = try await sandbox.state()
    try await sandbox.fork("merge", "ui").prints("--resolve 'README#=ours'", status: 1)
    #expect(try await sandbox.state() == before)
    try await sandbox.fork("merge", "ui", "--resolve", "README#=theirs").succeed()
    #expect(try sandbox.read("data/README") == "uno\n")
  }

  @Test("of two binary files the later is kept")
  func binary() async throws {
    let sandbox = try await Self.sandbox(
      base: ["x.bin": "\u{0}0"], main: ["x.bin": "\u{0}main"], ui: ["x.bin": "\u{0}ui"])
    try await sandbox.fork("merge", "ui", "--json").prints(
      #""document":"x.bin","pointer":"","strategy":"mostRecent""#)
    #expect(["\u{0}main", "\u{0}ui"].contains(try sandbox.read("data/x.bin")))
  }

  @Test(
    "under a schema a change wins over a deletion, and is reported", arguments: [true, false])
  func changeBeatsDeletion(mainDeletes: Bool) async throws {
    let changed: [String: String?] = ["a.json": #"{"a":2}"#]
    let deleted: [String: String?] = ["a.json": nil]
    let sandbox = try await Self.sandbox(
      base: ["a.json": #"{"a":1}"#], main: mainDeletes ? deleted : changed,
      ui: mainDeletes ? changed : deleted)
    try await sandbox.fork("merge", "ui", "--json").prints(
      "one side deleted what the other changed; the change is kept")
    #expect(try sandbox.read("data/a.json") == #"{"a":2}"#)
  }

  @Test("a side that only reformatted has not changed it: the deletion is kept")
  func reformattedAndDeleted() async throws {
    let sandbox = try await Self.sandbox(
      schema: false, base: ["a.json": #"{"a":1}"#], main: ["a.json": "{ \"a\": 1.0 }\n"],
      ui: ["a.json": nil])
    try await sandbox.fork("merge", "ui").succeed()
    #expect(!sandbox.exists("data/a.json"))
  }

  @Test("in an ordinary repository it stays open")
  func deletedAndChanged() async throws {
    let sandbox = try await Self.sandbox(
      schema: false, base: ["a.json": #"{"a":1}"#], main: ["a.json": nil],
      ui: ["a.json": #"{"a":2}"#])
    let before = try await sandbox.state()
    try await sandbox.fork("merge", "ui", "--json").prints(
      #""pointer":"","reason":"deletedAndChanged","base":{"a":1},"theirs":{"a":2}"#, status: 1)
    #expect(try await sandbox.state() == before)
    try await sandbox.fork("merge", "ui", "--resolve", "a.json#=delete").succeed()
    #expect(!sandbox.exists("data/a.json"))
  }

  @Test("a mode that one side changed stays changed, and a link is kept")
  func modes() async throws {
    let sandbox = try await Self.sandbox(
      base: ["run": "1\n2\n3\n"], main: ["run": "1\n2\n3\n4\n"], ui: [:])
    try await sandbox.git("checkout", "-q", "ui").succeed()
    try await sandbox.run("chmod", ["+x", "run"], in: "data").succeed()
    try await sandbox.run("ln", ["-s", "run", "link"], in: "data").succeed()
    try sandbox.write("0\n1\n2\n3\n", to: "data/run")
    try await sandbox.commit([:], "mode and link")
    try await sandbox.play("git checkout -q main", "fork merge ui")
    let modes = try await sandbox.git("ls-tree", "main", "link", "run").lines.map { $0.prefix(6) }
    #expect(modes == ["120000", "100755"])
    #expect(try sandbox.read("data/run") == "0\n1\n2\n3\n4\n")
    #expect(try await sandbox.isSound())
  }

  @Test("of two links the later is kept")
  func links() async throws {
    let sandbox = try await Self.sandbox(base: ["x": ""], main: [:], ui: [:])
    for fork in ["ui", "main"] {
      try await sandbox.git("checkout", "-q", fork).succeed()
      try await sandbox.run("ln", ["-s", "to-" + fork, "link"], in: "data").succeed()
      try await sandbox.git("add", "-A").succeed()
      let date = fork == "ui" ? "@1600000200 +0000" : "@1600000100 +0000"
      try await sandbox.git(
        "commit", "-q", "-m", "link", environment: ["GIT_AUTHOR_DATE": date]
      ).succeed()
    }
    try await sandbox.fork("merge", "ui", "--json").prints(
      "ours is a symbolic link, theirs is a symbolic link")
    #expect(try await sandbox.git("show", "main:link").text == "to-ui")
    #expect(try await sandbox.isSound())
  }

  @Test(
    "of two modes of a file that both added the later is kept, and reported",
    arguments: ["main", "ui"])
  func modesOfAddedFile(later: String) async throws {
    let sandbox = try await Self.sandbox(base: ["x": ""], main: [:], ui: [:])
    for fork in ["ui", "main"] {
      try await sandbox.git("checkout", "-q", fork).succeed()
      try sandbox.write("1\n", to: "data/tool")
      if fork == "ui" { try await sandbox.run("chmod", ["+x", "tool"], in: "data").succeed() }
      try await sandbox.git("add", "-A").succeed()
      let date = fork == later ? "@1600000200 +0000" : "@1600000100 +0000"
      try await sandbox.git(
        "commit", "-q", "-m", "tool", environment: ["GIT_AUTHOR_DATE": date]
      ).succeed()
    }
    let report = try await sandbox.fork("merge", "ui", "--json").succeed().line
    let kept = later == "main" ? "ours" : "theirs"
    #expect(report.contains(#""document":"tool","pointer":"","strategy":"mostRecent""#))
    #expect(report.contains("one side made it executable, the other did not: \(kept) is kept"))
    let mode = try await sandbox.git("ls-tree", "main", "tool").line.prefix(6)
    #expect(mode == (later == "main" ? "100644" : "100755"))
    #expect(try await sandbox.isSound())
  }

  @Test("the merged schema governs the merge that it arrives with")
  func schemaArrives() async throws {
    let counter = #"{"x-documents":{"a.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#
    let sandbox = try await Self.sandbox(
      base: ["a.json": #"{"n":0}"#], main: ["a.json": #"{"n":1}"#],
      ui: ["a.json": #"{"n":2}"#, ".fork/schema.json": counter])
    try await sandbox.fork("merge", "ui").succeed()
    #expect(try sandbox.read("data/a.json") == #"{"n":3}"#)
  }

  @Test(
    "crossed histories: two resolutions of a conflict of the bases are a conflict again")
  func crissCrossOfAConflict() async throws {
    let sandbox = try await Self.sandbox(
      base: ["a.json": #"{"a":0}"#], main: ["a.json": #"{"a":1}"#], ui: ["a.json": #"{"a":2}"#])
    let tips = try await sandbox.tips(of: ["main", "ui"])
    try await sandbox.fork("merge", tips[1], "--into", "main", "--prefer", "ours").succeed()
    try await sandbox.fork("merge", tips[0], "--into", "ui", "--prefer", "ours").succeed()
    try await sandbox.fork("merge", "ui", "--json", "--on-conflict", "fail").prints(
      #""base":0,"ours":1,"theirs":2"#, status: 1)
  }

  @Test("crossed histories: all three bases count")
  func threeBases() async throws {
    let sandbox = try await Self.sandbox(
      base: ["a.json": #"{"a":0,"b":0,"c":0,"d":0}"#],
      main: ["a.json": #"{"a":1,"b":0,"c":0,"d":0}"#],
      ui: ["a.json": #"{"a":0,"b":1,"c":0,"d":0}"#])
    let base = try await sandbox.git("merge-base", "main", "ui").line
    try await sandbox.fork("create", "web", "--from", base).succeed()
    try await sandbox.put(#"{"a":0,"b":0,"c":1,"d":0}"#, on: "web")
    let tips = try await sandbox.tips(of: ["main", "ui", "web"])
    try await sandbox.fork("merge", tips[1], tips[2], "--into", "main").succeed()
    try await sandbox.fork("merge", tips[0], tips[2], "--into", "ui").succeed()
    #expect(try await sandbox.git("merge-base", "--all", "main", "ui").lines.count == 3)
    try await sandbox.put(#"{"a":2,"b":2,"c":2,"d":0}"#)
    try await sandbox.put(#"{"a":1,"b":1,"c":1,"d":1}"#, on: "ui")
    try await sandbox.fork("merge", "ui", "--on-conflict", "fail").succeed()
    #expect(try await sandbox.document() == #"{"a":2,"b":2,"c":2,"d":1}"#)
  }
}

extension Sandbox {
  /// The commits that forks stand at.
  fileprivate func tips(of forks: [String]) async throws -> [String] {
    var tips: [String] = []
    for fork in forks { tips.append(try await git("rev-parse", fork).line) }
    return tips
  }

  /// Writes and deletes files of the work tree, and commits them with git.
  fileprivate func commit(_ files: [String: String?], _ message: String) async throws {
    for (path, text) in files {
      if let text {
        try write(text, to: "data/" + path)
      } else {
        try await git("rm", "-q", path).succeed()
      }
    }
    try await git("add", "-A").succeed()
    try await git("commit", "-q", "--allow-empty", "-m", message).succeed()
  }
}
