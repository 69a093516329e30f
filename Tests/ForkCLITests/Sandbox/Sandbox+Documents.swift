import Testing

/// Documents of a test, in short words.
extension Sandbox {
  /// A repository whose `main` and `ui` hold the same document, under a schema that may name strategies.
  static func withTwoForks(
    _ document: String, schema: String? = nil, bare: Bool = false
  ) async throws -> Sandbox {
    try await shared(document, schema ?? "", bare) {
      let sandbox = try await withRepository(bare: bare)
      if let schema { try await sandbox.put(schema, at: ".fork/schema.json") }
      try await sandbox.put(document)
      try await sandbox.fork("create", "ui").succeed()
      return sandbox
    }
  }

  /// Writes a version of a document.
  @discardableResult
  func put(
    _ text: String, at document: String = "a.json", on fork: String = "main"
  ) async throws -> Outcome {
    try await self.fork("update", document, "--fork", fork, input: text).succeed()
  }

  /// Sets one value of a document.
  @discardableResult
  func set(
    _ assignment: String, in document: String = "a.json", on fork: String
  ) async throws -> Outcome {
    try await self.fork("update", document, "--fork", fork, "--set", assignment).succeed()
  }

  /// The text of a document.
  func document(_ document: String = "a.json", on fork: String = "main") async throws -> String {
    try await self.fork("get", document, "--fork", fork).succeed().text
  }
}
