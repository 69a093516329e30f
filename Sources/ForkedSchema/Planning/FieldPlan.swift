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

  /// True if nothing is said about this value nor any part of it: all of it merges by the defaults.
  public var isSilent: Bool { graph == nil }

  /// True if the schema that says something about this value has a counter anywhere: then two equal
  /// changes may be two increments, and equal values are worth a look. O(1).
  public var mayHoldCounter: Bool { graph?.hasCounter ?? false }

  /// True if the schema that says something about this value has an ordered list (`orderedMerge`) anywhere. O(1).
  public var mayHoldOrderedList: Bool { graph?.hasOrderedList ?? false }

  /// How many elements have plans of their own, by index (`prefixItems`).
  var prefixCount: Int { graph?[rule].prefix.count ?? 0 }

  /// True if the schema has something to say about that key rather than about any.
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

extension FieldPlan {
  /// True if the values themselves decide which parts of the schema describe them (`anyOf`, `oneOf`, `if`,
  /// `dependentSchemas`). O(1).
  public var hasBranches: Bool { graph.map { !$0[rule].choices.isEmpty } ?? false }

  /// The plan of these versions of one value: with the branches that all of them fit.
  ///
  /// Versions that are null or absent say nothing. The plan itself where it has no branches, or the versions fit none
  /// in common. O(branches x bytes of the values), up to a limit.
  /// - Parameter values: the versions; the order doesn't matter.
  public func fitting(_ values: [JSONNode?]) -> FieldPlan {
    guard let graph, hasBranches else { return self }
    let versions = values.compactMap { $0 }.filter { $0.kind != .null }
    guard !versions.isEmpty else { return self }
    var fitted = rule
    for _ in 0..<Self.deepestChoice {
      let branches = graph.branches(of: fitted, fitting: versions)
      let next = graph.rule(extending: fitted, by: branches)
      guard next != fitted else { break }
      fitted = next
    }
    return FieldPlan(graph, rule: fitted, defaultMerge: defaultMerge)
  }

  /// Choices within branches of choices; nobody nests more.
  private static let deepestChoice = 16
}

extension RuleGraph {
  fileprivate func branches(of rule: Int, fitting versions: [JSONNode]) -> [Int] {
    var runs = versions.map { (value: $0, validation: Validation(program, for: $0)) }
    func fit(_ schema: Int) -> [Bool] {
      runs.indices.map {
        runs[$0].validation.accepts(runs[$0].value, schema) && !runs[$0].validation.isExhausted
      }
    }
    return self[rule].choices.flatMap { choice -> [Int] in
      switch choice {
      case .fitting(let branches):
        return branches.filter { fit($0).allSatisfy { $0 } }
      case .condition(let condition, let then, let otherwise):
        let holds = fit(condition)
        if holds.allSatisfy({ $0 }) { return [condition] + (then.map { [$0] } ?? []) }
        return holds.contains(true) ? [] : otherwise.map { [$0] } ?? []
      case .member(let key, let schema):
        return versions.allSatisfy { $0[key] != nil } ? [schema] : []
      }
    }
  }
}

/// Which schema makes objects models: those of one form share all their fields, those of two forms of one thing (a
/// full and a short one) the fields that both declare.
public struct ModelForm: Hashable, Sendable {
  let schema: Int
}

extension FieldPlan {
  /// True if the value or any part of it can be a model. O(1).
  public var mayHoldModels: Bool { graph?[rule].mayHoldModels ?? false }

  /// The form of the value, where it is a model.
  public var modelForm: ModelForm? { graph?[rule].modelSchema.map(ModelForm.init) }

  /// True if the schema of a model says anything about a field. One that says nothing about any declares all.
  public func declares(_ key: JSONString) -> Bool {
    guard let rule = graph?[rule] else { return true }
    if rule.declaresOthers || rule.properties[key] != nil { return true }
    if rule.properties.isEmpty && rule.patterns.isEmpty { return true }
    return rule.patterns.contains { $0.pattern.matches(key) }
  }

  /// True if an object that may hold models must have that member.
  public func requires(_ key: JSONString) -> Bool { graph?[rule].required.contains(key) ?? false }

  /// True if an array that may hold models can go on without its element at that index, of so many.
  public func canDrop(elementAt index: Int, leaving count: Int) -> Bool {
    index >= prefixCount && count >= (graph?[rule].fewestElements ?? 0)
  }
}

/// Where a strategy comes from.
public enum StrategyOrigin: Sendable, Hashable {
  /// `x-merge` in a schema file; the pointer leads to it.
  case declared(file: String, pointer: JSONPointer)
  /// A standard keyword (`uniqueItems`, `properties`, ...); the pointer leads to it.
  case keyword(String, file: String, pointer: JSONPointer)
  /// Nothing declared: the defaults decide from the values.
  case inferred
}
