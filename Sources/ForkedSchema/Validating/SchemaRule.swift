import ForkedJSON

/// One subschema, prepared for validation, with other subschemas by their index.
final class SchemaRule: Sendable {
  /// The verdict of a schema that is `true` or `false`.
  let verdict: Bool?
  /// The keywords, without those of parts of JSON Schema that the schema's meta-schema doesn't require.
  let keywords: Subschema
  let enumeration: Enumeration?
  let bounds: [NumberBound]
  let multipleOf: ExactDecimal?
  let lengths: CountRule?
  let elementCounts: CountRule?
  let memberCounts: CountRule?
  let members: MemberRule
  /// True if there are keywords for arrays.
  let checksArrays: Bool
  /// True if there are subschemas that apply to the same value.
  let checksInPlace: Bool

  /// - Parameter vocabularies: the parts of JSON Schema that the schema's meta-schema requires.
  init(_ schema: Subschema, _ vocabularies: Vocabularies) {
    let keywords = vocabularies == .all ? schema : schema.restricted(to: vocabularies)
    let assertions = keywords.assertions
    self.keywords = keywords
    verdict = schema.node.kind == .object ? nil : schema.node.kind == .true
    enumeration = assertions.enumeration.map { Enumeration($0) }
    bounds = NumberBound.all(of: assertions)
    multipleOf = assertions.numbers[.multipleOf]
    lengths = CountRule(assertions, least: .minLength, most: .maxLength)
    elementCounts = CountRule(assertions, least: .minItems, most: .maxItems)
    memberCounts = CountRule(assertions, least: .minProperties, most: .maxProperties)
    members = MemberRule(keywords)
    checksArrays =
      elementCounts != nil || keywords.hasUniqueItems || !keywords.prefixItems.isEmpty
      || keywords.items != nil || keywords.contains != nil
    checksInPlace =
      !keywords.references.isEmpty || !keywords.allOf.isEmpty || !keywords.anyOf.isEmpty
      || !keywords.oneOf.isEmpty || keywords.not != nil || keywords.condition != nil
  }

  /// True if members must be checked one by one.
  var checksMembers: Bool { !members.entries.isEmpty || !asksByKey }

  /// True if there are no requirements for members whose keys are not named.
  var asksByKey: Bool {
    keywords.patternProperties.isEmpty && keywords.additionalProperties == nil
      && keywords.propertyNames == nil
  }

  /// True if the presence of members requires something of the object.
  var hasDependents: Bool {
    !keywords.assertions.dependentRequired.isEmpty || !keywords.dependentSchemas.isEmpty
  }

  /// Returns the schema for parts that no other schema evaluated, if there is one for values of this kind.
  func unevaluated(of kind: JSONKind) -> Int? {
    switch kind {
    case .array: keywords.unevaluatedItems
    case .object: keywords.unevaluatedProperties
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
  let keyword: Keyword
  let exact: ExactDecimal
  let integer: Int?

  static func all(of assertions: Assertions) -> [NumberBound] {
    [Keyword.maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum].compactMap { keyword in
      assertions.numbers[keyword].map {
        NumberBound(keyword: keyword, exact: $0, integer: $0.int)
      }
    }
  }
}

/// The bounds of a length or of a number of parts.
struct CountRule: Sendable {
  let least: Int?
  let most: Int?
  let keywords: (least: Keyword, most: Keyword)

  /// Nil if there are no bounds.
  init?(_ assertions: Assertions, least: Keyword, most: Keyword) {
    self.least = assertions.counts[least]
    self.most = assertions.counts[most]
    keywords = (least, most)
    if self.least == nil, self.most == nil { return nil }
  }
}

/// The requirements for members by their keys.
struct MemberRule: Sendable {
  /// The requirements for one key.
  struct Entry: Sendable {
    var schema: Int?
    var isRequired = false
  }
  let required: [JSONString]
  /// The keys of `properties` and `required`.
  let keys: JSONKeyNumbers
  /// The requirements for the keys, by the numbers of the keys.
  let entries: [Entry]

  init(_ schema: Subschema) {
    var entriesByKey = schema.properties.mapValues { Entry(schema: $0) }
    for key in schema.required { entriesByKey[key, default: Entry()].isRequired = true }
    let sorted = entriesByKey.sorted { $0.key < $1.key }
    required = sorted.filter(\.value.isRequired).map(\.key)
    keys = JSONKeyNumbers(sorted.map(\.key))
    entries = sorted.map(\.value)
  }
}

/// All subschemas of a set of files, prepared for validation. Immutable, and shared by all plans.
final class SchemaProgram: Sendable {
  let rules: [SchemaRule]
  /// The dynamic anchors of each resource.
  let dynamicAnchors: [[JSONString: Int]]
  /// True if the target of a reference can depend on the start of the evaluation.
  let hasDynamicReferences: Bool

  init(_ subschemas: [Subschema], _ resources: [SchemaResource]) {
    rules = subschemas.map { SchemaRule($0, resources[$0.resource].vocabularies) }
    dynamicAnchors = resources.map(\.dynamicAnchors)
    hasDynamicReferences = subschemas.contains { $0.dynamicReference?.name != nil }
  }
}
