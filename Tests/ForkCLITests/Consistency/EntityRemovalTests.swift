import Testing

@Suite("fork remove --entity and fork entities")
struct EntityRemovalTests {
  @Test(
    "optional members are removed, arrays get shorter, and a message goes with its required author",
    arguments: [false, true])
  func cascade(bare: Bool) async throws {
    let sandbox = try await Sandbox.withEntities(bare: bare)
    try await sandbox.put(
      #"{"id":"13","author":{"id":"53"},"reader":{"id":"42"},"text":"kept"}"#,
      at: "messages/13.json")
    try await sandbox.put(#"{ "id": "42" }"#, at: "people/42.json")
    let before = try await sandbox.git("rev-parse", "main").line

    let shown = try await sandbox.fork("remove", "--entity", "Person-42", "--dry-run").succeed()
    let cascade = [
      "  contacts/44.json#/contacts/0",
      "  messages/12.json (the document), which requires /author",
      "  messages/13.json#/reader",
      "  people/42.json (the document)",
    ]
    #expect(shown.lines == ["would remove Person-42 on main"] + cascade)
    #expect(try await sandbox.git("rev-parse", "main").line == before)

    let done = try await sandbox.fork("remove", "--entity", "Person-42").succeed()
    #expect(Array(done.lines.dropFirst()) == cascade)
    #expect(try await sandbox.git("rev-parse", "main~1").line == before)
    #expect(
      try await sandbox.document("messages/13.json")
        == #"{"id":"13","author":{"id":"53"},"text":"kept"}"#)
    #expect(try await sandbox.value("/contacts", in: "contacts/44.json").contains("42") == false)
    #expect(
      try await sandbox.fork("documents").succeed().lines == [
        ".fork/schema.json", "contacts/44.json", "messages/13.json",
      ])
    try await sandbox.fork("remove", "--entity", "Person-42").fail(66, printing: "fork entities")
    #expect(try await sandbox.isSound(bare: bare))
    try await sandbox.fork("undo").succeed()
    #expect(try await sandbox.git("rev-parse", "main").line == before)
  }

  @Test("a change wins over the deletion of an entity on another fork, and is reported")
  func changeAgainstDeletion() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.fork("remove", "--model", "Person-53").succeed()
    try await sandbox.set(#"/contacts/1/username="still here""#, in: "contacts/44.json", on: "ui")
    try await sandbox.fork("merge", "ui", "--json").prints(
      "one side changed what the other deleted")
    #expect(
      try await sandbox.value("/contacts/1/username", in: "contacts/44.json") == #""still here""#)
  }

  @Test("entities lists identifiers and occurrences, or one of them; models is its former name")
  func list() async throws {
    let sandbox = try await Sandbox.withEntities()
    #expect(
      try await sandbox.fork("entities").succeed().lines == [
        "Contacts-44", "  contacts/44.json#", "Message-12", "  messages/12.json#", "Person-42",
        "  contacts/44.json#/contacts/0", "  messages/12.json#/author", "Person-53",
        "  contacts/44.json#/contacts/1",
      ])
    #expect(
      try await sandbox.fork("models", "Person-53", "--json").succeed().line
        == #"[{"model":"Person-53","places":[{"document":"contacts/44.json","pointer":"/contacts/1"}]}]"#
    )
    try await sandbox.fork("entities", "Person-7").fail(66, printing: "Person-7")
    let plain = try await Sandbox.withRepository()
    #expect(try await plain.fork("models", "--json").succeed().line == "[]")
  }

  @Test(
    "after a plain git merge, verify finds copies that differ, and --repair keeps the most recent change"
  )
  func verify() async throws {
    let sandbox = try await Sandbox.withEntities()
    try await sandbox.fork("verify").succeed()
    try await sandbox.set(#"/author/username="renamed""#, in: "messages/12.json", on: "main")
    try await sandbox.put(
      #"{"id":"13","author":{"id":"42","username":"plivesey","online":false}}"#,
      at: "messages/13.json", on: "ui")
    try await sandbox.git("merge", "ui", "-m", "plain").succeed()
    try await sandbox.fork("verify").prints(
      "Person-42 differs from the one at contacts/44.json#/contacts/0:4:5",
      "main:messages/13.json#/author", status: 1)
    try await sandbox.fork("verify", "--repair").prints("messages/13.json")
    #expect(
      try await sandbox.document("messages/13.json")
        == #"{"id":"13","author":{"id":"42","username":"renamed","online":false}}"#)
    #expect(try await sandbox.git("log", "-1", "--format=%s").line.contains("Person-42"))
    try await sandbox.fork("verify").succeed()
    #expect(try await sandbox.git("status", "--short").succeed().text.isEmpty)
  }
}
