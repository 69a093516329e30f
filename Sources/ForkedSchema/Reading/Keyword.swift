import ForkedJSON

/// The keywords of a schema that apply to values, hold other schemas, or name them.
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
  case together = "x-together"
  case moves = "x-moves"

  private static let byName: [JSONString: Keyword] =
    Dictionary(uniqueKeysWithValues: allCases.map { (JSONString($0.rawValue), $0) })

  init?(_ name: JSONString) {
    guard let keyword = Keyword.byName[name] else { return nil }
    self = keyword
  }

  /// True if it says something about values, and not only about schemas, documents, or conflicts in general.
  var appliesToValues: Bool {
    switch self {
    case .anchor, .dynamicAnchor, .definitions, .oldDefinitions, .documents, .defaultMerge: false
    default: true
    }
  }

  /// The keywords that `fork` adds to JSON Schema.
  static let own: [String] =
    [Keyword.documents, .merge, .defaultMerge, .identity, .together, .moves].map(\.rawValue)
}

/// The types that the keyword `type` names, as a set: an integer is a number without a fraction.
struct JSONType: OptionSet, Hashable {
  let rawValue: UInt8

  static let object = JSONType(rawValue: 1 << 0)
  static let array = JSONType(rawValue: 1 << 1)
  static let string = JSONType(rawValue: 1 << 2)
  static let integer = JSONType(rawValue: 1 << 3)
  static let number: JSONType = [.integer, JSONType(rawValue: 1 << 4)]
  static let boolean = JSONType(rawValue: 1 << 5)
  static let null = JSONType(rawValue: 1 << 6)
  static let any: JSONType = [.object, .array, .string, .number, .boolean, .null]

  private static let byName: KeyValuePairs<String, JSONType> = [
    "object": .object, "array": .array, "string": .string, "number": .number, "integer": .integer,
    "boolean": .boolean, "null": .null,
  ]
  static let allNames = byName.map(\.key)

  static func named(_ name: JSONString) -> JSONType? {
    byName.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The names of these types, without `integer` beside `number`.
  var names: [String] {
    Self.byName.filter { contains($0.value) && !($0.value == .integer && contains(.number)) }
      .map(\.key)
  }

  /// The types as they are named in messages about schemas: `string or null`.
  var text: String { names.joined(separator: " or ") }

  /// The types as they are named in messages about values: `a string or null`.
  var textWithArticles: String {
    names.map {
      $0 == "null" ? "null" : "aeiou".contains($0.prefix(1)) ? "an \($0)" : "a \($0)"
    }
    .joined(separator: " or ")
  }
}

extension JSONType {
  /// Creates the type of a kind of value.
  init(_ kind: JSONKind) {
    switch kind {
    case .object: self = .object
    case .array: self = .array
    case .string: self = .string
    case .number: self = .number
    case .true, .false: self = .boolean
    case .null: self = .null
    }
  }
}
