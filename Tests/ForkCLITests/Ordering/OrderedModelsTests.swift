import Testing

/// Models that stand in ordered lists: a position says where a place is, not what the model is.
@Suite("models in ordered lists")
struct OrderedModelsTests {
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

  private func world() async throws -> World {
    let world = try await World.withRepository()
    try await world.put(Self.schema, at: ".fork/schema.json")
    try await world.put(Self.list([1, 2, 3]), at: "lists/a.json")
    try await world.put(Self.list([3, 2, 1]), at: "lists/b.json")
    try await world.put(#"{"id":"1","name":"-"}"#, at: "cards/1.json")
    try await world.fork("create", "ui").succeed()
    return world
  }

  private func expectSound(_ world: World) async throws {
    try await world.fork("validate").succeed()
    try await world.fork("verify").succeed()
  }

  @Test("a move in one list moves nothing elsewhere; a new name goes everywhere")
  func moves() async throws {
    let world = try await world()
    let moved = try await world.fork(
      "update", "lists/a.json", "--move", "/people/0=/people/2", "--json"
    ).succeed()
    #expect(!moved.text.contains("also updated"))
    #expect(try await world.document("lists/b.json") == Self.list([3, 2, 1]))
    #expect(try await world.document("cards/1.json") == #"{"id":"1","name":"-"}"#)
    try await world.fork("update", "cards/1.json", "--set", #"/name="new""#).succeed()
    #expect(try await world.value("/people/2/name", in: "lists/a.json") == #""new""#)
    #expect(
      try await world.document("lists/b.json")
        == Self.list([3, 2, 1]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    #expect(try await world.document("cards/1.json") == #"{"id":"1","name":"new"}"#)
    try await expectSound(world)
  }

  @Test("an edit and a move in one update: the edit goes to all places, the move stays")
  func both() async throws {
    let world = try await world()
    try await world.fork(
      "update", "lists/b.json", "--set", #"/people/2/name="new""#, "--move", "/people/2=/people/0"
    ).succeed()
    #expect(
      try await world.document("lists/a.json")
        == Self.list([1, 2, 3]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    #expect(try await world.document("cards/1.json") == #"{"id":"1","name":"new"}"#)
    try await expectSound(world)
  }

  @Test(
    "moved on one fork, changed elsewhere on the other: both stand")
  func merged() async throws {
    let world = try await world()
    try await world.fork("update", "lists/a.json", "--move", "/people/0=/people/1").succeed()
    try await world.fork(
      "update", "lists/b.json", "--fork", "ui", "--move", "/people/0=/people/2"
    ).succeed()
    try await world.fork("update", "cards/1.json", "--fork", "ui", "--set", #"/name="new""#)
      .succeed()
    let merge = try await world.fork("merge", "ui", "--json").succeed()
    #expect(merge.text.contains(#""resolved":[],"conflicts":[]"#), "\(merge)")
    try await world.fork("merge", "main", "--into", "ui").succeed()
    for (document, ids) in [("lists/a.json", ["2", "1", "3"]), ("lists/b.json", ["2", "1", "3"])] {
      let text = try await world.document(document)
      #expect(try await world.document(document, on: "ui") == text)
      #expect(text.matches(of: /"id":"(\d)"/).map { String($0.1) } == ids)
      #expect(try await world.value("/people/1/name", in: document) == #""new""#)
    }
    #expect(!(try await world.document("cards/1.json")).contains("position"))
    try await expectSound(world)
  }

  @Test(
    "plain git changed and moved: --repair settles the name, not the order")
  func repair() async throws {
    let world = try await world()
    try world.write(
      Self.list([1, 2, 3]).replacing(
        #""name":"-","position":1000"#, with: #""name":"new","position":1500"#),
      to: "data/lists/a.json")
    try await world.git("commit", "-qam", "by hand").succeed()
    #expect(try await world.fork("verify").status == 1)
    try await world.fork("verify", "--repair").succeed()
    #expect(
      try await world.document("lists/b.json")
        == Self.list([3, 2, 1]).replacing(
          #""id":"1","name":"-""#, with: #""id":"1","name":"new""#))
    try await expectSound(world)
  }
}
