import ForkedJSON

/// The keywords of a schema that say something about values, hold other schemas or name them.
enum Keyword: String, CaseIterable {
  case reference = "$ref"
  case dynamicReference = "$dynamicRef"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case definitions = "$defs"
  case oldDefinitions = "definitions"
  case type, required, uniqueItems, const
  case enumeration = "enum"
  case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
  case maxLength, minLength, pattern
  case maxItems, minItems, maxContains, minContains
  case maxProperties, minProperties, dependentRequired
  case properties, patternProperties, additionalProperties, unevaluatedProperties, dependentSchemas
  case propertyNames, prefixItems, items, unevaluatedItems, contains, contentSchema
  case allOf, anyOf, oneOf, not
  case condition = "if"
  case then
  case otherwise = "else"
  case documents = "x-documents"
  case merge = "x-merge"
  case defaultMerge = "x-default-merge"
  case identity = "x-identity"

  private static let byName: [JSONString: Keyword] =
    Dictionary(uniqueKeysWithValues: allCases.map { (JSONString($0.rawValue), $0) })

  init?(_ name: JSONString) {
    guard let keyword = Keyword.byName[name] else { return nil }
    self = keyword
  }

  /// The keywords that `fork` adds to JSON Schema.
  static let own: [String] =
    [Keyword.documents, .merge, .defaultMerge, .identity].map(\.rawValue)
}
