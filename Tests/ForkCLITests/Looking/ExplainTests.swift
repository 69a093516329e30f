import Testing

@Suite("fork explain")
struct ExplainTests {
  private static let schema = #"""
    {"x-documents":{"*.json":{"properties":{
      "n":{"x-merge":"counterMerge"},"max":{"x-merge":"maxMerge"},
      "text":{"x-merge":"textMerge"},"state":{"x-merge":"manual"}}}}}
    """#

  /// Two forks that changed one document in many ways, merged.
  private static func sandbox(_ arguments: String...) async throws -> Sandbox {
    try await Sandbox.shared(arguments) {
      let sandbox = try await Sandbox.withTwoForks(
        #"{"n":1,"max":1,"text":"one two","a":1,"state":0,"only":1,"box":{"x":1}}"#, schema: schema)
      try await sandbox.put(
        #"{"n":2,"max":5,"text":"one! two","a":2,"state":1,"only":1}"#, on: "main")
      try await sandbox.put(
        #"{"n":4,"max":3,"text":"one two!","a":3,"state":2,"only":2,"box":{"x":2}}"#, on: "ui")
      try await sandbox.run(
        "fork", ["merge", "ui", "--resolve", "a.json#/state=7"] + arguments, in: "data"
      ).succeed()
      return sandbox
    }
  }

  @Test("per property that both changed: strategy, its declaration, the result and the reason")
  func properties() async throws {
    let sandbox = try await Self.sandbox()
    let text = try await sandbox.fork("explain", "main", "--json").succeed().line
    let rows = text.components(separatedBy: #"{"document":"a.json","pointer":"#).dropFirst()
    func row(_ pointer: String) -> String { rows.first { $0.hasPrefix("\"\(pointer)\"") } ?? "" }
    #expect(rows.count == 6, "\(text)")
    #expect(row("/n").contains(#""strategy":"counterMerge","origin":".fork/schema.json#/"#))
    #expect(row("/n").contains(#""result":5,"stands":"combined","reason":"both differences"#))
    #expect(row("/max").contains(#""stands":"ours","reason":"the greater value stands""#))
    #expect(row("/text").contains(#""result":"one! two!","stands":"combined""#))
    #expect(row("/a").contains(#""strategy":"mostRecent","origin":"default","base":1"#))
    #expect(row("/a").contains(#""stands":"theirs","reason":"the later change stands""#))
    #expect(row("/state").contains(#""result":7,"stands":"other","reason":"decided by hand"#))
    #expect(row("/box").contains(#""stands":"theirs","reason":"one side changed"#))
    let (ours, theirs) = (try await sandbox.tip(of: "main~1"), try await sandbox.tip(of: "ui"))
    for row in rows {
      #expect(row.contains(ours) && row.contains(theirs) && row.contains("Ada <ada@"), "\(row)")
    }
  }

  @Test("what elements without an id were matched by, also where one side alone changed one")
  func evidence() async throws {
    func text(_ a: Int, _ b: Int) -> String {
      #"[{"sku":"a","n":\#(a),"c":1},{"sku":"b","n":\#(b),"c":2}]"#
    }
    let sandbox = try await Sandbox.withTwoForks(text(1, 2))
    try await sandbox.put(text(3, 4), on: "main")
    try await sandbox.put(text(1, 5), on: "ui")
    try await sandbox.fork("merge", "ui", "--resolve", "a.json#/1/n=ours").succeed()
    let explained = try await sandbox.fork("explain", "main").succeed().text
    let evidence = "matched by /c, and 1 of 3 other parts"
    #expect(explained.contains("a.json#/0  object  inferred\n  \(evidence)\n"), "\(explained)")
    #expect(explained.contains("  result  ours: only ours changed it\n"), "\(explained)")
    #expect(explained.contains("which has no id: \(evidence)\n"), "\(explained)")
    #expect(explained.contains("a.json#/1/n  byHand  "), "\(explained)")
    let json = try await sandbox.fork("explain", "main", "--json").succeed().text
    #expect(json.components(separatedBy: #""matchedBy":"\#(evidence)""#).count == 4, "\(json)")
  }

  @Test("one document, one property, and a change of one side only")
  func places() async throws {
    let sandbox = try await Self.sandbox()
    let text = try await sandbox.fork("explain", "main", "a.json#/a").succeed().text
    #expect(text.hasPrefix("a.json#/a  mostRecent  default\n  base    1\n  ours    2  "))
    #expect(text.contains("  result  theirs: the later change stands\n"))
    #expect(
      try await sandbox.fork("explain", "main", "a.json#/only").succeed().line
        == "only theirs changed it")
    #expect(
      try await sandbox.fork("explain", "main", ".fork/schema.json").succeed().line
        == "neither side changed it")
  }

  @Test("a document that one side deleted, and one that is not JSON")
  func files() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#, schema: "{}")
    try sandbox.write("one\n", to: "data/README")
    try await sandbox.play(
      "git add README", "git commit -qm readme", "fork remove a.json",
      "fork update a.json --fork ui --set /a=2", "fork merge ui")
    try await sandbox.fork("explain", "main").prints(
      "a.json#  mostRecent", "result  theirs: one side deleted what the other changed")
  }

  @Test("a side that was preferred is no choice by hand")
  func preferred() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"tags":["a"]}"#,
      schema:
        #"{"x-documents":{"*.json":{"properties":{"tags":{"maxItems":2,"x-merge":"setMerge"}}}}}"#)
    try await sandbox.put(#"{"tags":["a","b"]}"#, on: "main")
    try await sandbox.put(#"{"tags":["a","c"]}"#, on: "ui")
    let report = try await sandbox.fork("merge", "ui", "--prefer", "theirs", "--json").succeed()
      .text
    #expect(report.contains(#""pointer":"/tags","strategy":"prefer","kept":{"side":"theirs""#))
    let text = try await sandbox.fork("explain", "main").succeed().text
    #expect(text.contains("theirs: --prefer decided when it was merged"), "\(text)")
    #expect(!report.lowercased().contains("hand") && !text.contains("hand"))
  }

  @Test("a merge that git made with another result")
  func otherwise() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
    try await sandbox.set("/a=2", on: "main")
    try await sandbox.set("/a=3", on: "ui")
    try await sandbox.git("merge", "-q", "-s", "ours", "--no-edit", "ui").succeed()
    try await sandbox.fork("explain", "main", "a.json").prints(
      "result  ours: merging the parents now gives another value")
  }

  @Test("what is not in the merge")
  func mistakes() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("explain", "main", "none.json").fail(66, printing: "none.json")
    try await sandbox.fork("explain", "main", "a.json#/none").fail(66, printing: "/none")
    try await sandbox.fork("explain", "main", "../x").fail(64)
  }

  @Test("decisions by hand and by preference about files, and values of neither side")
  func wholeFiles() async throws {
    let sandbox = try await Self.sandbox("--resolve", "a.json#/a=base")
    try await sandbox.fork("explain", "main").prints(
      "  result  7: decided by hand when it was merged\n",
      "  result  1: decided by hand when it was merged\n")
    let lines = try await Sandbox.withBranches(
      "a\nb\nc\n", ours: "a\nB\nc\n", theirs: "a\nX\nc\n", at: "f.txt")
    try await lines.fork("merge", "theirs", "--resolve", "f.txt#=ours").succeed()
    try await lines.fork("explain", "main").prints(
      "  result  ours: decided by hand when it was merged\n")
    let deleted = try await Sandbox.withTwoForks("[1]")
    try await deleted.fork("remove", "a.json", "--fork", "ui").succeed()
    try await deleted.put("[2]")
    try await deleted.fork("merge", "ui", "--prefer", "theirs").prints(
      "a.json#  prefer  kept theirs nothing")
    try await deleted.fork("explain", "main").prints(
      "  result  theirs: --prefer decided when it was merged")
  }

  @Test(
    "the head of a property names what decided it",
    arguments: [
      (["--prefer", "theirs"], "a.json#/a  prefer  Fork-Prefer: theirs\n"),
      (["--resolve", "a.json#/a=5"], "a.json#/a  byHand  Fork-Resolved: a.json#/a\n"),
    ])
  func deciders(arguments: [String], head: String) async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
    try await sandbox.set("/a=2", on: "ui")
    try await sandbox.set("/a=3", on: "main")
    try await sandbox.run("fork", ["merge", "ui"] + arguments, in: "data").succeed()
    try await sandbox.fork("explain", "main").prints(head)
  }

  @Test("a member that is decided with another one names that one")
  func together() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"version":"1.0.0","hash":"a"}"#,
      schema: #"""
        {"x-documents":{"a.json":{"x-together":{"by":"/version"},
        "properties":{"version":{"x-merge":"versionMerge"}}}}}
        """#)
    try await sandbox.set(#"/hash="b""#, on: "ui")
    try await sandbox.set(#"/version="1.2.0""#, on: "ui")
    try await sandbox.set(#"/hash="c""#, on: "main")
    try await sandbox.set(#"/version="1.1.0""#, on: "main")
    try await sandbox.fork("merge", "ui").prints("x-together  kept theirs \"b\"")
    try await sandbox.fork("explain", "main").prints("a.json#/hash  x-together  with /version\n")
  }

  @Test("a conflict of git's merge that the user resolved has its values, and no strategy")
  func resolvedInGit() async throws {
    let sandbox = try await Sandbox.withBranches(
      #"{"a":1}"#, ours: #"{"a":2}"#, theirs: #"{"a":3}"#, at: "a.json")
    try await sandbox.git("merge", "theirs")
    try sandbox.write(#"{"a":4}"#, to: "data/a.json")
    try await sandbox.git("commit", "-qam", "merged").succeed()
    for command in [["show"], ["explain", "HEAD"]] {
      try await sandbox.run("fork", command, in: "data").prints(
        "a.json#/a  manual  default\n  base    1\n  ours    2  ",
        "  result  4: a conflict that the user resolved")
    }
    try await sandbox.fork("show", "--json").prints(#""result":4,"stands":"other""#)
  }
}
