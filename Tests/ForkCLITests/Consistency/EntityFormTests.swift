import Testing

/// A full and a short form of one thing.
@Suite("projections of entities")
struct EntityFormTests {
  private static let schema = #"""
    {
      "x-documents": {
        "people/*.json": { "$ref": "#/$defs/Person" },
        "cards/*.json": { "properties": { "person": { "$ref": "#/$defs/Card" } } }
      },
      "$defs": {
        "Person": {
          "type": "object", "x-identity": "Person-{id}",
          "properties": { "id": {}, "name": {}, "mail": {}, "friend": { "$ref": "#/$defs/Card" } }
        },
        "Card": {
          "type": "object", "x-identity": "Person-{id}", "additionalProperties": false,
          "properties": { "id": {}, "name": {} }
        }
      }
    }
    """#

  private func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put(Self.schema, at: ".fork/schema.json")
      try await sandbox.put(#"{"id":1,"name":"Ada","mail":"a@x"}"#, at: "people/1.json")
      try await sandbox.put(#"{"person":{"id":1,"name":"Ada"}}"#, at: "cards/1.json")
      return sandbox
    }
  }

  @Test("a full form that replaces a short one is cut to the properties of that")
  func taken() async throws {
    let sandbox = try await sandbox()
    try await sandbox.put(
      #"{"id":2,"name":"Bo","mail":"b@x","friend":{"id":1,"name":"A"}}"#, at: "people/2.json")
    #expect(try await sandbox.value("/name", in: "people/1.json") == #""A""#)
    #expect(try await sandbox.document("cards/1.json") == #"{"person":{"id":1,"name":"A"}}"#)
  }

  @Test(
    "a full form that both forks made of a short one is merged once, and what it declares alone too"
  )
  func grown() async throws {
    let sandbox = try await sandbox()
    try await sandbox.play(
      "fork create ui", "fork remove people/1.json", "fork merge main --into ui")
    try await sandbox.put(#"{"id":1,"name":"Ada","mail":"main@x"}"#, at: "people/a.json")
    try await sandbox.put(#"{"id":1,"name":"Ada","mail":"ui@x"}"#, at: "people/b.json", on: "ui")
    try await sandbox.fork("merge", "ui").succeed()
    #expect(
      try await sandbox.document("people/a.json") == sandbox.document("people/b.json"))
    #expect(try await sandbox.value("/mail", in: "people/a.json") == #""ui@x""#)
    try await sandbox.fork("verify").succeed()
  }
}
