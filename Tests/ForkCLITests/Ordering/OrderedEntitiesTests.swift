import Testing

/// Entities in ordered lists. A position belongs to the occurrence, not to the entity.
@Suite("entities in ordered lists")
struct OrderedEntitiesTests {
  private static let schema = #"""
    {"x-documents": {
       "lists/*.json": {"properties": {"people": {"type": "array", "items": {"$ref": "#/$defs/Person"},
         "x-merge": {"using": "orderedMerge", "id": "/id"}}}},
       "cards/*.json": {"$ref": "#/$defs/Person"}},
     "$defs": {"Person": {"type": "object", "x-identity": "Person-{id}", "required": ["id"],
       "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "position": {"type": "integer"}}}}}

    """#

  private static func list(_ ids: [Int]) -> String {
    let elements = ids.enumerated().map { place, id in
      #"{"id":"\#(id)","name":"-","position":\#(1000 * (place + 1))}"#
    }
    return #"{"people":[\#(elements.joined(separator: ","))]}"#
  }

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put(Self.schema, at: ".fork/schema.json")
      try await sandbox.put(Self.list([1, 2, 3]), at: "lists/a.json")
      try await sandbox.put(Self.list([3, 2, 1]), at: "lists/b.json")
      try await sandbox.put(#"{"id":"1","name":"-"}"#, at: "cards/1.json")
      try await sandbox.fork("create", "ui").succeed()
      return sandbox
    }
  }

  private func expectSound(_ sandbox: Sandbox) async throws {
    try await sandbox.play("fork validate", "fork verify")
  }

  @Test("a move in one list moves nothing elsewhere; a new name goes everywhere")
  func moves() async throws {
    let sandbox = try await sandbox()
    let moved = try await sandbox.fork(
      "update", "lists/a.json", "--move", "/people/0=/people/2", "--json"
    ).succeed()
    #expect(!moved.text.contains("also updated"))
    #expect(try await sandbox.document("lists/b.json") == Self.list([3, 2, 1]))
    #expect(try await sandbox.document("cards/1.json") == #"{"id":"1","name":"-"}"#)
    try await sandbox.fork("update", "cards/1.json", "--set", #"/name="new""#).succeed()
    #expect(try await sandbox.value("/people/2/name", in: "lists/a.json") == #""new""#)
    #expect(
      try await sandbox.document("lists/b.json")
        == Self.list([3, 2, 1]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    #expect(try await sandbox.document("cards/1.json") == #"{"id":"1","name":"new"}"#)
    try await expectSound(sandbox)
  }

  @Test("an edit and a move in one update: the edit goes to all occurrences, the move stays")
  func both() async throws {
    let sandbox = try await sandbox()
    try await sandbox.play(
      #"fork update lists/b.json --set '/people/2/name="new"' --move /people/2=/people/0"#)
    #expect(
      try await sandbox.document("lists/a.json")
        == Self.list([1, 2, 3]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    #expect(try await sandbox.document("cards/1.json") == #"{"id":"1","name":"new"}"#)
    try await expectSound(sandbox)
  }

  @Test(
    "moved on one fork, changed elsewhere on the other: both are kept")
  func merged() async throws {
    let sandbox = try await sandbox()
    try await sandbox.play(
      "fork update lists/a.json --move /people/0=/people/1",
      "fork update lists/b.json --fork ui --move /people/0=/people/2",
      #"fork update cards/1.json --fork ui --set '/name="new"'"#)
    let merge = try await sandbox.fork("merge", "ui", "--json").succeed()
    #expect(merge.text.contains(#""resolved":[],"conflicts":[]"#), "\(merge)")
    try await sandbox.fork("merge", "main", "--into", "ui").succeed()
    for (document, ids) in [("lists/a.json", ["2", "1", "3"]), ("lists/b.json", ["2", "1", "3"])] {
      let text = try await sandbox.document(document)
      #expect(try await sandbox.document(document, on: "ui") == text)
      #expect(text.matches(of: /"id":"(\d)"/).map { String($0.1) } == ids)
      #expect(try await sandbox.value("/people/1/name", in: document) == #""new""#)
    }
    #expect(!(try await sandbox.document("cards/1.json")).contains("position"))
    try await expectSound(sandbox)
  }

  @Test(
    "plain git changed and moved: --repair restores the name, not the order")
  func repair() async throws {
    let sandbox = try await sandbox()
    try sandbox.write(
      Self.list([1, 2, 3]).replacing(
        #""name":"-","position":1000"#, with: #""name":"new","position":1500"#),
      to: "data/lists/a.json")
    try await sandbox.git("commit", "-qam", "by hand").succeed()
    #expect(try await sandbox.fork("verify").status == 1)
    try await sandbox.fork("verify", "--repair").succeed()
    #expect(
      try await sandbox.document("lists/b.json")
        == Self.list([3, 2, 1]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    try await expectSound(sandbox)
  }
}
