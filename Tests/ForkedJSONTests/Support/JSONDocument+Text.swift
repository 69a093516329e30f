import ForkedJSON

extension JSONDocument {
  /// A document written in a test.
  convenience init(_ text: String, limits: JSONLimits = .standard) throws {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

/// The value of a text written in a test.
func json(_ text: String) throws -> JSONNode { try JSONDocument(text).root }
