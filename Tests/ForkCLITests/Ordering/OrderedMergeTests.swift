import Testing

/// Two forks change one ordered list: no conflict, and one order everywhere.
@Suite("ordered lists of two forks")
struct OrderedMergeTests {
  /// Through `fork merge`, both ways.
  @Test("insertions, moves, edits and deletions", arguments: [1, 2, 60])
  func forks(count: Int) async throws {
    let sandbox = try await Sandbox.withTwoForks(
      OrderedDocuments.list(of: count), schema: OrderedDocuments.schema)
    let middle = count / 2
    for (fork, edits) in Self.edits(at: middle, of: count) {
      for edit in edits {
        try await sandbox.run(
          "fork", ["update", "a.json", "--fork", fork] + edit, in: "data"
        ).succeed()
      }
    }
    let merge = try await sandbox.fork("merge", "ui", "--json").succeed()
    #expect(merge.text.contains(#""conflicts":[]"#))
    try await sandbox.fork("merge", "main", "--into", "ui").succeed()
    let text = try await sandbox.document()
    #expect(try await sandbox.document(on: "ui") == text)
    try Self.expectMerged(text, count)
  }

  @Test("elements without an id of their own merge as values, and the report names them")
  func elementsWithoutID() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      OrderedDocuments.list(of: 2), schema: OrderedDocuments.schema)
    try await sandbox.fork("update", "a.json", "--fork", "ui", "--insert", #"/steps/2={"t":7}"#)
      .succeed()
    try await sandbox.set(#"/steps/0/text="edited""#, on: "main")
    let merge = try await sandbox.fork("merge", "ui", "--dry-run").succeed()
    #expect(
      merge.text.contains(#"1 element without an id of its own, merged as values: {"t":7,"#),
      "\(merge)")
    try await sandbox.fork("merge", "ui", "--json").prints(
      #""strategy":"orderedMerge","elements":[{"t":7,"#)
  }

  /// Both insert `x` and `y` at one index; with enough elements, both move one, one is moved and edited, one deleted
  /// and moved.
  private static func edits(at middle: Int, of count: Int) -> [(String, [[String]])] {
    var main = [["--insert", #"/steps/\#(middle)={"id":"x","text":"-"}"#]]
    var ui = [["--insert", #"/steps/\#(middle)={"id":"y","text":"-"}"#]]
    if count > 2 {
      main += [
        ["--move", "/steps/10=/steps/20"], ["--move", "/steps/30=/steps/5"],
        ["--unset", "/steps/40"],
      ]
      ui += [
        ["--move", "/steps/10=/steps/50"], ["--set", #"/steps/29/text="edited""#],
        ["--move", "/steps/39=/steps/2"],
      ]
    }
    return [("main", main), ("ui", ui)]
  }

  private static func expectMerged(_ text: String, _ count: Int) throws {
    let ids = try OrderedDocuments.ids(text)
    #expect(ids.contains("x") && ids.contains("y"))
    #expect(Set(ids).count == ids.count)
    #expect(try OrderedDocuments.isSorted(text))
    #expect(ids.count == (count > 2 ? count + 1 : count + 2))
    #expect(count < 2 || ids.firstIndex(of: "e0") == 0)
  }

  @Test(
    "git merge with the driver, then git diff: one line for each change", arguments: [1, 2, 60])
  func driver(count: Int) async throws {
    let list = OrderedDocuments.list(of: count)
    let sandbox = try await Sandbox.withDriver(list, schema: OrderedDocuments.schema)
    try await sandbox.git("add", "-A").succeed()
    for branch in ["one", "two"] {
      try await sandbox.play(
        "git checkout -q -b \(branch) main",
        #"fork update a.json --insert '/steps/\#(count / 2)={"id":"\#(branch)","text":"-"}'"#)
      let diff = try await sandbox.git("diff", "--numstat", "main", branch).succeed()
      #expect(diff.text.hasPrefix("1\t0\t"), "\(diff)")
    }
    try await sandbox.play(
      "git merge -q --no-edit one", "git checkout -q one", "git merge -q --no-edit two")
    let text = try sandbox.read("data/a.json")
    #expect(try OrderedDocuments.ids(text).count == count + 2)
    #expect(try OrderedDocuments.isSorted(text))
    let diff = try await sandbox.git("diff", "--numstat", "main").succeed()
    #expect(diff.text.hasPrefix("2\t0\t"), "\(diff)")
  }

  @Test("an element that both moved gets the later position, and is reported")
  func movedByBoth() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      OrderedDocuments.list(["a", "b", "c"]), schema: OrderedDocuments.schema)
    try await sandbox.fork("update", "a.json", "--move", "/steps/0=/steps/1").succeed()
    try await sandbox.play("fork update a.json --fork ui --move /steps/0=/steps/2")
    try await sandbox.fork("merge", "ui", "--json").prints(#""pointer":"/steps/2/position""#)
    #expect(try OrderedDocuments.ids(try await sandbox.document()) == ["b", "c", "a"])
    try await sandbox.fork("explain", "main", "a.json").prints("/steps/2/position")
  }

  @Test("an invalid position is replaced, and merge and explain report it")
  func noPosition() async throws {
    let list = OrderedDocuments.list(["a", "b"])
    let sandbox = try await Sandbox.withTwoForks(list, schema: OrderedDocuments.schema)
    try sandbox.write(list.replacing("2000", with: "1e300"), to: "data/a.json")
    try await sandbox.play(
      "git commit -qam 'by hand'", #"fork update a.json --fork ui --insert '/steps/1={"id":"x"}'"#)
    try await sandbox.fork("merge", "ui").prints(
      "a.json#/steps/2/position  orderedMerge  not ours 1e300")
    let text = try await sandbox.document()
    #expect(try OrderedDocuments.ids(text) == ["a", "x", "b"] && OrderedDocuments.isSorted(text))
    try await sandbox.fork("explain", "main", "a.json", "--json").prints(
      #""pointer":"/steps/2/position","strategy":"orderedMerge""#, #""base":2000"#,
      "not an integer within")
  }
}
