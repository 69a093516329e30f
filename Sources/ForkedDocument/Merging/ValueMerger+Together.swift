import Forked
import ForkedJSON
import ForkedSchema

/// The members of one object that are decided for one side together (`x-together`).
struct TogetherScope {
  var rule: TogetherRule
  /// The side whose values are kept; nil: the user decides, since the two versions that would have named a side can't be
  /// compared.
  let side: MergeSide?
  /// The property that names the side, from the object that the schema declares the rule for; nil: the latest change
  /// does.
  let by: JSONPointer?
  /// True if a side has no version to compare: then the property that should name the side is of the unit, too.
  var lacksVersions = false

  /// True if all of the object is one conflict.
  var isConflict: Bool { side == nil && lacksVersions && rule.unit == nil }

  /// The explanation of a decision.
  var note: MergeNote {
    .together(with: by.map { "\($0)" } ?? "the rest of its object")
  }

  /// True if the member with this key is taken from one side whole.
  func takesWhole(_ key: JSONString) -> Bool {
    rule.takesWhole(key) || lacksVersions && rule.isNamed(by: key)
  }

  /// True if conflicts in the member with this key are decided together. What is declared `manual` is the user's.
  func covers(_ key: JSONString, _ plan: FieldPlan) -> Bool {
    rule.covers(key) && !rule.isNamed(by: key) && !plan.property(key).leavesToUser
  }
}

extension ValueMerger {
  /// The decision that the conflicting members of an object have in common; nil where its schema asks for none, or
  /// nothing names a side.
  func togetherScope(_ versions: Versions, plan: FieldPlan) throws -> TogetherScope? {
    guard let rule = plan.together ?? (policy == .versions ? .byVersion : nil),
      versions.ours != nil, versions.theirs != nil
    else { return nil }
    if let by = rule.by {
      let parts = versions.value(at: by)
      if strategy(of: by, plan).comparesVersions, !parts.areVersions {
        return plan.together == nil ? nil : try scopeWithoutVersions(versions, rule, by: by, plan)
      }
      if !parts.ours.isSame(as: parts.theirs) {
        let side = try side(namedBy: parts, at: by, plan: plan)
        if side == nil, plan.together == nil { return nil }
        return TogetherScope(rule: rule, side: side, by: by)
      }
    }
    return try latestScope(versions, rule, plan)
  }

  /// The decision for the side with the most recent change; nil where the policy is another, or it is not known.
  private func latestScope(
    _ versions: Versions, _ rule: TogetherRule, _ plan: FieldPlan
  ) throws -> TogetherScope? {
    guard policy == .mostRecent, let side = try laterSide(of: versions, rule, plan) else {
      return nil
    }
    return TogetherScope(rule: rule, side: side, by: nil)
  }

  /// The decision about a unit that should follow a version, where a side has none: absence is no version, nor is a
  /// branch. The only side that changed the unit decides; if both did, the user does.
  private func scopeWithoutVersions(
    _ versions: Versions, _ rule: TogetherRule, by: JSONPointer, _ plan: FieldPlan
  ) throws -> TogetherScope? {
    let sides = [MergeSide.ours, .theirs].filter { versions.isUnitChanged(by: $0, rule) }
    guard sides.count != 1 else {
      return TogetherScope(rule: rule, side: sides[0], by: by, lacksVersions: true)
    }
    let parts = versions.value(at: by)
    if parts.ours.isSame(as: parts.theirs), let later = try latestScope(versions, rule, plan) {
      return later
    }
    let isDecided = parts.lackVersions && !versions.isUnitDisputed(rule)
    guard !sides.isEmpty, !isDecided, versions.hasDifferentUnits(rule) else { return nil }
    var chosen = choices[pointer(to: by)]?.side
    if case .prefer(let side) = policy { chosen = side }
    return TogetherScope(rule: rule, side: chosen, by: by, lacksVersions: true)
  }

  private func strategy(of by: JSONPointer, _ plan: FieldPlan) -> MergeStrategy {
    plan.property(at: by).strategy ?? (policy == .versions ? .versionMerge : .mostRecent)
  }

  private func pointer(to by: JSONPointer) -> JSONPointer {
    by.tokens.reduce(place.pointer) { $0.appending($1) }
  }

  /// Returns the side whose value of the naming property is kept; nil if the user decides.
  private func side(
    namedBy parts: Versions, at by: JSONPointer, plan: FieldPlan
  ) throws -> MergeSide? {
    if parts.base.isSame(as: parts.ours) { return .theirs }
    if parts.base.isSame(as: parts.theirs) { return .ours }
    if let choice = choices[pointer(to: by)] { return choice.side }
    let strategy = strategy(of: by, plan)
    let choice = parts.choice(by: strategy)
    let isOpen = if case .lowered = choice { policy != .versions } else { false }
    if !strategy.keepsLater, !isOpen, let side = parts.onlySide(countingNull: false) {
      return side
    }
    if !isOpen, let greater = choice?.greater { return greater }
    if case .prefer(let side) = policy { return side }
    guard strategy.keepsLater else { return nil }
    if policy == .versions, parts.haveManyParts, let greater = parts.greaterVersion {
      return greater
    }
    let isDeclared = (plan.property(at: by).strategy?.keepsLater ?? false) && policy != .base
    return policy == .mostRecent || isDeclared ? try recency(below: by.tokens)?.later : nil
  }

  /// The side of the most recent change among the properties that both changed; nil where there are none, or history
  /// is not known. Complexity: O(members), and one look into history for each.
  private func laterSide(
    of versions: Versions, _ rule: TogetherRule, _ plan: FieldPlan
  ) throws -> MergeSide? {
    var sides: Set<MergeSide> = []
    for keys in versions.changedByBoth(coveredBy: rule) {
      guard let later = try recency(below: keys)?.later else { return nil }
      sides.insert(later)
    }
    return sides.count > 1 ? try recency()?.later : sides.first
  }

  private func recency(below keys: [JSONString]) throws -> Recency? {
    var path = place.path
    path.steps += keys.map { .key($0) }
    return try input.recency(path)
  }

  /// Merges a member of an object, of which some may be decided together.
  func mergeMember(
    _ parts: Versions, key: JSONNode, plan: FieldPlan, in scope: TogetherScope?
  ) throws -> MergedValue {
    guard let scope else { return try mergeMember(parts, key: key, plan: plan) }
    let name = key.string ?? ""
    guard !scope.takesWhole(name) else {
      place.enter(.member(key))
      defer { place.leave() }
      return takeWhole(parts, plan: plan.member(key), scope)
    }
    if let rule = scope.rule.below(name), parts.ours?.kind == .object, parts.theirs?.kind == .object
    {
      place.enter(.member(key))
      defer { place.leave() }
      var inner = scope
      inner.rule = rule
      return try mergeMembers(parts, plan: plan.member(key).fitting(parts), scope: inner)
    }
    guard scope.covers(name, plan) else { return try mergeMember(parts, key: key, plan: plan) }
    let outer = (policy, together)
    defer { (policy, together) = outer }
    if let side = scope.side { policy = .prefer(side) }
    together = scope
    return try mergeMember(parts, key: key, plan: plan)
  }

  /// A member of a unit: the decided side's value, whoever changed it.
  private func takeWhole(
    _ parts: Versions, plan: FieldPlan, _ scope: TogetherScope
  ) -> MergedValue {
    if parts.ours.isSame(as: parts.theirs) { return .ours(parts) }
    let strategy = EffectiveStrategy(for: parts, plan: plan, input.mapping)
    guard choice == nil, let side = scope.side else {
      return decideByUser(parts, strategy, reason: .versionsNotComparable)
    }
    if listsChangedByBoth { note(parts, strategy) }
    if parts[side.other].isSame(as: parts.base) {
      return side == .ours ? .ours(parts) : .taken(parts.theirs)
    }
    return keep(side, of: parts, strategy, decidedBy: .together, note: scope.note)
  }
}

extension FieldPlan {
  /// The plan of the value that a pointer to members leads to.
  func property(at pointer: JSONPointer) -> FieldPlan {
    pointer.tokens.reduce(self) { $0.property($1) }
  }
}

extension ConflictChoice {
  /// The side whose version is chosen; nil for any other value.
  fileprivate var side: MergeSide? {
    switch self {
    case .ours: .ours
    case .theirs: .theirs
    case .base, .delete, .value: nil
    }
  }
}

extension Versions {
  /// The member with this key. O(members).
  func member(_ key: JSONString) -> Versions {
    Versions(base: base?[key], ours: ours?[key], theirs: theirs?[key])
  }

  /// The value at a pointer to members. O(members).
  fileprivate func value(at pointer: JSONPointer) -> Versions {
    pointer.tokens.reduce(self) { $0.member($1) }
  }

  /// True if both sides have a version of software.
  fileprivate var areVersions: Bool {
    ours?.versionNumber != nil && theirs?.versionNumber != nil
  }

  /// True if neither side has a version of software.
  fileprivate var lackVersions: Bool { ours?.versionNumber == nil && theirs?.versionNumber == nil }

  /// Returns true if a side changed what is decided with the rest of a unit, or what names its side.
  func isUnitChanged(by side: MergeSide, _ rule: TogetherRule) -> Bool {
    units(rule).contains { !$0.base.isSame(as: $0[side]) }
  }

  /// True if both sides changed one member of a unit.
  fileprivate func isUnitDisputed(_ rule: TogetherRule) -> Bool {
    rule.unit == nil
      ? !keysChangedByBoth.isEmpty : units(rule).contains { $0.isChangedByBoth }
  }

  fileprivate func hasDifferentUnits(_ rule: TogetherRule) -> Bool {
    units(rule).contains { !$0.ours.isSame(as: $0.theirs) }
  }

  /// The values that are decided for one side whole, and the one that names it.
  private func units(_ rule: TogetherRule) -> [Versions] {
    guard let unit = rule.unit else { return [self] }
    return unit.union(rule.by.map { [$0] } ?? []).map { value(at: $0).withoutNulls }
  }

  /// The keys that lead to the properties that both sides changed differently and that are decided together.
  fileprivate func changedByBoth(coveredBy rule: TogetherRule) -> [[JSONString]] {
    keysChangedByBoth.flatMap { key in
      if let below = rule.below(key) {
        return member(key).changedByBoth(coveredBy: below).map { [key] + $0 }
      }
      return rule.covers(key) ? [[key]] : []
    }
  }

  /// The keys of the members that both sides changed differently. O(members).
  fileprivate var keysChangedByBoth: [JSONString] {
    [MergeSide.ours, .theirs].flatMap { side in
      var (base, ours, theirs) = (
        JSONMemberCursor(base), JSONMemberCursor(ours), JSONMemberCursor(theirs)
      )
      return (self[side].map { Array($0.members) } ?? []).compactMap { member -> JSONString? in
        let parts = Versions(
          base: base.value(member.key), ours: ours.value(member.key),
          theirs: theirs.value(member.key))
        let isCounted = side == .theirs && parts.ours != nil
        return parts.isChangedByBoth && !isCounted ? member.key.string : nil
      }
    }
  }
}
