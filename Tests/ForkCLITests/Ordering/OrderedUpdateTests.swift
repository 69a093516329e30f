import Testing

/// Writing documents with ordered lists: people and scripts need not see positions.
@Suite("update of ordered lists")
struct OrderedUpdateTests {
  private func sandbox() async throws -> Sandbox {
    try await Sandbox.withTwoForks(
      OrderedDocuments.list(["a", "b", "c"]), schema: OrderedDocuments.schema)
  }

  @Test("an inserted element gets a position")
  func insertion() async throws {
    let sandbox = try await sandbox()
    try await sandbox.fork("update", "a.json", "--insert", #"/steps/1={"id":"x"}"#).prints(
      "/steps: 1 position added")
    let text = try await sandbox.document()
    #expect(try OrderedDocuments.ids(text) == ["a", "x", "b", "c"])
    #expect(try OrderedDocuments.isSorted(text))
  }

  @Test("a position that the order contradicts is restored, and that is reported")
  func contradiction() async throws {
    let sandbox = try await sandbox()
    try await sandbox.fork("update", "a.json", "--set", "/steps/0/position=2500").prints(
      "a.json#/steps: 1 position restored (the order of the array counts)")
    #expect(try await sandbox.document() == OrderedDocuments.list(["a", "b", "c"]))
  }

  @Test("edited by hand in the work tree: the file is repaired too, and git finds it clean")
  func workTree() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      try await sandbox.document().replacing(
        #"    { "id": "a", "position": 1000, "text": "-" },\#n"#, with: ""
      )
      .replacing(
        "3000, \"text\": \"-\" }",
        with: "3000, \"text\": \"-\" },\n    { \"id\": \"a\", \"position\": 1000, \"text\": \"-\" }"
      ),
      to: "data/a.json")
    try await sandbox.fork("update").prints("a.json#/steps: 1 position changed")
    let text = try sandbox.read("data/a.json")
    #expect(try OrderedDocuments.ids(text) == ["b", "c", "a"])
    #expect(try OrderedDocuments.isSorted(text))
    #expect(try await sandbox.git("status", "--porcelain").succeed().text.isEmpty)
  }

  private static let doubled = #"{"steps":[{"id":"a","position":1000},{"id":"a","text":"-"}]}"#

  @Test("elements without an id are accepted, with a message that says where and what to do")
  func elementsWithoutID() async throws {
    let sandbox = try await sandbox()
    try await sandbox.fork("update", "a.json", "--set", #"/steps/1/id="a""#).prints(
      ": /steps/1: x-merge: ", "hint: give each element an id of its own")
    let validate = try await sandbox.fork("validate").expect(status: 1)
    #expect(validate.lines.count == 3 && !validate.text.contains("position"), "\(validate)")
    let other = try await sandbox.fork("update", "a.json", "--set", "/title=1", "--json").succeed()
    #expect(!other.text.contains("problems"))
  }

  @Test("work tree, restore and batch report elements without an id, too")
  func elementsWithoutIDEverywhere() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(Self.doubled, to: "data/a.json")
    try await sandbox.fork("update").prints("a.json:1:", "share an id: /steps/0 has it too")
    try await sandbox.fork("undo").succeed()
    try sandbox.write(Self.doubled, to: "data/a.json")
    let json = try await sandbox.fork("update", "--json").succeed()
    #expect(json.text.contains(#""problems":[{"document":"a.json","pointer":"/steps/1","line":1"#))
    try await sandbox.fork("update", "a.json", "--unset", "/steps/1").succeed()
    try await sandbox.fork("restore", "a.json#/steps", "--at", "HEAD~1").prints(
      "share an id: /steps/0 has it too")
    try await sandbox.fork("undo").succeed()
    let line = #"{"op":"update","document":"a.json","value":{"steps":[{},{"id":"b"}]}}"# + "\n"
    try await sandbox.fork("batch", input: line).prints(
      #""message":"an element of an ordered list has no id","hint":"give"#)
  }

  @Test("verify reports ids and order, and --repair restores the order alone")
  func elementsWithoutIDInDisorder() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(Self.doubled, to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by hand").succeed()
    try await sandbox.fork("verify", "--repair").prints(
      "give each element an id", #"repaired  main:a.json#/steps/1: an element of an ordered"#,
      status: 1)
    let validate = try await sandbox.fork("validate")
    #expect(validate.lines.count == 3 && validate.text.contains("share an id"), "\(validate)")
  }

  @Test("validate and verify report disorder from plain git, and --repair restores the order")
  func disorder() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      OrderedDocuments.list(["a", "b"]).replacing("2000", with: "10"), to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by hand").succeed()
    try await sandbox.fork("validate").prints("order of its positions", status: 1)
    let verify = try await sandbox.fork("verify")
    #expect(verify.status == 1 && (verify.text + verify.errorText).contains("a.json#/steps/1"))
    try await sandbox.play("fork verify --repair", "fork validate")
    let text = try await sandbox.document()
    #expect(try OrderedDocuments.ids(text) == ["a", "b"] && OrderedDocuments.isSorted(text))
    #expect(try await sandbox.git("status", "--porcelain").succeed().text.isEmpty)
  }
}
