import ForkedJSON

/// All subschemas of a set of files, ready to validate by. Immutable, shared by all plans.
final class SchemaProgram: Sendable {
  let rules: [SchemaRule]
  let places: [SchemaPlace]
  /// The dynamic anchors of each resource.
  let dynamicAnchors: [[JSONString: Int]]
  /// Whether what a reference means can depend on where the evaluation began.
  let hasDynamicReferences: Bool

  init(_ subschemas: [Subschema], _ resources: [SchemaResource]) {
    rules = subschemas.map { SchemaRule($0, resources[$0.resource].vocabularies) }
    places = subschemas.map(\.place)
    dynamicAnchors = resources.map(\.dynamicAnchors)
    hasDynamicReferences = subschemas.contains { $0.dynamicReference?.name != nil }
  }

  /// The pointer to a keyword of a subschema in its file. O(depth).
  func pointer(to keyword: String, of schema: Int) -> JSONPointer {
    SchemaPlace.pointer(to: schema, [JSONString(keyword)]) { places[$0] }
  }
}
