public import ForkedJSON
public import ForkedMerge

/// How one value merges, and a way down to its parts.
///
/// A place in an immutable graph that all plans of a schema share: copying is a retain, a step down is one
/// look-up and allocates nothing. Recursive schemas are cycles, so a plan can be walked to any depth.
public struct FieldPlan: Sendable {
  /// nil: nothing is said about this value, nor its parts.
  let graph: RuleGraph?
  let rule: Int
  /// What decides a true conflict that no strategy decides (`x-default-merge`): `.mostRecent` or `.manual`;
  /// nil where no schema governs the document.
  public let defaultMerge: MergeStrategy?

  init(_ graph: RuleGraph?, rule: Int = RuleGraph.nothing, defaultMerge: MergeStrategy?) {
    self.graph = rule == RuleGraph.nothing ? nil : graph
    self.rule = rule
    self.defaultMerge = defaultMerge
  }

  /// A plan that says nothing.
  public init() { self.init(nil, defaultMerge: nil) }

  /// Nothing declared, anywhere.
  public static let none = FieldPlan()

  /// The declared strategy, or the one that follows from a standard keyword; nil: nothing is said about
  /// this value.
  public var strategy: MergeStrategy? { graph?[rule].strategy }

  /// Where the strategy comes from. O(depth of the place in its schema file).
  public var origin: StrategyOrigin { graph?.origin(of: rule) ?? .inferred }

  /// Pointers to the parts of an element's id, relative to the element; empty: the usual ids are looked for.
  public var identity: [JSONPointer] { graph?[rule].identity ?? [] }

  /// The member with an element's position, for `orderedMerge`; nil for other strategies.
  public var position: JSONString? { graph?[rule].position }

  /// The template of the value's model identifier (`x-identity`), where it is a model.
  public var modelIdentity: IdentityTemplate? { graph?[rule].modelIdentity }

  /// The plan of a member's value. O(1), but for schemas with `patternProperties`: then O(patterns x key).
  public func property(_ key: JSONString) -> FieldPlan {
    guard let graph else { return self }
    return FieldPlan(graph, rule: graph.property(key, of: rule), defaultMerge: defaultMerge)
  }

  /// The plan of an array's element. O(1).
  public func element(at index: Int) -> FieldPlan {
    guard let graph else { return self }
    return FieldPlan(graph, rule: graph.element(at: index, of: rule), defaultMerge: defaultMerge)
  }

  /// Whether nothing is said about this value nor any part of it: all of it merges by the defaults.
  public var isSilent: Bool { graph == nil }

  /// Whether the schema that says something about this value has a counter anywhere: then two equal
  /// changes may be two increments, and equal values are worth a look. O(1).
  public var mayHoldCounter: Bool { graph?.hasCounter ?? false }

  /// Whether the schema that says something about this value has an ordered list (`orderedMerge`) anywhere. O(1).
  public var mayHoldOrderedList: Bool { graph?.hasOrderedList ?? false }

  /// How many elements have plans of their own, by index (`prefixItems`).
  var prefixCount: Int { graph?[rule].prefix.count ?? 0 }

  /// Whether the schema has something to say about that key rather than about any.
  func names(_ key: JSONString) -> Bool {
    guard let graph else { return false }
    return graph.property(key, of: rule) != graph[rule].others
  }

  func with(defaultMerge: MergeStrategy?) -> FieldPlan {
    FieldPlan(graph, rule: rule, defaultMerge: defaultMerge)
  }
}

/// The same place in the same schema, as it was read: of two that were read apart, no plans are equal.
extension FieldPlan: Hashable {
  /// O(1).
  public static func == (one: FieldPlan, other: FieldPlan) -> Bool {
    one.graph === other.graph && one.rule == other.rule && one.defaultMerge == other.defaultMerge
  }

  /// O(1).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(graph.map { ObjectIdentifier($0) })
    hasher.combine(rule)
    hasher.combine(defaultMerge)
  }
}

extension RuleGraph {
  func property(_ key: JSONString, of rule: Int) -> Int {
    let rule = self[rule]
    if let known = rule.properties[key] { return known }
    guard !rule.patterns.isEmpty else { return rule.others }
    return rule.patterns.first { $0.pattern.matches(key) }?.rule ?? rule.others
  }

  func element(at index: Int, of rule: Int) -> Int {
    let rule = self[rule]
    return rule.prefix.indices.contains(index) ? rule.prefix[index] : rule.elements
  }
}
