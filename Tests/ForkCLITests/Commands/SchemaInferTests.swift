import Testing

@Suite("fork schema infer")
struct SchemaInferTests {
  private static let note = """
    {"likes":1,"title":"A","version":1,"tags":["a","b"],"rows":[{"slug":"x","n":1},{"slug":"y","n":2}],\
    "steps":[{"id":"a","position":10},{"id":"b","position":20},{"id":"c","position":30}]}
    """

  /// Two notes, and a merge resolved by the user: the greater version was kept, both sides' likes were added.
  private func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      for name in ["a", "b"] {
        try await sandbox.fork("update", "notes/\(name).json", input: Self.note).succeed()
      }
      try await sandbox.fork("create", "other").succeed()
      let note = "notes/a.json"
      try await sandbox.play(
        "fork update '\(note)' --set /version=2 --set /likes=2",
        "fork update '\(note)' --fork other --set /version=3 --set /likes=4",
        "fork merge other --resolve '\(note)#/version=3' --resolve '\(note)#/likes=5'")
      return sandbox
    }
  }

  @Test("each strategy follows from evidence in the history, and is reported with it")
  func drafts() async throws {
    let drafted = try await sandbox().fork("schema", "infer").succeed()
    for decision in [
      "notes/*.json#/likes  counterMerge  in 1 merge both sides' increments were added",
      "notes/*.json#/version  maxMerge  both sides made it greater in 1 merge",
      "notes/*.json#/tags  setMerge  no duplicates in",
      "notes/*.json#/rows  arrayOfIdentifiableMerge  elements have a unique slug",
      "notes/*.json#/steps  orderedMerge  elements have a unique id",
    ] { #expect(drafted.errorText.contains(decision)) }
    #expect(drafted.errorText.contains("read 2 documents, 3 former versions, 1 merge"))
    #expect(!drafted.errorText.contains("#/title"))
  }

  @Test("where conflicts are left to the user, the draft leaves them")
  func careful() async throws {
    let sandbox = try await Sandbox.withGit()
    func text(_ title: String, _ tag: String, _ n: Int) -> String {
      #"{"title":"\#(title)","tags":["a","\#(tag)"],"n":\#(n)}"# + "\n"
    }
    try await sandbox.commit(text("A walk in the very old green park today", "b", 1), "base")
    try await sandbox.branch("other")
    try await sandbox.commit(text("A walk in the very old red park today", "c", 2), "theirs")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(text("A walk in the very old blue park today", "d", 3), "ours")
    try await sandbox.git("merge", "-q", "-s", "ours", "other", "-m", "merged").succeed()
    let drafted = try await sandbox.fork("schema", "infer").succeed()
    #expect(drafted.text.contains(#""x-default-merge": "manual""#), "\(drafted)")
    #expect(!drafted.text.contains("x-merge\""), "\(drafted)")
    try sandbox.write(drafted.text, to: "data/.fork/schema.json")
    try await sandbox.play("git add -A", "git commit -q -m schema", "git checkout -q -b next")
    try await sandbox.commit(text("X walk in the very old blue park today", "e", 4), "theirs")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(text("Y walk in the very old blue park today", "f", 5), "ours")
    try await sandbox.fork("merge", "next").expect(status: 1)
  }

  @Test("a version and what was kept with it, as past merges were resolved")
  func versionsAndUnits() async throws {
    let sandbox = try await Sandbox.withRepository()
    let document = "tools/a.json"
    let text = #"{"version":"1.0.0","url":"u0","hash":"h0","size":1}"#
    try await sandbox.fork("update", document, input: text).succeed()
    try await sandbox.fork("create", "other").succeed()
    for (ours, theirs) in [("1.9.0", "1.10.0"), ("1.11.0", "1.12.0")] {
      for (fork, version) in [("main", ours), ("other", theirs)] {
        try await sandbox.fork(
          "update", document, "--fork", fork, "--set", "/version=\"\(version)\"", "--set",
          "/url=\"u\(version)\"", "--set", "/hash=\"h\(version)\""
        ).succeed()
      }
      try await sandbox.fork(
        "merge", "other", "--resolve", "\(document)#/version=theirs", "--resolve",
        "\(document)#/url=theirs", "--resolve", "\(document)#/hash=theirs"
      ).succeed()
      try await sandbox.fork("merge", "main", "--into", "other").succeed()
    }
    let drafted = try await sandbox.fork("schema", "infer").succeed()
    for decision in [
      "#/version  versionMerge  both sides changed a version in 2 merges, and the greater was kept in 2",
      "#  x-together  one side's values were kept together in 2 of 2 merges, and version named the side",
    ] { #expect(drafted.errorText.contains(decision), "\(drafted.errorText)") }
    #expect(drafted.text.contains(#""x-together": { "by": "/version" }"#), "\(drafted.text)")
    try sandbox.write(drafted.text, to: "data/.fork/schema.json")
    try await sandbox.fork("schema", "check").succeed()
  }

  @Test("the draft works: former conflicts merge, and what it forbids is refused")
  func governs() async throws {
    let sandbox = try await sandbox()
    let drafted = try await sandbox.fork("schema", "infer").succeed()
    try sandbox.write(drafted.text, to: "data/.fork/schema.json")
    try await sandbox.play("fork schema check", "fork update -m schema")
    #expect(try await sandbox.fork("update", "notes/a.json", "--set", "/title=1").status == 65)
    try await sandbox.play(
      "fork sync other main", "fork update notes/a.json --set /likes=6",
      "fork update notes/a.json --fork other --set /likes=8", "fork merge other")
    #expect(try await sandbox.fork("get", "notes/a.json", "/likes").text == "9\n")
  }

  @Test(
    "members that tell elements apart only together identify them, and merges then are by element")
  func combinations() async throws {
    let sandbox = try await Sandbox.withRepository()
    func text(_ changed: [String: Int] = [:]) -> String {
      let rows = ["en", "de"].flatMap { lang in ["yes", "no", "all"].map { (lang, $0) } }.map {
        let n = changed[$0 + "." + $1] ?? 1
        return #"{"lang":"\#($0)","word":"\#($1)","n":\#(n),"text":"\#(n)"}"#
      }
      return #"{"rows":[\#(rows.joined(separator: ","))]}"#
    }
    try await sandbox.fork("update", "texts.json", input: text()).succeed()
    let drafted = try await sandbox.fork("schema", "infer").succeed()
    #expect(
      drafted.errorText.contains(
        "#/rows  arrayOfIdentifiableMerge  elements have a unique combination of lang, word in"),
      "\(drafted.errorText)")
    #expect(drafted.text.contains(#""id": ["/lang", "/word"]"#), "\(drafted.text)")
    try sandbox.write(drafted.text, to: "data/.fork/schema.json")
    try await sandbox.play("fork update -m schema", "fork create other")
    try await sandbox.fork("update", "texts.json", input: text(["en.no": 2])).succeed()
    try await sandbox.fork(
      "update", "texts.json", "--fork", "other", input: text(["de.no": 3])
    ).succeed()
    try await sandbox.fork("merge", "other").succeed()
    let merged = try await sandbox.fork("get", "texts.json").succeed().text
    #expect(merged.contains(text(["en.no": 2, "de.no": 3])), "\(merged)")
  }

  @Test(
    "only documents that match the pattern are read, and a pattern without documents is an error")
  func patterns() async throws {
    let sandbox = try await sandbox()
    try await sandbox.fork("schema", "infer", "notes/b.json", "--json").prints(#""documents":1"#)
    #expect(try await sandbox.fork("schema", "infer", "*.txt").status == 66)
  }
}
