import Testing

/// Documents with messages and contacts, and the schema that makes their parts entities.
extension Sandbox {
  static let entitySchema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-documents": {
        "messages/*.json": { "$ref": "#/$defs/Message" },
        "contacts/*.json": { "$ref": "#/$defs/Contacts" },
        "people/*.json": { "$ref": "#/$defs/Person" }
      },
      "$defs": {
        "Message": {
          "type": "object", "x-identity": "Message-{id}", "required": ["id", "author"],
          "properties": {
            "id": { "type": "string" }, "text": { "type": "string" },
            "author": { "$ref": "#/$defs/Person" },
            "reader": { "$ref": "#/$defs/Person" },
            "image": { "$ref": "#/$defs/Image" }
          }
        },
        "Contacts": {
          "type": "object", "x-identity": "Contacts-{id}", "required": ["contacts"],
          "properties": {
            "id": { "type": "string" },
            "contacts": { "type": "array", "items": { "$ref": "#/$defs/Person" } }
          }
        },
        "Person": {
          "type": "object", "x-identity": "Person-{id}", "required": ["id"],
          "properties": {
            "id": { "type": "string" }, "username": { "type": "string" },
            "online": { "type": "boolean" },
            "visits": { "type": "integer", "x-merge": "counterMerge" },
            "state": { "type": "string", "x-merge": "manual" }
          }
        },
        "Image": { "type": "object" }
      }
    }
    """#

  static let message = #"""
    {
      "id": "12",
      "text": "Hey, how are you doing?",
      "author": {
        "id": "42",
        "username": "plivesey",
        "online": false
      },
      "image": {
        "path": "/static/images/img3.png",
        "width": 200
      }
    }

    """#

  static let contacts = #"""
    {
      "id": "44",
      "contacts": [
        { "id": "42", "username": "plivesey", "online": false },
        {
          "id": "53",
          "username": "ndonti",
          "online": true
        }
      ]
    }

    """#

  /// A repository that holds both, and forks `main` and `ui` of it.
  static func withEntities(
    schema: String = entitySchema, bare: Bool = false
  ) async throws -> Sandbox {
    try await shared(schema, bare) {
      let sandbox = try await withRepository(bare: bare)
      try await sandbox.put(schema, at: ".fork/schema.json")
      try await sandbox.put(message, at: "messages/12.json")
      try await sandbox.put(contacts, at: "contacts/44.json")
      try await sandbox.fork("create", "ui").succeed()
      return sandbox
    }
  }

  /// The value of a document at a pointer.
  func value(
    _ pointer: String, in document: String, on fork: String = "main"
  ) async throws -> String {
    try await self.fork("get", document, pointer, "--fork", fork).succeed().line
  }
}
