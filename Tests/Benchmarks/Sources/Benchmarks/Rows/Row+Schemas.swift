import ForkedJSON

/// Schemas, by `fork validate` in a bare repository.
extension Row {
  /// The cost that validation of 9.1 MB adds to reading and parsing it, beside parsing it.
  func runValidate() throws {
    let text = Documents.large().base
    let fork = try forkProgram()
    let (ruled, free) = (try repository(text, Self.rules), try repository(text, "{}"))
    let costs = try Comparison(runs: 15) {
      try Child.succeed([fork, "-C", ruled.path, "validate"])
    } peer: {
      try Child.succeed([fork, "-C", free.path, "validate"])
    }.medians()
    let bytes = Array(text.utf8)
    let parsing = try median(of: 15) { keep(try JSONDocument(parsing: bytes)) }
    let validation = costs.ours.processor - costs.peer.processor
    show(
      "validation of one large document",
      "\(time(validation)), parsing it \(time(parsing)), ratio \(rounded(validation / parsing))",
      goal: "at most 5")
  }

  /// A bare repository of one document under a schema.
  private func repository(_ document: String, _ schema: String) throws -> Repository {
    try Repository(
      .one(
        document, at: "document.json",
        under: #"{"x-documents": {"*.json": \#(schema)}}"#), bare: true)
  }

  /// All that there is to say of the large document's objects.
  private static let rules = """
    {"type": "array", "items": {
      "type": "object", "additionalProperties": false,
      "required": ["id", "name", "email", "active", "balance", "city", "street", "tags", "score", "note"],
      "properties": {
        "id": {"type": "integer", "minimum": 0}, "name": {"type": "string", "minLength": 1},
        "email": {"type": "string", "pattern": "^[a-z0-9]+@[a-z.]+$"}, "active": {"type": "boolean"},
        "balance": {"type": "number", "minimum": 0}, "city": {"enum": ["Amsterdam", "Berlin"]},
        "street": {"type": "string", "maxLength": 100}, "tags": {"type": "string"},
        "score": {"type": "integer", "maximum": 1000000}, "note": {"type": "string"}}}}
    """
}
