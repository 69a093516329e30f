import Testing

@Suite("fork batch")
struct BatchTests {
  private static let lines = [
    #"{"op":"update","document":"a.json","value":{"t":"One","old":1}}"#,
    #"{"op":"create","fork":"ui"}"#,
    #"{"op":"update","document":"a.json","fork":"ui","set":{"/t":"Two"},"unset":["/old"]}"#,
    #"{"op":"update","document":"b.json","fork":"ui","value":[1],"expect":"absent"}"#,
    #"{"op":"get","document":"a.json","fork":"ui","pointer":"/t"}"#,
    #"{"op":"update","document":"b.json","fork":"ui","patch":[{"op":"add","path":"/0","value":0}]}"#,
    #"{"op":"merge","from":["ui"],"into":"main"}"#,
    #"{"op":"remove","document":"b.json","fork":"ui"}"#,
  ]

  @Test("each line is carried out and answered", arguments: [false, true], [false, true])
  func operations(bare: Bool, atomic: Bool) async throws {
    let sandbox = try await Sandbox.withRepository(bare: bare)
    let outcome = try await sandbox.run(
      "fork", ["batch"] + (atomic ? ["--atomic"] : []), in: "data",
      input: Self.lines.joined(separator: "\n") + "\n\n"
    ).succeed()
    #expect(outcome.lines.count == Self.lines.count)
    #expect(outcome.lines.allSatisfy { $0.hasPrefix(#"{"ok":true,"#) })
    #expect(outcome.lines[4].hasSuffix(#""value":"Two"}"#))
    #expect(try await sandbox.document() == "{\"t\":\"Two\"}\n")
    #expect(try await sandbox.document("b.json") == "[0,1]\n")
    try await sandbox.fork("get", "b.json", "--fork", "ui").fail(66)
    for line in outcome.lines where !line.contains(#""action""#) && !line.contains(#""value""#) {
      let commit = try #require(line.firstMatch(of: /"commit":"([0-9a-f]{40})"/)).1
      try await sandbox.git(
        "merge-base", "--is-ancestor", String(commit),
        line.contains(#""fork":"main""#) ? "main" : "ui"
      ).succeed()
    }
    #expect(try await sandbox.isSound(bare: bare))
  }

  @Test("a line that fails does not affect the others; with --atomic nothing is done")
  func failures() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
    let input = """
      {"op":"update","document":"b.json","value":1}
      {"op":"update","document":"a.json","value":2,"expect":"absent"}
      {"op":"update","document":"c.txt","value":2}
      {"op":"nope"}
      not JSON
      {"op":"update","document":"c.json","value":3}
      """
    let state = try await sandbox.state()
    let atomic = try await sandbox.fork("batch", "--atomic", input: input).expect(status: 75)
    #expect(atomic.lines.count == 1 && atomic.errorText.contains("line 2"))
    #expect(try await sandbox.state() == state)
    let outcome = try await sandbox.fork("batch", input: input).expect(status: 75)
    #expect(
      outcome.lines.map { $0.hasPrefix(#"{"ok":true"#) } == [
        true, false, false, false, false, true,
      ])
    #expect(
      outcome.lines[2].contains(#""status":64"#) && outcome.lines[4].contains(#""status":65"#))
    #expect(outcome.errorText.contains("4 of 6 lines failed"))
    #expect(try await sandbox.document("c.json") == "3\n")
    #expect(try await sandbox.fork("batch", "-q", input: input).expect(status: 75).lines.count == 4)
  }

  @Test("conflicts of a merge are data, and no fork is updated")
  func conflicts() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"a":1}"#, schema: #"{"x-default-merge":"manual","x-documents":{}}"#)
    try await sandbox.set("/a=2", on: "ui")
    try await sandbox.set("/a=3", on: "main")
    let line = #"{"op":"merge","from":["ui"]}"#
    let outcome = try await sandbox.fork("batch", input: line).expect(status: 1)
    #expect(
      outcome.line.hasPrefix(#"{"ok":false,"status":1,"#)
        && outcome.line.contains(#""pointer":"/a""#))
    #expect(try await sandbox.document() == #"{"a":3}"#)
    try await sandbox.fork("batch", input: #"{"op":"merge","from":["ui"],"prefer":"theirs"}"#)
      .succeed()
    #expect(try await sandbox.document() == #"{"a":2}"#)
  }

  @Test("atomic: one version, whatever the number of documents; one undo takes it back")
  func atomicVersion() async throws {
    let sandbox = try await Sandbox.withRepository()
    let lines = (0..<300).map {
      #"{"op":"update","document":"d\#($0 % 7)/\#($0).json","value":\#($0)}"#
    }
    let before = try await sandbox.tip(of: "main")
    try await sandbox.fork("batch", "--atomic", input: lines.joined(separator: "\n")).succeed()
    #expect(try await sandbox.tip(of: "main~1") == before)
    #expect(try await sandbox.git("count-objects", "-v").lines.contains("packs: 1"))
    #expect(try sandbox.read("data/d6/6.json") == "6\n")
    #expect(try await sandbox.isSound())
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.tip(of: "main") == before)
    #expect(try await sandbox.isSound())
    let clash =
      "{\"op\":\"update\",\"document\":\"a.json\",\"value\":1}\n{\"op\":\"update\",\"document\":\"a.json/b.json\",\"value\":1}"
    try await sandbox.fork("batch", "--atomic", input: clash).expect(status: 73)
    #expect(try await sandbox.tip(of: "main") == before)
  }

  @Test("atomic: changes before a merge or a new fork are a version of their own, which both see")
  func sealing() async throws {
    let sandbox = try await Sandbox.withRepository()
    let lines = [
      #"{"op":"update","document":"a.json","value":1}"#,
      #"{"op":"update","document":"b.json","value":1}"#,
      #"{"op":"create","fork":"ui"}"#,
      #"{"op":"update","document":"b.json","value":2}"#,
      #"{"op":"update","document":"c.json","fork":"ui","value":2}"#,
      #"{"op":"merge","from":["ui"],"into":"main"}"#,
      #"{"op":"update","document":"d.json","value":3}"#,
      #"{"op":"remove","document":"a.json"}"#,
    ]
    let before = try await sandbox.state()
    try await sandbox.fork("batch", "--atomic", input: lines.joined(separator: "\n")).succeed()
    let changed = try await sandbox.git(
      "log", "--first-parent", "-m", "--format=tformat::", "--name-status", "main"
    ).succeed().lines.joined(separator: " ")
    #expect(
      changed.contains("D\ta.json A\td.json : A\tc.json : M\tb.json : A\ta.json A\tb.json :"),
      "\(changed)")
    #expect(try await sandbox.document("b.json", on: "ui") == "1\n")
    #expect(try await sandbox.isSound())
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.git("branch", "--list", "ui").text.isEmpty)
    #expect(try await sandbox.state().files == before.files)
  }

  @Test("two batches at once lose nothing")
  func racing() async throws {
    let sandbox = try await Sandbox.withRepository(bare: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let lines = (0..<40).map {
            #"{"op":"update","document":"\#(writer)/\#($0).json","value":\#($0)}"#
          }
          let outcome = try await sandbox.fork("batch", input: lines.joined(separator: "\n"))
            .succeed()
          #expect(outcome.lines.count == 40)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await sandbox.fork("documents").succeed().lines.count == 161)
    #expect(try await sandbox.git("rev-list", "--count", "main").line == "161")
    #expect(try await sandbox.isSound(bare: true))
  }

  @Test("no change is no version; --expect names a commit")
  func expectations() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    let tip = try await sandbox.tip(of: "main")
    let same = #"{"op":"update","document":"a.json","value":1}"#
    #expect(
      try await sandbox.fork("batch", input: same).succeed().line.hasSuffix(#""changed":false}"#))
    let good = #"{"op":"update","document":"a.json","value":2,"expect":"\#(tip)"}"#
    try await sandbox.fork("batch", input: good).succeed()
    #expect(
      try await sandbox.fork("batch", input: good).expect(status: 75).line.contains("is at"))
    try await sandbox.fork("update", "a.json", "--expect", tip, input: "3").fail(
      75, printing: "is at")
    try await sandbox.fork("update", "a.json", "--expect", "absent", input: "3").fail(
      75, printing: "already exists")
    try await sandbox.fork("update", "a.json", "--expect", "main", input: "3").succeed()
    try await sandbox.fork("remove", "a.json", "--expect", tip).fail(75, printing: "is at")
  }

  @Test("errors have the fields of other errors")
  func errors() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    let line = try await sandbox.fork(
      "batch", input: #"{"op":"get","document":"a.json","pointer":"/b"}"#
    ).expect(status: 66).line
    let error = try await sandbox.fork("get", "a.json", "/b", "--json").expect(status: 66).errorText
    #expect(line.contains(error.dropFirst().prefix { $0 != "}" }), "\(line)")
    try await sandbox.fork("batch", input: "{\n").prints(
      #""kind":"invalidData","message":"#, status: 65)
  }
}
