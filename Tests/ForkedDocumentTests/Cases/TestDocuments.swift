import ForkedDocument
import ForkedJSON
import ForkedSchema

/// The document of a text, in which a key may stand twice.
func parse(_ text: String) throws -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .kept)
}

/// The value of a text.
func json(_ text: String) throws -> JSONNode { try parse(text).root }

/// The plan of documents that all have this schema.
func plan(_ schema: String) throws -> FieldPlan {
  let root = #"{"x-documents": {"*.json": \#(schema)}}"#
  return try SchemaSet(root: Array(root.utf8), load: { _ in nil }).plan(forDocument: "a.json")
}

extension DocumentMerge {
  /// The merge of the texts of base, ours and theirs.
  init(
    _ texts: [String], plan: FieldPlan = .none, notation: JSONNotation = .json,
    policy: ConflictPolicy? = nil
  ) throws {
    let bytes = texts.map { Array($0.utf8) }
    try self.init(
      parsing: bytes[0], ours: bytes[1], theirs: bytes[2], plan: plan, notation: notation,
      policy: policy)
  }
}

extension MergeResult<[UInt8]> {
  var text: String { String(decoding: value, as: UTF8.self) }
}
