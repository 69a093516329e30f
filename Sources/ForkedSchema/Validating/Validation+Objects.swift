import ForkedJSON

/// The keywords for objects (JSON Schema Core, 10.2.2.4 and 10.3.2; Validation, 6.5).
extension Validation {
  mutating func acceptsObject(_ one: Evaluation) -> Bool {
    let count = one.value.count
    var isValid = hasRightCount(count, one, one.rule.memberCounts, "there are \(count) members")
    guard isValid || report != nil else { return false }
    if one.rule.checksMembers {
      isValid = acceptsMembers(one) && isValid
      guard isValid || report != nil else { return false }
    }
    guard one.rule.hasDependents else { return isValid }
    return acceptsDependents(one) && isValid
  }

  private mutating func acceptsMembers(_ one: Evaluation) -> Bool {
    let (object, rule) = (one.value, one.rule)
    if report == nil, rule.asksByKey,
      let table = table(of: object, forKeys: rule.members.entries.count)
    {
      return acceptsMembers(one, table)
    }
    guard spend(object.count) else { return giveUp() }
    var isValid = true
    var found = 0
    for (position, member) in object.members.enumerated() {
      let entry = rule.members.keys.number(of: member.key).map { rule.members.entries[$0] }
      if entry?.isRequired == true { found += 1 }
      if !acceptsMember(member, position, entry, one) { isValid = false }
      guard isValid || report != nil, !isExhausted else { return false }
    }
    guard found < rule.members.required.count else { return isValid }
    refuseMissing(rule.members.required, one, "required")
    return false
  }

  /// Checks the members that the rule names by look-ups.
  private mutating func acceptsMembers(_ one: Evaluation, _ table: JSONMemberTable) -> Bool {
    let rule = one.rule.members
    guard spend(rule.entries.count) else { return giveUp() }
    for (key, entry) in zip(rule.keys.keys, rule.entries) {
      guard let position = table.place(of: key) else {
        if entry.isRequired { return false }
        continue
      }
      guard let schema = entry.schema else { continue }
      guard accepts(table[position].value, schema, one.scope) else { return false }
      one.evaluated?.mark(position)
    }
    return true
  }

  private mutating func acceptsMember(
    _ member: JSONMember, _ position: Int, _ entry: MemberRule.Entry?, _ one: Evaluation
  ) -> Bool {
    let keywords = one.rule.keywords
    var isValid = true
    var isNamed = false
    if let names = keywords.propertyNames {
      isValid = acceptsPart(member.key, names, one.scope, at: member.key.string ?? "")
    }
    if let below = entry?.schema {
      isNamed = true
      isValid =
        acceptsPart(member.value, below, one.scope, at: member.key.string ?? "") && isValid
    }
    if !keywords.patternProperties.isEmpty, let key = member.key.string {
      for (pattern, below) in keywords.patternProperties {
        guard let matches = matches(pattern, key) else { return giveUp() }
        guard matches else { continue }
        isNamed = true
        isValid = acceptsPart(member.value, below, one.scope, at: key) && isValid
      }
    }
    if !isNamed, let additional = keywords.additionalProperties {
      isNamed = true
      isValid = acceptsOther(member, additional, one) && isValid
    }
    if isNamed { one.evaluated?.mark(position) }
    return isValid
  }

  /// Checks a member that only `additionalProperties` describes.
  private mutating func acceptsOther(
    _ member: JSONMember, _ additional: Int, _ one: Evaluation
  ) -> Bool {
    guard program.rules[additional].verdict == false else {
      return acceptsPart(member.value, additional, one.scope, at: member.key.string ?? "")
    }
    guard let key = member.key.string else { return false }
    report?.path.append(key)
    refuse(
      one, "additionalProperties", at: member.value, "no such property is allowed",
      expected: Self.names(of: one.rule.members, near: key))
    report?.path.removeLast()
    return false
  }

  private static func names(of rule: MemberRule, near key: JSONString) -> String {
    let names = rule.keys.keys.compactMap(\.exactString)
    guard !names.isEmpty else { return "no other properties" }
    if let name = Nearest.name(to: key.description, among: Array(names.prefix(1000))) {
      return name
    }
    let shown = names.prefix(10).joined(separator: ", ")
    return "one of \(shown)\(names.count > 10 ? ", ..." : "")"
  }

  // MARK: Members that others require

  private mutating func refuseMissing(_ keys: [JSONString], _ one: Evaluation, _ keyword: String) {
    guard report != nil else { return }
    let table = JSONMemberTable(one.value)
    for key in keys where table[key] == nil {
      refuse(one, keyword, "\(key) is missing", expected: "a member \(key)")
      if report?.isFull == true { return }
    }
  }

  private mutating func acceptsDependents(_ one: Evaluation) -> Bool {
    let required = one.rule.keywords.assertions.dependentRequired
    let schemas = one.rule.keywords.dependentSchemas
    let asked = required.reduce(schemas.count) { $0 + 1 + $1.required.count }
    guard spend(one.value.count + asked) else { return giveUp() }
    let table = JSONMemberTable(one.value)
    var isValid = true
    for (key, required) in required where table[key] != nil {
      guard required.contains(where: { table[$0] == nil }) else { continue }
      isValid = false
      refuseMissing(required, one, "dependentRequired")
    }
    for (key, below) in schemas where table[key] != nil {
      guard isValid || report != nil, !isExhausted else { return false }
      isValid = accepts(one, also: below) && isValid
    }
    return isValid
  }

  // MARK: Unevaluated parts

  /// Checks `unevaluatedProperties` and `unevaluatedItems`.
  mutating func acceptsRest(
    of one: Evaluation, _ schema: Int, _ evaluated: EvaluatedParts
  ) -> Bool {
    let value = one.value
    let parts =
      value.kind == .object
      ? value.members.map { ($0.key.string ?? "", $0.value) }
      : value.elements.enumerated().map { (JSONString(String($0)), $1) }
    var isValid = true
    for (position, (step, part)) in parts.enumerated() where !evaluated[position] {
      guard isValid || report != nil, !isExhausted else { return false }
      isValid = acceptsPart(part, schema, one.scope, at: step) && isValid
    }
    return isValid
  }
}
