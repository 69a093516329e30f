import ForkedJSON

/// The requirements of one subschema, prepared for validation, with other subschemas by their index.
final class SchemaRule: Sendable {
  /// The verdict of a schema that is `true` or `false`.
  let verdict: Bool?
  let resource: Int
  let types: JSONType?
  let constant: JSONNode?
  let enumeration: Enumeration?
  let number: NumberRule?
  let string: StringRule?
  let array: ArrayRule?
  let object: ObjectRule?
  let inPlace: InPlaceRule?
  let unevaluatedItems: Int?
  let unevaluatedProperties: Int?

  /// - Parameter vocabularies: the parts of JSON Schema that the schema's meta-schema requires.
  init(_ schema: Subschema, _ vocabularies: Vocabularies) {
    let applies = vocabularies.contains(.applicator)
    let asserts = vocabularies.contains(.validation)
    let assertions = asserts ? schema.assertions : Assertions()
    verdict = schema.node.kind == .object ? nil : schema.node.kind == .true
    resource = schema.resource
    types = asserts ? schema.types : nil
    constant = assertions.constant
    enumeration = assertions.enumeration.map { Enumeration($0) }
    number = NumberRule(assertions)
    string = StringRule(assertions)
    array = ArrayRule(schema, assertions, applies: applies, asserts: asserts)
    object = ObjectRule(schema, assertions, applies: applies, asserts: asserts)
    inPlace = InPlaceRule(schema, applies: applies)
    let tracks = vocabularies.contains(.unevaluated)
    unevaluatedItems = tracks ? schema.unevaluatedItems : nil
    unevaluatedProperties = tracks ? schema.unevaluatedProperties : nil
  }

  /// Returns the schema for parts that no other schema evaluated, if there is one for values of this kind.
  func unevaluated(of kind: JSONKind) -> Int? {
    switch kind {
    case .array: unevaluatedItems
    case .object: unevaluatedProperties
    default: nil
    }
  }
}

/// The values that `enum` allows; if they are many, they are found by hash.
struct Enumeration: Sendable {
  let values: [JSONNode]
  private let table: Set<JSONNode>?
  private static let few = 8

  init(_ values: [JSONNode]) {
    self.values = values
    table = values.count > Self.few ? Set(values) : nil
  }

  func contains(_ value: JSONNode) -> Bool {
    table?.contains(value) ?? values.contains { $0 == value }
  }
}

/// A bound for numbers: exact, and as an integer if it is one.
struct NumberBound: Sendable {
  let exact: ExactDecimal
  let integer: Int?

  init(_ exact: ExactDecimal) {
    self.exact = exact
    integer = exact.int
  }
}

struct NumberRule: Sendable {
  let multipleOf: ExactDecimal?
  let maximum: NumberBound?
  let exclusiveMaximum: NumberBound?
  let minimum: NumberBound?
  let exclusiveMinimum: NumberBound?

  init?(_ assertions: Assertions) {
    guard !assertions.numbers.isEmpty else { return nil }
    multipleOf = assertions.numbers[.multipleOf]
    maximum = assertions.numbers[.maximum].map(NumberBound.init)
    exclusiveMaximum = assertions.numbers[.exclusiveMaximum].map(NumberBound.init)
    minimum = assertions.numbers[.minimum].map(NumberBound.init)
    exclusiveMinimum = assertions.numbers[.exclusiveMinimum].map(NumberBound.init)
  }
}

struct StringRule: Sendable {
  let maxLength: Int?
  let minLength: Int?
  let pattern: KeyPattern?

  init?(_ assertions: Assertions) {
    maxLength = assertions.counts[.maxLength]
    minLength = assertions.counts[.minLength]
    pattern = assertions.pattern
    guard maxLength != nil || minLength != nil || pattern != nil else { return nil }
  }
}

struct ArrayRule: Sendable {
  let maxItems: Int?
  let minItems: Int?
  let hasUniqueItems: Bool
  let prefix: [Int]
  let items: Int?
  let contains: ContainsRule?

  init?(_ schema: Subschema, _ assertions: Assertions, applies: Bool, asserts: Bool) {
    maxItems = assertions.counts[.maxItems]
    minItems = assertions.counts[.minItems]
    hasUniqueItems = schema.hasUniqueItems && asserts
    prefix = applies ? schema.prefixItems : []
    items = applies ? schema.items : nil
    contains = applies ? schema.contains.map { ContainsRule($0, assertions) } : nil
    let counts = maxItems != nil || minItems != nil || hasUniqueItems
    guard counts || !prefix.isEmpty || items != nil || contains != nil else { return nil }
  }
}

struct ContainsRule: Sendable {
  let schema: Int
  let least: Int
  let most: Int?

  init(_ schema: Int, _ assertions: Assertions) {
    self.schema = schema
    least = assertions.counts[.minContains] ?? 1
    most = assertions.counts[.maxContains]
  }
}

/// All subschemas of a set of files, prepared for validation. Immutable, and shared by all plans.
final class SchemaProgram: Sendable {
  let rules: [SchemaRule]
  let places: [SchemaLocation]
  /// The dynamic anchors of each resource.
  let dynamicAnchors: [[JSONString: Int]]
  /// True if the target of a reference can depend on the start of the evaluation.
  let hasDynamicReferences: Bool

  init(_ subschemas: [Subschema], _ resources: [SchemaResource]) {
    rules = subschemas.map { SchemaRule($0, resources[$0.resource].vocabularies) }
    places = subschemas.map(\.place)
    dynamicAnchors = resources.map(\.dynamicAnchors)
    hasDynamicReferences = subschemas.contains { $0.dynamicReference?.name != nil }
  }

  /// Returns the pointer in its file to a subschema, or to a value below it.
  /// - Complexity: O(depth).
  func pointer(to schema: Int, _ steps: [JSONString]) -> JSONPointer {
    SchemaLocation.pointer(to: schema, steps) { places[$0] }
  }
}
