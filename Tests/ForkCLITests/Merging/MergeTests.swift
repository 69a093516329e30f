import Testing

/// A note with one property of each kind, one a line.
private let note = """
  {
    "title": "Fork Yeah",
    "state": 0,
    "views": 10,
    "tags": ["a"],
    "comments": [
      { "id": 1, "text": "one" },
      { "id": 2, "text": "two" },
      { "id": 3, "text": "three" }
    ]
  }

  """

private func schema(_ properties: String, defaultMerge: String = "mostRecent") -> String {
  #"{"x-default-merge":"\#(defaultMerge)","x-documents":{"*.json":{"properties":{\#(properties)}}}}"#
}

@Suite("fork merge")
struct MergeTests {
  @Test("changes of both sides are in the result, and git sees a merge", arguments: [false, true])
  func bothSides(bare: Bool) async throws {
    let sandbox = try await Sandbox.withTwoForks(note, bare: bare)
    try await sandbox.set(#"/title="Main""#, on: "main")
    try await sandbox.set("/views=11", on: "ui")
    let merge = try await sandbox.fork("merge", "ui").succeed()
    #expect(merge.text.contains("merged ui into main"))
    let merged = note.replacing("Fork Yeah", with: "Main").replacing("10", with: "11")
    #expect(try await sandbox.document() == merged)
    #expect(
      try await sandbox.git("rev-list", "--parents", "-1", "main").line.split(separator: " ").count
        == 3)
    #expect(try await sandbox.isSound(bare: bare))
    if !bare { #expect(try sandbox.read("data/a.json") == merged) }
    #expect(try await sandbox.fork("merge", "ui", "--json").line.contains(#""action":"none""#))
    try await sandbox.fork("merge", "main", "--into", "ui").succeed()
    #expect(try await sandbox.git("rev-parse", "ui").line == sandbox.git("rev-parse", "main").line)
  }

  @Test("a text that a merge made is as recent as its latest edit")
  func recencyOfMerged() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"n":0}"#, schema: schema(#""n":{"x-merge":"textMerge"}"#))
    try await sandbox.put(#"{"n":"a b c"}"#)
    try await sandbox.play("fork merge main --into ui", "fork create device")
    try await sandbox.put(#"{"n":"A b c"}"#)
    try await sandbox.put(#"{"n":"a b C"}"#, on: "device")
    try await sandbox.put(#"{"n":7}"#, on: "ui")
    try await sandbox.play("fork merge device", "fork merge ui")
    #expect(try await sandbox.document() == #"{"n":7}"#)
  }

  @Test("a schema's manual property stays a conflict, and no fork is updated")
  func manual() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      note, schema: schema(#""state":{"x-merge":"manual"}"#))
    try await sandbox.set("/state=1", on: "main")
    try await sandbox.set("/state=2", on: "ui")
    try await sandbox.set("/views=11", on: "ui")
    let before = try await sandbox.state()
    let conflict = try await sandbox.fork("merge", "ui", "--json").expect(status: 1)
    #expect(
      conflict.line.contains(
        #"{"document":"a.json","pointer":"/state","reason":"manual","base":0,"ours":1,"theirs":2,"#)
    )
    try await sandbox.fork("merge", "ui").prints("--resolve 'a.json#/state=ours'", status: 1)
    #expect(try await sandbox.state() == before)

    let outcome = try await sandbox.fork(
      "merge", "ui", "--resolve", "a.json#/state=7", "--resolve", "a.json#/stat=7"
    ).succeed()
    #expect(outcome.errorText.contains("no conflict to resolve at a.json#/stat"))
    #expect(!outcome.errorText.contains("a.json#/state"))
    let merged = try await sandbox.document()
    #expect(merged.contains(#""state": 7"#) && merged.contains(#""views": 11"#))
    #expect(try await sandbox.isSound())
  }

  @Test(
    "decisions of conflicts",
    arguments: [
      (["--prefer", "ours"], 1), (["--prefer", "theirs"], 2), (["--prefer", "newest"], 2),
      (["--on-conflict", "resolve"], 2), (["--resolve", "a.json#/state=theirs"], 2),
    ])
  func deciders(options: [String], expected: Int) async throws {
    let sandbox = try await Sandbox.withTwoForks(note, schema: schema("", defaultMerge: "manual"))
    try await sandbox.set("/state=1", on: "main")
    try await sandbox.set("/state=2", on: "ui")
    try await sandbox.run("fork", ["merge", "ui"] + options, in: "data").succeed()
    #expect(try await sandbox.document().contains(#""state": \#(expected)"#))
  }

  @Test("configuration and --on-conflict fail override the schema")
  func configured() async throws {
    let sandbox = try await Sandbox.withTwoForks(note)
    try await sandbox.set("/state=1", on: "main")
    try await sandbox.set("/state=2", on: "ui")
    try await sandbox.fork("merge", "ui", "--on-conflict", "fail").expect(status: 1)
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    try await sandbox.fork("merge", "ui").expect(status: 1)
    try await sandbox.git("config", "fork.conflicts", "sometimes").succeed()
    try await sandbox.fork("merge", "ui").fail(64, printing: "sometimes")
  }

  @Test("--dry-run updates nothing; --no-ff always commits")
  func dryRunAndNoFastForward() async throws {
    let sandbox = try await Sandbox.withTwoForks(note)
    try await sandbox.set("/views=11", on: "ui")
    let before = try await sandbox.state()
    try await sandbox.fork("merge", "ui", "--dry-run", "--json").prints(
      #""action":"fastForward""#, #""documents":{"changed":1,"merged":0}"#)
    #expect(try await sandbox.state() == before)
    try await sandbox.fork("merge", "ui", "--no-ff", "-m", "together").succeed()
    #expect(try await sandbox.git("log", "-1", "--format=%s").line == "together")
    #expect(
      try await sandbox.git("rev-parse", "HEAD^2").line == sandbox.git("rev-parse", "ui").line)
  }

  @Test("several forks, atomically")
  func several() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      note, schema: schema(#""state":{"x-merge":"manual"}"#))
    try await sandbox.fork("create", "device").succeed()
    try await sandbox.set("/state=1", on: "main")
    try await sandbox.set("/views=11", on: "device")
    try await sandbox.set("/state=2", on: "ui")
    let before = try await sandbox.state()
    try await sandbox.fork("merge", "device", "ui").expect(status: 1)
    #expect(try await sandbox.state() == before)
    try await sandbox.play("fork merge --all --prefer theirs --resolve a.json#/state=2")
    let merged = try await sandbox.document()
    #expect(merged.contains(#""state": 2"#) && merged.contains(#""views": 11"#))
  }

  @Test("a key with a lone surrogate is shown escaped, and what is shown can be given again")
  func loneSurrogate() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"\ud800": 1}"#, schema: #"{"x-default-merge": "manual"}"#)
    try await sandbox.fork("update", "a.json", "--set", #"/\ud800=2"#).succeed()
    try await sandbox.fork("update", "a.json", "--set", #"/\ud800=3"#, "--fork", "ui").succeed()
    let open = try await sandbox.fork("merge", "ui")
    try open.expect(status: 1)
    #expect(open.text.contains(#"a.json#/\ud800"#), "\(open)")
    try await sandbox.fork("merge", "ui", "--resolve", #"a.json#/\ud800=theirs"#).succeed()
    #expect(try await sandbox.fork("get", "a.json", #"/\ud800"#).succeed().line == "3")
    try await sandbox.fork("blame", "a.json", "--json").prints(#""pointer":"/\\ud800""#)
    try await sandbox.fork("diff", "main~1", "main", "--patch").prints(#""path":"/\ud800""#)
    let batch = #"{"op":"update","document":"a.json","set":{"/\\udfff":1},"unset":["/\ud800"]}"#
    try await sandbox.fork("batch", input: batch + "\n").succeed()
    #expect(try await sandbox.fork("get", "a.json", #"/\udfff"#).succeed().line == "1")
    try await sandbox.fork("get", "a.json", #"/\ud800"#).fail(66, printing: #"\ud800"#)
  }
}
