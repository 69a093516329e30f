import ForkedJSON

/// What one place of a schema file says about merging, and where the schemas below it are.
/// Other subschemas are given by their index in the reader's list.
struct Subschema {
  let file: SchemaFile
  let node: JSONNode
  let place: SchemaPlace

  var references: [Int] = []
  var allOf: [Int] = []
  /// `anyOf`, `oneOf`, `if`, `then`, `else`, `not`, `dependentSchemas`: they look at the same value.
  var branches: [Int] = []
  var merge: MergeDeclaration?
  var identity: IdentityTemplate?
  var types: JSONType?
  var required: [JSONString] = []
  var hasUniqueItems = false
  var properties: [JSONString: Int] = [:]
  var patternProperties: [(pattern: KeyPattern, schema: Int)] = []
  var additionalProperties: Int?
  var unevaluatedProperties: Int?
  var prefixItems: [Int] = []
  var items: Int?
  var unevaluatedItems: Int?

  init(file: SchemaFile, node: JSONNode, parent: Int?, steps: [JSONString]) {
    self.file = file
    self.node = node
    place = SchemaPlace(file: file.name, parent: parent, steps: steps)
  }

  /// The schemas that look at the same value as this one.
  var inPlace: [Int] { references + allOf + branches }

  /// Whether it says nothing but where to look.
  var isPlainReference: Bool {
    references.count == 1 && node.count == 1
  }
}
