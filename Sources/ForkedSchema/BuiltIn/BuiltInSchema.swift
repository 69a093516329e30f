/// The schemas of documents that everybody has, as ordinary schema files inside the program.
enum BuiltInSchema: String, CaseIterable, Sendable {
  case packageJSON = "fork:package.json"
  case notebook = "fork:notebook"
  case xcstrings = "fork:xcstrings"
  case jsonSchema = "fork:json-schema"

  static let scheme = "fork:"

  init?(named name: String) {
    guard let schema = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self = schema
  }

  /// The schema of a document whose name says it all.
  init?(forDocument path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? Substring(path).utf8
    if name.elementsEqual("package.json".utf8) {
      self = .packageJSON
    } else if path.utf8.hasSuffix(".ipynb") {
      self = .notebook
    } else if path.utf8.hasSuffix(".xcstrings") {
      self = .xcstrings
    } else if Self.isSchemaFile(path) {
      self = .jsonSchema
    } else {
      return nil
    }
  }

  /// Whether the path is where schema files stand, whatever `x-documents` says of such names.
  static func isSchemaFile(_ path: String) -> Bool {
    path.utf8.starts(with: ".fork/".utf8) && path.utf8.hasSuffix(".json")
  }

  var text: String {
    switch self {
    case .packageJSON: Self.packageJSONText
    case .notebook: Self.notebookText
    case .xcstrings: Self.xcstringsText
    case .jsonSchema: Self.jsonSchemaText
    }
  }

  /// Compiled when it is first needed, once a process.
  var plan: FieldPlan {
    switch self {
    case .packageJSON: Self.packageJSONPlan
    case .notebook: Self.notebookPlan
    case .xcstrings: Self.xcstringsPlan
    case .jsonSchema: Self.jsonSchemaPlan
    }
  }

  private static let packageJSONPlan = compiled(.packageJSON)
  private static let notebookPlan = compiled(.notebook)
  private static let xcstringsPlan = compiled(.xcstrings)
  private static let jsonSchemaPlan = compiled(.jsonSchema)

  private static func compiled(_ schema: BuiltInSchema) -> FieldPlan {
    do { return try schema.compile() } catch {
      preconditionFailure("the built-in schema \(schema.rawValue) is wrong: \(error)")
    }
  }

  /// Throws `SchemaError` where the text has a mistake.
  func compile() throws -> FieldPlan {
    let schema = try CompiledSchema(
      file: rawValue, bytes: Array(text.utf8), sources: SchemaSources(file: { _ in nil }),
      isImplied: true)
    return FieldPlan(schema.graph, rule: schema.root, defaultMerge: nil)
  }
}
