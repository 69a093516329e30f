import ForkedJSON
import ForkedMerge

/// What a schema says about one value; other rules by their index in the graph.
struct FieldRule: Sendable {
  enum Source: Sendable {
    case declared(schema: Int)
    case keyword(Keyword, schema: Int)
  }

  var strategy: MergeStrategy?
  var source: Source?
  var identity: [JSONPointer] = []
  var position: JSONString?
  var modelIdentity: IdentityTemplate?

  var properties: [JSONString: Int] = [:]
  var patterns: [(pattern: KeyPattern, rule: Int)] = []
  /// For keys that are in neither.
  var others = RuleGraph.nothing
  var prefix: [Int] = []
  /// For elements after those.
  var elements = RuleGraph.nothing
}

/// All rules of a set of schema files: immutable, shared by every plan, and cyclic where schemas recur.
final class RuleGraph: Sendable {
  /// The rule of a value of which nothing is said.
  static let nothing = 0

  let rules: [FieldRule]
  let hasCounter: Bool
  private let places: [SchemaPlace]

  init(rules: [FieldRule], places: [SchemaPlace]) {
    self.rules = rules
    hasCounter = rules.contains { $0.strategy == .counterMerge }
    self.places = places
  }

  /// O(depth of the place in its schema file).
  func origin(of rule: Int) -> StrategyOrigin {
    switch rules[rule].source {
    case .declared(let schema):
      .declared(file: places[schema].file, pointer: pointer(.merge, schema))
    case .keyword(let keyword, let schema):
      .keyword(keyword.rawValue, file: places[schema].file, pointer: pointer(keyword, schema))
    case nil: .inferred
    }
  }

  private func pointer(_ keyword: Keyword, _ schema: Int) -> JSONPointer {
    SchemaPlace.pointer(to: schema, [JSONString(keyword.rawValue)]) { places[$0] }
  }
}
