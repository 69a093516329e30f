import ForkedJSON

/// Compiles subschemas into rules: one rule for each combination of subschemas that can describe a value.
///
/// Rules are found by their combination, so a recursive schema becomes a cycle.
struct RuleCompiler {
  /// The error for a schema whose combinations with others exceed the limit.
  struct Excess: Error { let schema: Int }

  private let subschemas: [Subschema]
  private let targets: [Int]
  private let haveMergeRules: [Bool]
  private let holdsEntities: [Bool]
  private var limit: WorkLimit
  private(set) var rules = [FieldRule()]
  private var known: [[Int]: Int] = [[]: RuleGraph.nothing]
  private var pending: [(rule: Int, seeds: [Int])] = []
  /// The rules with another rule for a member.
  private var replaced: [Replacement: Int] = [:]

  private struct Replacement: Hashable {
    var rule: Int
    var key: JSONString
    var part: Int
  }

  /// Creates a compiler for subschemas that have been checked: no reference leads back to itself.
  init(_ subschemas: [Subschema]) {
    self.subschemas = subschemas
    targets = Self.targets(of: subschemas)
    haveMergeRules = Self.schemasWithMergeRules(subschemas)
    holdsEntities = Self.schemasOfEntities(subschemas)
    limit = WorkLimit(for: subschemas.count)
  }

  /// Compiles the rules of these subschemas and of all parts of values.
  /// - Complexity: O(subschemas) times the number of combinations that `allOf` makes of them.
  mutating func compile(_ roots: [Int]) throws(Excess) -> [Int] {
    let roots = roots.map { rule(for: [$0]) }
    try compilePending()
    return roots
  }

  /// Returns the rule of a value that also these branches describe. If these are too many, the rule is `manual`.
  mutating func rule(extending rule: Int, by branches: [Int]) -> Int {
    let extended = self.rule(for: rules[rule].seeds + branches)
    limit = WorkLimit(for: subschemas.count)
    do { try compilePending() } catch {
      rules[extended] = FieldRule(
        seeds: rules[rule].seeds, merge: MergeDeclaration(strategy: .manual),
        source: (.merge, error.schema))
      pending = []
    }
    return extended
  }

  /// Returns a rule with another rule for the value that these keys lead to; nil if branches of the schema are on the
  /// way, since a rule with its branches would be another one.
  mutating func rule(_ rule: Int, with part: Int, at keys: ArraySlice<JSONString>) -> Int? {
    guard let key = keys.first else { return part }
    guard rules[rule].choices.isEmpty,
      let below = self.rule(rules[rule].property(key), with: part, at: keys.dropFirst())
    else { return nil }
    let replacement = Replacement(rule: rule, key: key, part: below)
    if let known = replaced[replacement] { return known }
    var copy = rules[rule]
    copy.properties[key] = below
    rules.append(copy)
    replaced[replacement] = rules.count - 1
    return rules.count - 1
  }

  private mutating func compilePending() throws(Excess) {
    while let next = pending.popLast() {
      rules[next.rule] = try makeRule(next.seeds)
    }
  }

  /// Returns the target of each schema that is only a `$ref`; each chain is followed once.
  private static func targets(of subschemas: [Subschema]) -> [Int] {
    var targets = Array(subschemas.indices)
    var isFollowed = Array(repeating: false, count: targets.count)
    for start in targets.indices {
      var chain: [Int] = []
      var end = start
      while !isFollowed[end], subschemas[end].isPlainReference {
        chain.append(end)
        end = subschemas[end].references[0]
      }
      for link in chain + [end] {
        targets[link] = targets[end]
        isFollowed[link] = true
      }
    }
    return targets
  }

  private mutating func rule(for schemas: [Int]) -> Int {
    var seen = Set<Int>()
    let seeds = schemas.map { targets[$0] }.filter { seen.insert($0).inserted }
    if let known = known[seeds] { return known }
    rules.append(FieldRule())
    known[seeds] = rules.count - 1
    pending.append((rules.count - 1, seeds))
    return rules.count - 1
  }

  private mutating func makeRule(_ seeds: [Int]) throws(Excess) -> FieldRule {
    let combined = try combining(seeds)
    var rule = FieldRule(seeds: seeds)
    rule.choices = combined.flatMap(choices)
    if let schema = combined.first(where: { subschemas[$0].merge != nil }),
      var merge = subschemas[schema].merge
    {
      rule.source = (.merge, schema)
      if merge.identity.isEmpty, merge.strategy.options.contains("id") {
        merge.identity = try requiredID(combined).map { [JSONPointer([$0.id])] } ?? []
      }
      rule.merge = merge
    } else {
      try imply(&rule, from: combined)
    }
    rule.together = combined.lazy.compactMap { [subschemas] in subschemas[$0].together }.first
    rule.ignoresMoves = combined.contains { subschemas[$0].ignoresMoves }
    addEntities(to: &rule, from: combined)
    try addProperties(to: &rule, from: combined)
    try addElements(to: &rule, from: combined)
    return rule
  }

  private mutating func combining(_ seeds: [Int]) throws(Excess) -> [Int] {
    guard let combined = subschemas.combining(seeds, &limit) else { throw Excess(schema: seeds[0]) }
    return combined
  }

  private mutating func spend(_ steps: Int, on combined: [Int]) throws(Excess) {
    guard limit.spend(steps) else { throw Excess(schema: combined[0]) }
  }

  // MARK: Strategies that follow from standard keywords

  private mutating func imply(_ rule: inout FieldRule, from combined: [Int]) throws(Excess) {
    let types = combined.reduce(JSONType.any) { $0.intersection(subschemas[$1].types ?? .any) }
    if types.contains(.array), let (id, schema) = try requiredID(combined) {
      rule.merge = MergeDeclaration(
        strategy: .arrayOfIdentifiableMerge, identity: [JSONPointer([id])])
      rule.source = (.items, schema)
    } else if types.contains(.array), let schema = first(combined, where: \.hasUniqueItems) {
      rule.merge = MergeDeclaration(strategy: .setMerge)
      rule.source = (.uniqueItems, schema)
    } else if types.contains(.object),
      let schema = first(combined, where: { !$0.properties.isEmpty })
    {
      rule.merge = MergeDeclaration(strategy: .object)
      rule.source = (.properties, schema)
    } else if types.contains(.object), let source = dictionary(combined) {
      rule.merge = MergeDeclaration(strategy: .dictionaryMerge)
      rule.source = source
    }
  }

  private func first(_ combined: [Int], where condition: (Subschema) -> Bool) -> Int? {
    combined.first { condition(subschemas[$0]) }
  }

  private func dictionary(_ combined: [Int]) -> (keyword: Keyword, schema: Int)? {
    for schema in combined {
      if !subschemas[schema].patternProperties.isEmpty { return (.patternProperties, schema) }
      if isSubschema(subschemas[schema].additionalProperties) {
        return (.additionalProperties, schema)
      }
      if isSubschema(subschemas[schema].unevaluatedProperties) {
        return (.unevaluatedProperties, schema)
      }
    }
    return nil
  }

  /// Returns the first usual id that elements are required to have, with the schema whose `items` requires it.
  private mutating func requiredID(_ combined: [Int]) throws(Excess) -> (
    id: JSONString, schema: Int
  )? {
    for schema in combined {
      guard let items = subschemas[schema].items else { continue }
      let elements = try combining([targets[items]])
      guard describesObjects(elements) else { continue }
      let id = UsualIdentity.keys.first { key in
        elements.contains { subschemas[$0].required.contains(key) } && allowsScalar(key, elements)
      }
      if let id { return (id, schema) }
    }
    return nil
  }

  private func describesObjects(_ combined: [Int]) -> Bool {
    let types = combined.compactMap { subschemas[$0].types }
    return types.contains { $0 == .object }
      || types.isEmpty && combined.contains { !subschemas[$0].properties.isEmpty }
  }

  private func allowsScalar(_ key: JSONString, _ combined: [Int]) -> Bool {
    combined.compactMap { subschemas[$0].properties[key] }.allSatisfy {
      let types = subschemas[targets[$0]].types ?? .any
      return !types.isSubset(of: [.object, .array, .null])
    }
  }

  // MARK: Entities

  private func addEntities(to rule: inout FieldRule, from combined: [Int]) {
    rule.mayHoldEntities = rule.seeds.contains { holdsEntities[$0] }
    guard rule.mayHoldEntities else { return }
    rule.entitySchema = combined.first { subschemas[$0].identity != nil }
    rule.required = Set(combined.flatMap { subschemas[$0].required })
    rule.fewestElements =
      combined.compactMap { subschemas[$0].assertions.counts[.minItems] }.max() ?? 0
    rule.declaresOthers = combined.contains { isSubschema(subschemas[$0].otherProperties) }
  }

  // MARK: Parts

  private mutating func addProperties(to rule: inout FieldRule, from combined: [Int]) throws(Excess)
  {
    let objects = combined.filter { subschemas[$0].describesMembers }
    for schema in objects {
      try spend(subschemas[schema].properties.count * objects.count, on: combined)
      for key in subschemas[schema].properties.keys where rule.properties[key] == nil {
        let schemas = objects.flatMap { subschemas[$0].schemas(forKey: key) }
        rule.properties[key] = self.rule(for: schemas)
      }
    }
    for schema in objects {
      for (pattern, value) in subschemas[schema].patternProperties {
        try spend(objects.count, on: combined)
        let others = objects.filter { $0 != schema }.compactMap { subschemas[$0].otherProperties }
        rule.patterns.append((pattern, self.rule(for: [value] + others)))
      }
    }
    rule.others = self.rule(for: objects.compactMap { subschemas[$0].otherProperties })
  }

  private mutating func addElements(to rule: inout FieldRule, from combined: [Int]) throws(Excess) {
    let arrays = combined.filter { subschemas[$0].describesElements }
    let count = arrays.map { subschemas[$0].prefixItems.count }.max() ?? 0
    try spend(count * arrays.count, on: combined)
    rule.prefix = (0..<count).map { index in
      self.rule(for: arrays.compactMap { subschemas[$0].schema(forElement: index) })
    }
    rule.elements = self.rule(for: arrays.compactMap { subschemas[$0].otherElements })
  }

  private func isSubschema(_ schema: Int?) -> Bool {
    schema.map { subschemas[$0].node.kind == .object } ?? false
  }

  // MARK: Branches

  /// Returns the keywords by which the value decides which schemas describe it, if these have rules for merging.
  private func choices(of schema: Int) -> [BranchChoice] {
    let subschema = subschemas[schema]
    var choices = [subschema.anyOf, subschema.oneOf].filter { $0.contains { haveMergeRules[$0] } }
      .map { BranchChoice.fitting($0) }
    let conditional = [subschema.then, subschema.otherwise].compactMap { $0 }
    if let condition = subschema.condition,
      haveMergeRules[condition] || conditional.contains(where: { haveMergeRules[$0] })
    {
      choices.append(
        .condition(condition, then: subschema.then, otherwise: subschema.otherwise))
    }
    for (key, dependent) in subschema.dependentSchemas where haveMergeRules[dependent] {
      choices.append(.member(key, dependent))
    }
    return choices
  }

  /// Returns for each subschema true if it has rules for merging, alone or by others that apply to the same value.
  private static func schemasWithMergeRules(_ subschemas: [Subschema]) -> [Bool] {
    spreading(subschemas.map(\.hasMergeRules)) { subschemas[$0].inPlace }
  }

  /// Returns for each subschema true if a value that it describes can be an entity, or hold one at any depth.
  private static func schemasOfEntities(_ subschemas: [Subschema]) -> [Bool] {
    spreading(subschemas.map { $0.identity != nil }) {
      subschemas[$0].inPlace + subschemas[$0].ofParts
    }
  }

  /// Extends a property of some schemas to all schemas that use them.
  /// - Complexity: O(schemas and their uses).
  private static func spreading(_ seeds: [Bool], used: (Int) -> [Int]) -> [Bool] {
    guard seeds.contains(true) else { return seeds }
    var holds = seeds
    var users: [[Int]] = Array(repeating: [], count: seeds.count)
    for schema in seeds.indices {
      for used in used(schema) { users[used].append(schema) }
    }
    var pending = seeds.indices.filter { holds[$0] }
    while let next = pending.popLast() {
      for user in users[next] where !holds[user] {
        holds[user] = true
        pending.append(user)
      }
    }
    return holds
  }
}
