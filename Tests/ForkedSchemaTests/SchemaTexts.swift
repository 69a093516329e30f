import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

/// A repository's schema files, as texts.
func schemas(_ root: String, files: [String: String] = [:]) throws -> SchemaSet {
  try SchemaSet(root: Array(root.utf8)) { files[$0].map { Array($0.utf8) } }
}

/// The plan of documents that all have this schema.
func plan(_ schema: String, files: [String: String] = [:]) throws -> FieldPlan {
  try schemas(#"{"x-documents": {"*.json": \#(schema)}}"#, files: files).plan(forDocument: "a.json")
}

/// The mistakes in a repository's schema, none if it has none.
func mistakes(_ root: String, files: [String: String] = [:]) throws -> [SchemaMistake] {
  do {
    _ = try schemas(root, files: files)
    return []
  } catch let error as SchemaError {
    return error.mistakes
  }
}

extension FieldPlan {
  /// The plan below, by names; `*` is an array's element beyond its `prefixItems`.
  subscript(_ path: String...) -> FieldPlan {
    path.reduce(self) { $1 == "*" ? $0.element(at: 1000) : $0.property(JSONString($1)) }
  }
}

/// So many parts, separated by commas.
func list(_ count: Int, _ part: (Int) -> String) -> String {
  (0..<count).map(part).joined(separator: ",")
}

/// The value of a text.
func json(_ text: String) throws -> JSONNode { try JSONDocument(parsing: Array(text.utf8)).root }
