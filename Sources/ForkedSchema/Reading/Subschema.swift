import ForkedJSON

/// What one place of a schema file says, and where the schemas below it are.
/// Other subschemas are given by their index in the reader's list.
struct Subschema {
  let file: SchemaFile
  let node: JSONNode
  let place: SchemaPlace
  /// The resource that it is in, or that it is the root of.
  var resource: Int

  /// `$ref` and `$dynamicRef`, by what they say without a dynamic scope.
  var references: [Int] = []
  var staticReference: Int?
  var dynamicReference: DynamicReference?
  var assertions = Assertions()

  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?
  var condition: Int?
  var then: Int?
  var otherwise: Int?
  var dependentSchemas: [(key: JSONString, schema: Int)] = []

  var merge: MergeDeclaration?
  var identity: IdentityTemplate?
  var types: JSONType?
  var required: [JSONString] = []
  var hasUniqueItems = false

  var properties: [JSONString: Int] = [:]
  var patternProperties: [(pattern: KeyPattern, schema: Int)] = []
  var additionalProperties: Int?
  var unevaluatedProperties: Int?
  var propertyNames: Int?
  var prefixItems: [Int] = []
  var items: Int?
  var contains: Int?
  var unevaluatedItems: Int?

  init(file: SchemaFile, node: JSONNode, parent: Int?, steps: [JSONString], resource: Int) {
    self.file = file
    self.node = node
    self.resource = resource
    place = SchemaPlace(file: file.name, parent: parent, steps: steps)
  }

  /// Those that describe a value only if it is of their kind.
  var branches: [Int] {
    anyOf + oneOf + [not, condition, then, otherwise].compactMap { $0 }
      + dependentSchemas.map(\.schema)
  }

  /// The schemas that look at the same value as this one.
  var inPlace: [Int] { references + allOf + branches }

  /// Whether it says nothing but where to look.
  var isPlainReference: Bool {
    references.count == 1 && node.count == 1
  }
}

/// `$dynamicRef`: the schema that it leads to at first, and the anchor to look for where the evaluation began.
struct DynamicReference {
  let target: Int
  var name: JSONString?
}
