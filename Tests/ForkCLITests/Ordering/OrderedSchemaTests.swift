import Testing

/// The commands about schemas, with ordered lists.
@Suite("schemas with ordered lists")
struct OrderedSchemaTests {
  private static let place = ".fork/schema.json#/x-documents/*.json/properties/steps/x-merge"

  private func sandbox(
    _ document: String? = OrderedDocuments.list(["a", "b"]),
    schema: String? = OrderedDocuments.schema
  ) async throws -> Sandbox {
    try await Sandbox.shared(document ?? "", schema ?? "") {
      let sandbox = try await Sandbox.withRepository()
      if let schema { try await sandbox.put(schema, at: ".fork/schema.json") }
      if let document { try await sandbox.put(document) }
      return sandbox
    }
  }

  @Test("schema show: the list by its id, and its positions, with what declares both")
  func show() async throws {
    let schema = OrderedDocuments.schema.replacing(
      #"{"x-documents""#, with: #"{"x-default-merge": "manual", "x-documents""#)
    let sandbox = try await sandbox(schema: schema)
    let rows = try await sandbox.fork("schema", "show", "a.json").succeed().lines
    func row(_ pointer: String) -> [Substring]? {
      rows.map { $0.split(separator: " ") }.first { $0.first.map(String.init) == pointer }
    }
    #expect(row("/steps") == ["/steps", "orderedMerge", "\(Self.place)", "by", "/id"])
    #expect(row("/steps/*/position") == ["/steps/*/position", "mostRecent", "\(Self.place)"])
    #expect(row("/steps/*/text")?[1] == "manual")
    try await sandbox.fork("schema", "show", "a.json", "--json").prints(
      #""pointer":"/steps","strategy":"orderedMerge","identity":["/id"],"position":"position""#)
  }

  @Test(
    "schema check finds what is wrong with a list that plain git brought",
    arguments: [
      ("1000", "3000", "/steps/1", "2000 comes after 3000"),
      (#""id": "b""#, #""id": "a""#, "/steps/1", "share an id"),
    ])
  func check(text: String, other: String, pointer: String, message: String) async throws {
    let sandbox = try await sandbox()
    #expect(
      try await sandbox.fork("schema", "check").succeed().text.contains("0 of them invalid"))
    let damaged = OrderedDocuments.list(["a", "b"]).replacing(text, with: other)
    try sandbox.write(damaged, to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by hand").succeed()
    try await sandbox.fork("schema", "check").prints(
      "\(pointer): x-merge: ", message, "1 of them invalid", status: 1)
  }

  @Test(
    "a schema that allows no positions is named as the obstacle",
    arguments: [
      #""additionalProperties": false, "properties": {"id": {}}"#,
      #""properties": {"position": {"maximum": -9007199254740991}}"#,
    ])
  func noPositionAllowed(items: String) async throws {
    let schema = OrderedDocuments.schema.replacing(
      #""type": "array","#, with: #""type": "array", "items": {\#(items)},"#)
    let sandbox = try await sandbox(nil, schema: schema)
    try await sandbox.fork("update", "a.json", input: #"{"steps":[{"id":1}]}"#)
      .fail(65, printing: "/steps/0/position", "the schema must allow any integer there")
  }

  @Test("schema infer finds a list that was always in the order of its positions, under any name")
  func infer() async throws {
    let sandbox = try await sandbox(nil, schema: nil)
    func put(_ ids: [String]) async throws {
      try await sandbox.put(OrderedDocuments.list(ids).replacing("\"position\"", with: "\"rank\""))
    }
    for ids in [["a", "b", "c"], ["a", "x", "b", "c"], ["c", "a", "x"]] { try await put(ids) }
    try await sandbox.fork("schema", "infer", "--json").prints("orderedMerge")
    let text = try await sandbox.fork("schema", "infer").succeed().text
    try await sandbox.put(text, at: ".fork/schema.json")
    try await sandbox.fork("schema", "check").succeed()
    try await sandbox.fork("schema", "show", "a.json", "--json").prints(
      #""strategy":"orderedMerge","identity":["/id"],"position":"rank""#)
    try await sandbox.play("fork update a.json --move /steps/0=/steps/2", "fork schema check")
  }

  @Test(
    "a document renamed to a path of another schema keeps its bytes, and its problems are reported"
  )
  func renamed() async throws {
    let schema = OrderedDocuments.schema.replacing("*.json", with: "lists/*.json")
    let list = #"{"steps":[{"id":"a"},{"id":"b","position":7},{"id":"c","position":3}]}"#
    let sandbox = try await sandbox(list, schema: schema)
    try await sandbox.put(list, at: "b.json")
    try await sandbox.fork("rename-document", "a.json", "lists/a.json").prints(
      #"/steps/0: x-merge: an element of an ordered list has no"#, "fork verify --repair")
    #expect(try await sandbox.document("lists/a.json") == list)
    #expect(try await sandbox.document("b.json") == list)
    let verify = try await sandbox.fork("verify")
    #expect(
      verify.status == 1 && (verify.text + verify.errorText).contains("lists/a.json#/steps/0"))
    try await sandbox.fork("verify", "--repair").succeed()
    let text = try await sandbox.document("lists/a.json")
    #expect(try OrderedDocuments.ids(text) == ["a", "b", "c"] && OrderedDocuments.isSorted(text))
    #expect(try await sandbox.document("b.json") == list)
    let back = try await sandbox.fork("rename-document", "lists/a.json", "a.json", "--json")
      .succeed()
    #expect(!back.text.contains("problems"))
  }
}
