public import ForkedJSON

/// The plan for merging one value, with access to the plans of its parts.
///
/// It refers to an immutable graph that all plans of a schema share. Copying it is a retain, and a step down is one
/// look-up without allocation. Recursive schemas are cycles in the graph, so plans exist to any depth.
public struct FieldPlan: Sendable {
  /// The graph; nil if no schema describes this value or its parts.
  let graph: RuleGraph?
  let rule: Int
  /// The rule for conflicts that no strategy decides; nil if the document has no schema.
  public let defaultMerge: DefaultMerge?

  init(_ graph: RuleGraph?, rule: Int = RuleGraph.nothing, defaultMerge: DefaultMerge?) {
    self.graph = rule == RuleGraph.nothing ? nil : graph
    self.rule = rule
    self.defaultMerge = defaultMerge
  }

  /// Creates a plan without declarations.
  public init() { self.init(nil, defaultMerge: nil) }

  /// The plan without any declarations.
  public static let none = FieldPlan()

  /// The declared strategy, or the one that a standard keyword implies; nil if there is none.
  public var strategy: MergeStrategy? { graph?[rule].merge?.strategy }

  /// True if a strategy leaves two changes to the user.
  package var leavesToUser: Bool { strategy?.leavesToUser ?? false }

  /// True if a strategy compares the values as versions of software.
  package var comparesVersions: Bool { strategy?.comparesVersions ?? false }

  /// The origin of the strategy.
  /// - Complexity: O(depth in the schema file).
  public var origin: StrategyOrigin { graph?.origin(of: rule) ?? .inferred }

  /// The pointers to the parts of an element's id, relative to the element; if empty, the usual ids are tried.
  public var identity: [JSONPointer] { graph?[rule].merge?.identity ?? [] }

  /// The member with an element's position, for `orderedMerge`; nil for other strategies.
  public var position: JSONString? { graph?[rule].merge?.position }

  /// The command that writes a generated value again; nil for other strategies, or where the schema names none.
  public var command: JSONString? { graph?[rule].merge?.command }

  /// The members that are decided for one side together, where the value is an object with such.
  public var together: TogetherRule? { graph?[rule].together }

  /// True unless the schema says that subtrees in the value are not followed to other places (`x-moves`).
  public var followsMoves: Bool { !(graph?[rule].ignoresMoves ?? false) }

  /// True if the schema that says something about this value takes members of an object from one side together
  /// anywhere. O(1).
  public var mayHoldUnits: Bool { graph?.hasUnit ?? false }

  /// The template of the value's identifier (`x-identity`), if it is an entity.
  public var entityIdentity: IdentityTemplate? {
    entityForm.flatMap { graph?.program.rules[$0.schema].keywords.identity }
  }

  /// Returns the plan of a member's value.
  /// - Complexity: O(1), except for schemas with `patternProperties`: then O(patterns x key).
  public func property(_ key: JSONString) -> FieldPlan {
    guard let graph else { return self }
    return FieldPlan(graph, rule: graph[rule].property(key), defaultMerge: defaultMerge)
  }

  /// Returns the plan of an array's element.
  /// - Complexity: O(1).
  public func element(at index: Int) -> FieldPlan {
    guard let graph else { return self }
    return FieldPlan(graph, rule: graph[rule].element(at: index), defaultMerge: defaultMerge)
  }

  /// True if no schema describes this value or any part of it, so that all of it is merged by the defaults.
  public var isSilent: Bool { graph == nil }

  /// True if the schema that describes this value has a counter anywhere.
  ///
  /// Then two equal changes may be two increments, so equal values must be compared in detail.
  /// - Complexity: O(1).
  public var mayHoldCounter: Bool { graph?.hasCounter ?? false }

  /// True if a list in the document may be merged by declared ids.
  public var mayHoldIDs: Bool { graph?.hasIDs ?? false }

  /// True if the schema that describes this value has an ordered list (`orderedMerge`) anywhere.
  /// - Complexity: O(1).
  public var mayHoldOrderedList: Bool { graph?.hasOrderedList ?? false }

  /// The number of elements with plans of their own by index (`prefixItems`).
  var prefixCount: Int { graph?[rule].prefix.count ?? 0 }

  /// Returns true if the schema describes that key other than any unknown key.
  func names(_ key: JSONString) -> Bool {
    guard let graph else { return false }
    return graph[rule].property(key) != graph[rule].others
  }

  /// Returns the same plan with another plan of the same schema for the value that these keys lead to.
  ///
  /// - Returns: nil if the plan of an object on the way depends on its value.
  /// - Complexity: O(keys, and properties that the schema declares on the way).
  public func with(_ part: FieldPlan, at keys: [JSONString]) -> FieldPlan? {
    guard let graph, let other = part.graph, graph === other,
      let rule = graph.compiling({ $0.rule(rule, with: part.rule, at: keys[...]) })
    else { return nil }
    return FieldPlan(graph, rule: rule, defaultMerge: defaultMerge)
  }
}

/// Plans are equal if they have the same place in the same schema; plans of two readings of a schema are never equal.
extension FieldPlan: Hashable {
  /// Returns true if the plans are equal.
  /// - Complexity: O(1).
  public static func == (one: FieldPlan, other: FieldPlan) -> Bool {
    one.graph === other.graph && one.rule == other.rule && one.defaultMerge == other.defaultMerge
  }

  /// Hashes the plan.
  /// - Complexity: O(1).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(graph.map { ObjectIdentifier($0) })
    hasher.combine(rule)
    hasher.combine(defaultMerge)
  }
}

extension FieldRule {
  /// Returns the rule of a member's value.
  func property(_ key: JSONString) -> Int {
    if let known = properties[key] { return known }
    guard !patterns.isEmpty else { return others }
    return patterns.first { $0.pattern.matches(key) }?.rule ?? others
  }

  /// Returns the rule of an array's element.
  func element(at index: Int) -> Int {
    prefix.indices.contains(index) ? prefix[index] : elements
  }
}

extension FieldPlan {
  /// True if the value itself decides which parts of the schema describe it (`anyOf`, `oneOf`, `if`,
  /// `dependentSchemas`). - Complexity: O(1).
  public var hasBranches: Bool { graph.map { !$0[rule].choices.isEmpty } ?? false }

  /// Returns the plan with the branches of the schema that all versions of a value fit.
  ///
  /// Versions that are null or absent are ignored. The result is this plan if it has no branches, or if the versions
  /// have no fitting one in common.
  /// - Parameter values: the versions, in any order.
  /// - Complexity: O(branches x bytes of the values), up to a limit.
  public func fitting(_ values: [JSONNode?]) -> FieldPlan {
    guard let graph, hasBranches else { return self }
    let versions = values.compactMap { $0 }.filter { $0.kind != .null }
    guard !versions.isEmpty else { return self }
    var fitted = rule
    for _ in 0..<Self.deepestChoice {
      let branches = graph.branches(of: fitted, fitting: versions)
      let next = graph.compiling { [fitted] in $0.rule(extending: fitted, by: branches) }
      guard next != fitted else { break }
      fitted = next
    }
    return FieldPlan(graph, rule: fitted, defaultMerge: defaultMerge)
  }

  /// The greatest depth of branches within branches, more than any real schema has.
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

/// The form of an entity, which is defined by the schema that makes objects entities.
///
/// Objects of one form share all their fields. Objects of two forms of one entity (a full and a short one) share the
/// fields that both declare.
public struct EntityForm: Hashable, Sendable {
  let schema: Int
}

extension FieldPlan {
  /// True if the value or any part of it can be an entity.
  /// - Complexity: O(1).
  public var mayHoldEntities: Bool { graph?[rule].mayHoldEntities ?? false }

  /// The form of the value, if it is an entity.
  public var entityForm: EntityForm? { graph?[rule].entitySchema.map(EntityForm.init) }

  /// Returns true if the schema of an entity declares a field. A schema without declarations declares all fields.
  public func declares(_ key: JSONString) -> Bool {
    guard let rule = graph?[rule] else { return true }
    if rule.declaresOthers || rule.properties[key] != nil { return true }
    if rule.properties.isEmpty && rule.patterns.isEmpty { return true }
    return rule.patterns.contains { $0.pattern.matches(key) }
  }

  /// Returns true if an object that may hold entities requires that member.
  public func requires(_ key: JSONString) -> Bool { graph?[rule].required.contains(key) ?? false }

  /// Returns true if an array that may hold entities is still valid without its element at that index.
  public func canDrop(elementAt index: Int, leaving count: Int) -> Bool {
    index >= prefixCount && count >= (graph?[rule].fewestElements ?? 0)
  }
}

/// The rule for conflicts that no strategy decides (`x-default-merge`).
public enum DefaultMerge: String, Sendable {
  /// The later change stands.
  case mostRecent
  /// The user decides.
  case manual
}

/// The origin of a strategy.
public enum StrategyOrigin: Sendable, Hashable {
  /// `x-merge` in a schema file, with the pointer to it.
  case declared(file: String, pointer: JSONPointer)
  /// A standard keyword (`uniqueItems`, `properties`, ...), with the pointer to it.
  case keyword(String, file: String, pointer: JSONPointer)
  /// No declaration: the strategy is inferred from the values.
  case inferred
}
