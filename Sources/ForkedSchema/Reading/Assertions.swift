import ForkedJSON

/// The assertions of a schema about a value itself (JSON Schema Validation, 6), except for its type.
struct Assertions {
  var constant: JSONNode?
  var enumeration: [JSONNode]?
  /// The bounds of numbers, and `multipleOf`.
  var numbers: [Keyword: ExactDecimal] = [:]
  /// The bounds of lengths and counts.
  var counts: [Keyword: Int] = [:]
  var pattern: KeyPattern?
  var dependentRequired: [(key: JSONString, required: [JSONString])] = []
}
