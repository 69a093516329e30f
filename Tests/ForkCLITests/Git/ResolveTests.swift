import Foundation
import Testing

/// An ordinary git repository in the middle of a merge that ran without the driver.
extension Sandbox {
  fileprivate static func merging(
    _ base: String?, _ ours: String?, _ theirs: String?, schema: String? = nil,
    at path: String = "a.json", by arguments: [String] = ["merge", "-q", "--no-edit", "theirs"],
    withDriver: Bool = false
  ) async throws -> Sandbox {
    try await shared(
      base ?? "none", ours ?? "none", theirs ?? "none", schema ?? "", path, arguments, withDriver
    ) {
      let sandbox = try await Sandbox.withGit()
      if withDriver { try await sandbox.fork("install").succeed() }
      if let schema { try sandbox.write(schema, to: "data/.fork/schema.json") }
      try await sandbox.commit(base, at: path, "base", "2026-01-01T00:00:00Z")
      try await sandbox.git("checkout", "-q", "-b", "theirs").succeed()
      try await sandbox.commit(theirs, at: path, "theirs", "2026-01-02T00:00:00Z")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await sandbox.commit(ours, at: path, "ours", "2026-01-03T00:00:00Z")
      try await sandbox.run("git", arguments, in: "data")
      return sandbox
    }
  }

  fileprivate func commit(
    _ text: String?, at path: String, _ message: String, _ date: String
  ) async throws {
    if let text {
      try write(text, to: "data/" + path)
    } else if exists("data/" + path) {
      try remove("data/" + path)
    }
    try await git("add", "-A").succeed()
    try await git("commit", "-q", "--allow-empty", "-m", message, "--date", date).succeed()
  }

  /// The entries of the index in stages above 0.
  fileprivate func unmerged() async throws -> [String] { try await git("ls-files", "-u").lines }
}

private func text(_ a: Int, _ b: Int, _ c: Int) -> String {
  "{\n  \"a\": \(a),\n  \"b\": \(b),\n  \"c\": \(c)\n}\n"
}

private let declared = #"{"x-default-merge":"mostRecent"}"#

@Suite("fork conflicts and fork resolve")
struct ResolveTests {
  @Test(
    "after git's own merge, resolve gives the result of the driver, and git continues",
    arguments: [
      (text(1, 1, 1), text(2, 1, 1), text(1, 2, 1), nil),
      (text(1, 1, 1), text(2, 2, 1), text(1, 3, 2), declared),
      (text(1, 1, 1), "{\"c\":2,\"b\":1,\"a\":1}", text(1, 5, 1), nil),
      (
        #"{"l":[{"id":1,"n":1},{"id":2,"n":1}]}"#, #"{"l":[{"id":2,"n":1},{"id":1,"n":2}]}"#,
        #"{"l":[{"id":1,"n":1},{"id":2,"n":2},{"id":3}]}"#, nil
      ),
      (nil, #"{"x":1,"n":{"p":1}}"#, #"{"y":2,"n":{"q":1}}"#, nil),
    ] as [(String?, String, String, String?)])
  func sameAsDriver(base: String?, ours: String, theirs: String, schema: String?) async throws {
    let sandbox = try await Sandbox.merging(base, ours, theirs, schema: schema)
    #expect(!(try await sandbox.unmerged().isEmpty))
    try await sandbox.fork("resolve").succeed()
    #expect(try await sandbox.unmerged().isEmpty)
    try await sandbox.git("commit", "-q", "--no-edit").succeed()
    try await sandbox.expectSound()
    let driven = try await Sandbox.merging(base, ours, theirs, schema: schema, withDriver: true)
    #expect(try await driven.unmerged().isEmpty)
    #expect(try sandbox.read("data/a.json") == driven.read("data/a.json"))
    #expect(try await sandbox.git("show", "HEAD:a.json").text == driven.read("data/a.json"))
  }

  @Test("open conflicts: listed as data, marked as the driver marks them, status 1")
  func remaining() async throws {
    let versions = (text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    let sandbox = try await Sandbox.merging(versions.0, versions.1, versions.2)
    let before = try await sandbox.state()
    let file = try sandbox.read("data/a.json")
    let listed = try await sandbox.fork("conflicts", "--json").expect(status: 1).line
    #expect(
      listed.hasPrefix(
        #"{"unmerged":["a.json"],"edited":[],"resolved":[],"conflicts":[{"document":"a.json","#
          + #""pointer":"/b","reason":"bothChanged","base":1,"ours":2,"theirs":3,"ourChange":{"fork":"main","#
      ))
    #expect(listed.hasSuffix(#""groups":[{"document":"a.json","pointer":"","conflicts":1}]}"#))
    try await sandbox.fork("conflicts").prints(
      "resolve with  fork resolve 'a.json#/b=ours'", status: 1)
    try await sandbox.fork("resolve", "a.json=ours").fail(66, printing: "'a.json#=ours'")
    #expect(try await sandbox.state() == before && sandbox.read("data/a.json") == file)

    let outcome = try await sandbox.fork("resolve", "--json").expect(status: 1)
    #expect(outcome.line.contains(#""settled":[]"#) && outcome.line.contains(#""pointer":"/b""#))
    #expect(outcome.line.hasSuffix(#""unmerged":["a.json"]}"#))
    let driven = try await Sandbox.merging(
      versions.0, versions.1, versions.2, withDriver: true)
    #expect(try sandbox.read("data/a.json") == driven.read("data/a.json"))
    #expect(try await sandbox.unmerged().count == 3)
    try await sandbox.fork("resolve", "a.json#/b=7").succeed()
    #expect(try sandbox.read("data/a.json") == text(2, 7, 2))
    #expect(try await sandbox.unmerged().isEmpty)
    #expect(try await sandbox.fork("conflicts").succeed().line == "nothing is unmerged")
    #expect(try await sandbox.fork("resolve").succeed().line == "nothing is unmerged")
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }

  @Test(
    "--take and single choices",
    arguments: [
      (["--take", "ours"], 2), (["--take", "theirs"], 3), (["--take", "base"], 1),
      (["a.json#/b=base"], 1), (["a.json#/b=theirs"], 3), (["a.json", "--take", "theirs"], 3),
      (["--take", "theirs", "a.json#/b=9"], 9),
    ] as [([String], Int)])
  func choices(arguments: [String], expected: Int) async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    try await sandbox.run("fork", ["resolve"] + arguments, in: "data").prints("resolved  a.json")
    #expect(try sandbox.read("data/a.json") == text(2, expected, 2))
    try await sandbox.git("commit", "-q", "--no-edit").succeed()
    try await sandbox.expectSound()
  }

  @Test("a choice to delete; merge.conflictStyle in the markers of what remains")
  func styles() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 2), text(3, 3, 2))
    try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
    let base = try await sandbox.git("rev-parse", "--short", "main~").line
    try await sandbox.fork("resolve", "a.json#/a=delete").expect(status: 1)
    let file = try sandbox.read("data/a.json")
    #expect(!file.contains("\"a\"") && file.contains("||||||| \(base)\n  \"b\": 1,\n"))
    try await sandbox.fork("resolve", "a.json#/b=ours").succeed()
    #expect(try sandbox.read("data/a.json") == "{\n  \"b\": 2,\n  \"c\": 2\n}\n")
    try await sandbox.expectSound(leaving: ["M  a.json"])
  }

  @Test("conflicts that an earlier run resolved, or the user between the markers, stay resolved")
  func again() async throws {
    for last in [["a.json#/c=theirs"], ["--take", "theirs"]] {
      let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 2), text(3, 3, 3))
      try await sandbox.fork("resolve", "a.json#/a=9").expect(status: 1)
      let file = try sandbox.read("data/a.json")
      let conflict = "<<<<<<< HEAD\n  \"b\": 2,\n=======\n  \"b\": 3,\n>>>>>>> theirs\n"
      #expect(file.contains(conflict))
      try sandbox.write(
        file.replacingOccurrences(of: conflict, with: "  \"b\": 8,\n"), to: "data/a.json")
      let listed = try await sandbox.fork("conflicts", "--json").expect(status: 1).line
      #expect(
        listed.contains(
          #""conflicts":[{"document":"a.json","pointer":"/c","reason":"bothChanged","base":1,"#
            + #""ours":2,"theirs":3,"ourChange""#) && listed.hasSuffix(#""conflicts":1}]}"#))
      try await sandbox.run("fork", ["resolve"] + last, in: "data").succeed()
      #expect(try sandbox.read("data/a.json") == text(9, 8, 3))
      try await sandbox.expectSound(leaving: ["M  a.json"])
    }
  }

  @Test("one side deleted the document")
  func deleted() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), nil, text(1, 2, 1))
    try await sandbox.fork("resolve").expect(status: 1)
    try await sandbox.fork("resolve", "a.json#=delete").succeed()
    #expect(!sandbox.exists("data/a.json"))
    #expect(try await sandbox.unmerged().isEmpty)
    try await sandbox.expectSound()
    let declaring = try await Sandbox.merging(
      text(1, 1, 1), nil, text(1, 2, 1), schema: declared)
    try await declaring.fork("resolve").succeed()
    #expect(try declaring.read("data/a.json") == text(1, 2, 1))
    try await declaring.git("commit", "-q", "--no-edit").succeed()
    try await declaring.expectSound()
  }

  @Test("the later change is known in a cherry-pick and a rebase too")
  func operations() async throws {
    for arguments in [["cherry-pick", "theirs"], ["rebase", "-q", "theirs"]] {
      let sandbox = try await Sandbox.merging(
        text(1, 1, 1), text(1, 2, 1), text(1, 3, 1), schema: declared, by: arguments)
      try await sandbox.fork("resolve").succeed()
      #expect(try sandbox.read("data/a.json") == text(1, 2, 1), "\(arguments)")
      let goOn = [arguments[0], "--continue"]
      try await sandbox.run("git", goOn, in: "data", environment: ["GIT_EDITOR": "true"])
      try await sandbox.expectSound()
    }
  }

  @Test("from a subdirectory, in a path with spaces and quotes; the hint can be copied")
  func paths() async throws {
    let path = "my folder/it's.json"
    let sandbox = try await Sandbox.merging(
      text(1, 1, 1), text(1, 2, 1), text(1, 3, 1), at: path)
    let shown = try await sandbox.fork("conflicts", in: "data/my folder").expect(status: 1).text
    let hint = try #require(shown.components(separatedBy: "resolve with  ").last)
    let command = hint.components(separatedBy: "  or theirs")[0]
    #expect(command == #"fork resolve 'it'\''s.json#/b=ours'"#)
    try await sandbox.run("sh", ["-c", command], in: "data/my folder").succeed()
    #expect(try sandbox.read("data/" + path) == text(1, 2, 1))
    #expect(try await sandbox.unmerged().isEmpty)
    try await sandbox.expectSound()
  }

  @Test("other files are left alone unless they are named")
  func otherFiles() async throws {
    let sandbox = try await Sandbox.merging("one\n", "two\n", "three\n", at: "README")
    let file = try sandbox.read("data/README")
    try await sandbox.fork("resolve").expect(status: 1)
    #expect(try sandbox.read("data/README") == file)
    try await sandbox.fork("resolve", "README").expect(status: 1)
    #expect(try sandbox.read("data/README") == file)
    try await sandbox.fork("resolve", "README", "--take", "theirs").succeed()
    #expect(try sandbox.read("data/README") == "three\n")
    #expect(try await sandbox.unmerged().isEmpty)
    try await sandbox.expectSound(leaving: ["M  README"])
  }

  @Test("a schema that is unmerged itself is merged from the schemas of both sides")
  func schemas() async throws {
    func schema(_ title: String) -> String {
      #"{"x-default-merge":"manual","title":"\#(title)"}"#
    }
    let sandbox = try await Sandbox.merging(
      schema("x"), schema("y"), schema("z"), at: ".fork/schema.json")
    try await sandbox.fork("resolve").expect(status: 1)
    try await sandbox.fork("resolve", ".fork/schema.json#/title=theirs").succeed()
    #expect(try sandbox.read("data/.fork/schema.json") == schema("z"))
    try await sandbox.expectSound(leaving: ["M  .fork/schema.json"])
  }

  @Test("a file that the user resolved already stays as it is")
  func byHand() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    try sandbox.write(text(8, 8, 8), to: "data/a.json")
    try await sandbox.fork("resolve", "--take", "ours").fail(
      73, printing: "a.json", "by hand", "git add a.json")
    #expect(try sandbox.read("data/a.json") == text(8, 8, 8))
    #expect(try await sandbox.unmerged().count == 3)
    try await sandbox.expectSound(leaving: ["UU a.json"])
  }

  @Test("a file that cannot be written: the others go back, the index stays")
  func unwritable() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    try await sandbox.git("merge", "--abort").succeed()
    for branch in ["main", "theirs"] {
      try await sandbox.git("checkout", "-q", branch).succeed()
      try await sandbox.commit(#"{"x":"\#(branch)"}"#, at: "b.json", "b", "2026-01-04T00:00:00Z")
    }
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.git("merge", "-q", "theirs").expect(status: 1)
    try sandbox.remove("data/b.json")
    try sandbox.write("in the way", to: "data/b.json/file")
    let (file, stages) = (try sandbox.read("data/a.json"), try await sandbox.unmerged())
    let outcome = try await sandbox.fork("resolve", "--take", "ours")
    #expect(outcome.status != 0 && outcome.errorText.contains("nothing was changed"), "\(outcome)")
    #expect(try sandbox.read("data/a.json") == file)
    #expect(try await sandbox.unmerged() == stages)
    #expect(try sandbox.read("data/b.json/file") == "in the way")
    #expect(!sandbox.exists("data/.git/index.lock"))
    try await sandbox.expectSound(leaving: ["UU a.json", "AA b.json"])
  }

  @Test("mistakes change nothing")
  func mistakes() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    let (before, file) = (try await sandbox.state(), try sandbox.read("data/a.json"))
    try await sandbox.fork("resolve", "none.json").fail(66, printing: "none.json", "fork conflicts")
    try await sandbox.fork("resolve", "a.json#/a=ours").fail(66, printing: "a.json#/a")
    try await sandbox.fork("resolve", "a.json#/b").fail(64, printing: "fork resolve 'notes")
    try await sandbox.fork("resolve", "a.json#/b=nonsense").fail(64, printing: "invalid resolution")
    try await sandbox.fork("resolve", "../x").fail(64)
    try await sandbox.fork("resolve", "--take", "newest").fail(64, printing: "newest")
    try await sandbox.fork("conflicts", "x").fail(64)
    try await sandbox.fork("conflicts", in: ".").fail(66)
    try await sandbox.fork("resolve", in: ".").fail(66)
    #expect(try await sandbox.state() == before && sandbox.read("data/a.json") == file)
    try await sandbox.expectSound(leaving: ["UU a.json"])
    let bare = try await Sandbox.withRepository(bare: true)
    try await bare.fork("resolve").fail(64, printing: "no work tree")
    #expect(try await bare.fork("conflicts").succeed().line == "nothing is unmerged")
  }

  @Test("a value that the schema refuses changes nothing, and earlier decisions stay")
  func refusedValue() async throws {
    let values = { (value: String) in #"{"v":"\#(value)","w":"\#(value)"}"# + "\n" }
    let text = #"{"type":"string","x-merge":"manual"}"#
    let sandbox = try await Sandbox.withBranches(
      values("base"), ours: values("ours"), theirs: values("theirs"), at: "n.json",
      schema: #"{"x-documents":{"*.json":{"properties":{"v":\#(text),"w":\#(text)}}}}"#)
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try await sandbox.fork("resolve", "n.json#/w=theirs").expect(status: 1)
    let before = try sandbox.read("data/n.json")
    try await sandbox.fork("resolve", "n.json#/v=9").fail(65, printing: "n.json", "schema")
    #expect(try sandbox.read("data/n.json") == before)
    try await sandbox.fork("resolve", "--take", "ours").succeed()
    #expect(try sandbox.read("data/n.json") == #"{"v":"ours","w":"theirs"}"# + "\n")
  }

  @Test("git can restore each resolved conflict, and its records of others stay")
  func resolveUndo() async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    let stages = try await sandbox.unmerged()
    try await sandbox.fork("resolve", "--take", "ours").succeed()
    #expect(try await sandbox.git("ls-files", "--resolve-undo").lines == stages)
    try await sandbox.git("checkout", "--merge", "a.json").succeed()
    #expect(try await sandbox.unmerged() == stages)
    #expect(try sandbox.read("data/a.json").contains("<<<<<<<"))
    try await sandbox.play("fork resolve --take theirs", "git update-index --unresolve a.json")
    #expect(try await sandbox.unmerged() == stages)
    try await sandbox.play("git rm -q a.json", "fork resolve")
    #expect(try await sandbox.git("ls-files", "--resolve-undo").lines == stages)
    let deleted = try await Sandbox.merging(text(1, 1, 1), nil, text(1, 3, 2))
    let two = try await deleted.unmerged()
    #expect(two.count == 2)
    try await deleted.fork("resolve", "--take", "ours", "a.json").succeed()
    #expect(!deleted.exists("data/a.json"))
    #expect(try await deleted.git("ls-files", "--resolve-undo").lines == two)
  }

  @Test(
    "conflicts lists no file without markers that the user, or rerere, resolved",
    arguments: [text(2, 9, 2), text(1, 3, 2)])
  func resolvedFiles(resolution: String) async throws {
    let sandbox = try await Sandbox.merging(text(1, 1, 1), text(2, 2, 1), text(1, 3, 2))
    try sandbox.write(resolution, to: "data/a.json")
    let listed = try await sandbox.fork("conflicts").succeed().text
    #expect(listed == "a.json is resolved in the work tree; 'git add a.json' keeps it\n")
    try await sandbox.fork("conflicts", "--json").prints(
      #""edited":["a.json"]"#, #""conflicts":[]"#)
  }

  @Test("a rebase names its sides as git does: ours is upstream, theirs the commit")
  func rebase() async throws {
    let sandbox = try await Sandbox.merging(
      text(1, 1, 1), text(1, 2, 1), text(1, 3, 1), by: ["rebase", "-q", "main", "theirs"])
    let listed = try await sandbox.fork("conflicts").text
    let id = try await sandbox.git("rev-parse", "--short", "theirs").line
    let sides = "rebase: ours is main, which git rebases onto; theirs is \(id) (theirs)"
    #expect(listed.hasPrefix(sides), "\(listed)")
    #expect(listed.components(separatedBy: id).count == 3, "\(listed)")
    let json = try await sandbox.fork("conflicts", "--json").text
    #expect(json.contains(#""rebase":{"ours":"main","theirs":"\#(id) (theirs)"}"#), "\(json)")
  }
}
