import ForkedJSON

/// The assertions of a schema about a value itself (JSON Schema Validation, 6).
struct Assertions {
  var types: ValueTypes?
  var constant: JSONNode?
  var enumeration: [JSONNode]?

  var multipleOf: ExactDecimal?
  var maximum: ExactDecimal?
  var exclusiveMaximum: ExactDecimal?
  var minimum: ExactDecimal?
  var exclusiveMinimum: ExactDecimal?

  var maxLength: Int?
  var minLength: Int?
  var pattern: KeyPattern?

  var maxItems: Int?
  var minItems: Int?
  var maxContains: Int?
  var minContains: Int?

  var maxProperties: Int?
  var minProperties: Int?
  var dependentRequired: [(key: JSONString, required: [JSONString])] = []
}

/// The types of values that `type` distinguishes: an integer is a number without a fraction.
struct ValueTypes: OptionSet, Hashable {
  let rawValue: UInt8

  static let object = ValueTypes(rawValue: 1 << 0)
  static let array = ValueTypes(rawValue: 1 << 1)
  static let string = ValueTypes(rawValue: 1 << 2)
  static let number = ValueTypes(rawValue: 1 << 3)
  static let integer = ValueTypes(rawValue: 1 << 4)
  static let boolean = ValueTypes(rawValue: 1 << 5)
  static let null = ValueTypes(rawValue: 1 << 6)

  private static let byName: KeyValuePairs<String, ValueTypes> = [
    "object": .object, "array": .array, "string": .string, "number": .number, "integer": .integer,
    "boolean": .boolean, "null": .null,
  ]

  static func named(_ name: JSONString) -> ValueTypes? {
    byName.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The names of these types.
  var names: [String] { Self.byName.filter { contains($0.value) }.map(\.key) }

  /// The types as they are named in messages: `a string or null`.
  var text: String {
    Self.byName.filter { contains($0.value) && !($0.value == .integer && contains(.number)) }
      .map {
        $0.key == "null"
          ? "null" : "aeiou".contains($0.key.prefix(1)) ? "an \($0.key)" : "a \($0.key)"
      }
      .joined(separator: " or ")
  }
}
