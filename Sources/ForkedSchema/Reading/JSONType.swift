import ForkedJSON

/// The types that the keyword `type` names, as a set.
struct JSONType: OptionSet, Hashable {
  let rawValue: UInt8

  static let object = JSONType(rawValue: 1 << 0)
  static let array = JSONType(rawValue: 1 << 1)
  static let string = JSONType(rawValue: 1 << 2)
  static let number = JSONType(rawValue: 1 << 3)
  static let boolean = JSONType(rawValue: 1 << 4)
  static let null = JSONType(rawValue: 1 << 5)
  static let any: JSONType = [.object, .array, .string, .number, .boolean, .null]

  /// An integer is a number as far as merging goes.
  private static let byName: KeyValuePairs<String, JSONType> = [
    "object": .object, "array": .array, "string": .string, "number": .number, "integer": .number,
    "boolean": .boolean, "null": .null,
  ]
  static let names = byName.map(\.key)

  static func named(_ name: JSONString) -> JSONType? {
    byName.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  /// As messages say it: `string or null`.
  var text: String {
    Self.byName.filter { $0.key != "integer" && contains($0.value) }.map(\.key)
      .joined(separator: " or ")
  }
}
