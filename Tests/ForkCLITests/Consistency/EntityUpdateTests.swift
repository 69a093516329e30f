import Testing

@Suite("entities in updates")
struct EntityUpdateTests {
  @Test(
    "an entity changed in one document changes in the other, in the same version, in its own spelling",
    arguments: [false, true])
  func follows(bare: Bool) async throws {
    let sandbox = try await Sandbox.withEntities(bare: bare)
    let before = try await sandbox.git("rev-parse", "main").line
    try await sandbox.fork(
      "update", "messages/12.json", "--set", #"/author/username="peter""#, "--json"
    ).prints(#""followed":["contacts/44.json"]"#)
    #expect(
      try await sandbox.document("contacts/44.json")
        == Sandbox.contacts.replacing("plivesey", with: "peter"))
    #expect(try await sandbox.git("rev-parse", "main~1").line == before)
    if !bare {
      #expect(try sandbox.read("data/contacts/44.json").contains("peter"))
      #expect(try await sandbox.git("status", "--short").succeed().text.isEmpty)
    }
    #expect(try await sandbox.isSound(bare: bare))
  }

  @Test(
    "text names the documents that were changed too; a change of an object in one document has none"
  )
  func text() async throws {
    let sandbox = try await Sandbox.withEntities()
    let shared = try await sandbox.set(
      "/contacts/0/online=true", in: "contacts/44.json", on: "main")
    #expect(shared.lines.dropFirst() == ["  also updated messages/12.json"])
    let alone = try await sandbox.set(#"/text="Hi""#, in: "messages/12.json", on: "main")
    #expect(alone.lines.count == 1)
  }

  @Test("of two values in one document, the one that differs from what is stored is the change")
  func twoValues() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.put(
      #"{"id":"7","author":{"id":"53","username":"ndonti","online":true},"#
        + #""reader":{"id":"53","username":"nell","online":true}}"#, at: "messages/7.json")
    #expect(
      try await sandbox.value("/author/username", in: "messages/7.json") == #""nell""#)
    #expect(
      try await sandbox.value("/contacts/1/username", in: "contacts/44.json") == #""nell""#)
  }

  @Test("two changes of one entity are refused, naming both occurrences")
  func contradiction() async throws {
    let sandbox = try await Sandbox.withEntities()
    let text = """
      {"id":"7","author":{"id":"53","username":"a"},
        "reader":{"id":"53","username":"b"}}
      """
    try await sandbox.fork("update", "messages/7.json", input: text).fail(
      65, printing: "Person-53", "messages/7.json#/author:1:20", "messages/7.json#/reader:2:12")
    try await sandbox.fork("get", "messages/7.json").expect(status: 66)
  }

  @Test("edits of the work tree are followed there")
  func workTree() async throws {
    let sandbox = try await Sandbox.withEntities()
    try sandbox.write(
      Sandbox.contacts.replacing("plivesey", with: "by hand"), to: "data/contacts/44.json")
    try await sandbox.fork("update", "--json").prints(#""followed":["messages/12.json"]"#)
    #expect(try sandbox.read("data/messages/12.json").contains("by hand"))
    #expect(try await sandbox.git("status", "--short").succeed().text.isEmpty)
  }
}
