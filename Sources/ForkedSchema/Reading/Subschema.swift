import ForkedJSON

/// A subschema of a schema file, with the schemas below it.
///
/// Other subschemas are given by their index in the reader's list.
struct Subschema {
  let file: SchemaFile
  let node: JSONNode
  /// The keyword by which another schema holds it; nil for the root of a file, and for the target of a reference.
  let keyword: Keyword?
  /// The index of the resource that contains it, or whose root it is.
  var resource: Int

  /// The targets of `$ref` and `$dynamicRef`, without regard to a dynamic scope.
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
  var together: TogetherRule?
  /// True if subtrees in the value are not followed to other places.
  var ignoresMoves = false
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

  init(file: SchemaFile, node: JSONNode, keyword: Keyword?, resource: Int) {
    self.file = file
    self.node = node
    self.keyword = keyword
    self.resource = resource
  }

  /// The schemas that may apply to the same value, depending on the value.
  var branches: [Int] {
    anyOf + oneOf + [not, condition, then, otherwise].compactMap { $0 }
      + dependentSchemas.map(\.schema)
  }

  /// All schemas that may apply to the same value as this one.
  var inPlace: [Int] { references + allOf + branches }

  /// The pointer to it in its file.
  var pointer: JSONPointer { file.pointer(to: node) }

  /// Returns the value of a keyword that it has.
  func value(of keyword: Keyword) -> JSONNode { node[JSONString(keyword.rawValue)] ?? node }

  func pointer(to keyword: Keyword) -> JSONPointer {
    pointer.appending(JSONString(keyword.rawValue))
  }

  /// True if the schema is only a reference.
  var isPlainReference: Bool { references.count == 1 && node.count == 1 }
}

/// A `$dynamicRef`: its static target, and the anchor that is searched from the start of the evaluation.
struct DynamicReference {
  let target: Int
  var name: JSONString?
}

/// A limit for the steps of reading a schema.
///
/// There can be exponentially many combinations of subschemas, but real schemas stay far below the limit.
struct WorkLimit {
  private var left: Int

  init(for subschemas: Int) { left = 1_000_000 + 64 * subschemas }

  /// Spends some steps; returns false if the limit is exceeded.
  mutating func spend(_ steps: Int) -> Bool {
    left -= min(steps, left + 1)
    return left >= 0
  }
}

extension [Subschema] {
  /// Returns the schemas that together describe one value: these, those that they refer to, and their `allOf`, nearest
  /// first; nil if the limit is exceeded.
  /// - Complexity: O(result), references included.
  func combining(_ seeds: [Int], _ limit: inout WorkLimit) -> [Int]? {
    if seeds.count == 1, self[seeds[0]].references.isEmpty, self[seeds[0]].allOf.isEmpty {
      return limit.spend(1) ? seeds : nil
    }
    var combined = seeds
    var known = Set(seeds)
    var next = 0
    while next < combined.count {
      let schema = self[combined[next]]
      next += 1
      guard limit.spend(1 + schema.references.count + schema.allOf.count) else { return nil }
      for below in schema.references + schema.allOf where known.insert(below).inserted {
        combined.append(below)
      }
    }
    return combined
  }
}

extension Subschema {
  /// Returns the schema without the keywords of other parts of JSON Schema.
  func restricted(to vocabularies: Vocabularies) -> Subschema {
    var schema = self
    if !vocabularies.contains(.validation) {
      schema.assertions = Assertions()
      schema.types = nil
      schema.required = []
      schema.hasUniqueItems = false
    }
    if !vocabularies.contains(.applicator) {
      schema.allOf = []
      schema.anyOf = []
      schema.oneOf = []
      schema.not = nil
      schema.condition = nil
      schema.dependentSchemas = []
      schema.properties = [:]
      schema.patternProperties = []
      schema.additionalProperties = nil
      schema.propertyNames = nil
      schema.prefixItems = []
      schema.items = nil
      schema.contains = nil
    }
    if !vocabularies.contains(.unevaluated) {
      schema.unevaluatedProperties = nil
      schema.unevaluatedItems = nil
    }
    return schema
  }
}

/// The subschemas of a value's parts.
extension Subschema {
  /// True if the schema has rules for merging a value or its parts.
  var hasMergeRules: Bool {
    merge != nil || identity != nil || together != nil || ignoresMoves || hasUniqueItems
      || describesMembers || describesElements
  }

  var describesMembers: Bool {
    !properties.isEmpty || !patternProperties.isEmpty || otherProperties != nil
  }

  var describesElements: Bool { !prefixItems.isEmpty || otherElements != nil }

  /// The schemas of members and elements.
  var ofParts: [Int] {
    Array(properties.values) + patternProperties.map(\.schema) + prefixItems
      + [additionalProperties, unevaluatedProperties, items, unevaluatedItems].compactMap { $0 }
  }

  /// The schema of members that neither `properties` nor `patternProperties` names.
  var otherProperties: Int? { additionalProperties ?? unevaluatedProperties }

  /// The schema of elements after `prefixItems`.
  var otherElements: Int? { items ?? unevaluatedItems }

  func schemas(forKey key: JSONString) -> [Int] {
    var schemas = properties[key].map { [$0] } ?? []
    for (pattern, schema) in patternProperties where pattern.matches(key) { schemas.append(schema) }
    if schemas.isEmpty, let others = otherProperties { schemas.append(others) }
    return schemas
  }

  func schema(forElement index: Int) -> Int? {
    index < prefixItems.count ? prefixItems[index] : otherElements
  }
}
