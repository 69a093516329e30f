import ForkedJSON

/// What a subschema demands of objects.
struct ObjectRule: Sendable {
  /// What it says about one key.
  struct Entry: Sendable {
    var schema: Int?
    var isRequired = false
  }

  let maxProperties: Int?
  let minProperties: Int?
  let required: [JSONString]
  /// The keys of `properties` and `required`.
  let keys: KeyTable
  /// What is said about them, by their numbers.
  let entries: [Entry]
  let patterns: [(pattern: KeyPattern, schema: Int)]
  let additional: Int?
  let names: Int?
  let dependentRequired: [(key: JSONString, required: [JSONString])]
  let dependentSchemas: [(key: JSONString, schema: Int)]

  init?(_ schema: Subschema, _ assertions: Assertions, applies: Bool, asserts: Bool) {
    maxProperties = assertions.maxProperties
    minProperties = assertions.minProperties
    dependentRequired = assertions.dependentRequired
    patterns = applies ? schema.patternProperties : []
    additional = applies ? schema.additionalProperties : nil
    names = applies ? schema.propertyNames : nil
    dependentSchemas = applies ? schema.dependentSchemas : []
    var entriesByKey: [JSONString: Entry] = [:]
    for (key, below) in applies ? schema.properties : [:] {
      entriesByKey[key] = Entry(schema: below)
    }
    for key in asserts ? schema.required : [] {
      entriesByKey[key, default: Entry()].isRequired = true
    }
    required = entriesByKey.filter(\.value.isRequired).map(\.key).sorted()
    let sorted = entriesByKey.sorted { $0.key < $1.key }
    keys = KeyTable(sorted.map(\.key))
    entries = sorted.map(\.value)
    let counts = maxProperties != nil || minProperties != nil
    let depends = !dependentRequired.isEmpty || !dependentSchemas.isEmpty
    guard counts || depends || checksMembers || names != nil else { return nil }
  }

  /// Whether members have to be looked at one by one.
  var checksMembers: Bool { !keys.isEmpty || !asksByKey }

  /// True if it says nothing of members whose keys it does not name.
  var asksByKey: Bool { patterns.isEmpty && additional == nil && names == nil }
}

/// The subschemas that look at the very value that this one looks at.
struct InPlaceRule: Sendable {
  let reference: Int?
  let dynamicReference: DynamicReference?
  let allOf: [Int]
  let anyOf: [Int]
  let oneOf: [Int]
  let not: Int?
  let condition: Int?
  let then: Int?
  let otherwise: Int?

  init?(_ schema: Subschema, applies: Bool) {
    reference = schema.staticReference
    dynamicReference = schema.dynamicReference
    allOf = applies ? schema.allOf : []
    anyOf = applies ? schema.anyOf : []
    oneOf = applies ? schema.oneOf : []
    not = applies ? schema.not : nil
    condition = applies ? schema.condition : nil
    then = schema.then
    otherwise = schema.otherwise
    let refers = reference != nil || dynamicReference != nil
    let combines = !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty
    guard refers || combines || not != nil || condition != nil else { return nil }
  }
}
