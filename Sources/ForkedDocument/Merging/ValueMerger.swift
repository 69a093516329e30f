import Forked
import ForkedJSON
import ForkedSchema

/// One run of a merge: visits the three versions together, decides each property that both sides changed, and records
/// the decisions.
///
/// If a side did not change a property, the other side's value is the result. So most properties are decided by
/// comparing bytes, and only properties that both sides changed need a strategy.
final class ValueMerger {
  var policy: ConflictPolicy
  /// The decider of conflicts in members that are decided together; nil elsewhere.
  var together: TogetherScope?
  let showBase: Bool
  let input: DocumentMerge
  private let lookup = ElementLookup()

  let bytes = JSONByteComparison()
  var place = CurrentProperty()
  /// The member of the element being merged that is left as in ours.
  var positionMember: PositionMember?
  /// The decisions and conflicts so far.
  var findings = MergeResult(())
  /// True within an object that both sides added.
  var isInAddition = false
  /// The pointers at which both sides together are not valid, and which are left as conflicts.
  let refused: Set<JSONPointer>

  init(_ merge: DocumentMerge, showBase: Bool, refused: Set<JSONPointer>) {
    input = merge
    self.refused = refused
    policy = merge.effectivePolicy
    self.showBase = showBase
  }

  /// The user's choices, by the pointers of the conflicts that they decide.
  var choices: [JSONPointer: ConflictChoice] { input.choices }
  var listsChangedByBoth: Bool { input.listing >= .changedByBoth }

  /// Merges one property.
  func mergeProperty(_ versions: Versions, plan: FieldPlan) throws -> MergedValue {
    if let note = input.disputes?.note(at: versions) {
      return decideByUser(versions, plan: plan, reason: .init(disputed: note), note: note)
    }
    if !refused.isEmpty, let left = try leaveRefused(versions, plan: plan) { return left }
    if let decided = decidedByBytes(versions, plan: plan) { return decided }
    if let scalar = versions.base, !scalar.kind.isContainer,
      bytes.haveSameBytes(scalar, versions.ours)
    {
      return versions.base.isSame(as: versions.theirs) ? .ours(versions) : .taken(versions.theirs)
    }
    let plan = plan.fitting(versions)
    let strategy = EffectiveStrategy(for: versions, plan: plan, input.mapping)
    if !isAroundRefused, let decided = decidedByValue(versions, plan, strategy) { return decided }
    if listsChangedByBoth { note(versions, strategy) }
    if let replaced = try mergeReferences(versions, plan: plan, strategy) { return replaced }
    if let side = versions.onlySide(countingNull: strategy.strategy.takesOneSide) {
      return try changeAgainstDeletion(versions, changed: side, plan: plan, strategy)
    }
    if versions.isNothingLeft { return try decide(versions, strategy, reason: .deletedAndChanged) }
    if isInAddition, !strategy.isDeclared, versions.areListsThatDiffer {
      return try decide(versions, strategy, reason: .bothChanged)
    }
    switch strategy.strategy.merging {
    case .members:
      let outer = isInAddition
      defer { isInAddition = outer }
      if versions.base.withoutNull == nil, !place.steps.isEmpty { isInAddition = true }
      return try mergeMembers(versions, plan: plan)
    case .elements(areOrdered: true):
      return try mergeOrdered(versions, plan: plan, strategy, by: plan.position ?? "position")
    case .elements:
      return try keepingIDsUnique(versions, strategy) {
        try mergeIdentified(versions, plan: plan, strategy)
      }
    case .set: return try mergeSets(versions, strategy)
    case .sequence:
      return try keepingIDsUnique(versions, strategy) {
        try mergeArrays(versions, plan: plan, strategy)
      }
    case .text(let rule): return try mergeTexts(versions, strategy, by: rule)
    case .number(let rule, _): return try computeNumber(versions, strategy, by: rule)
    case .side: return chooseSide(versions, strategy)
    case .whole(.ours): return keepGenerated(versions, plan: plan, strategy)
    case .whole: return try decide(versions, strategy, reason: .bothChanged)
    }
  }

  /// Merges a value one step further down.
  func mergeProperty(
    _ versions: Versions, plan: FieldPlan, at step: CurrentProperty.Step
  ) throws -> MergedValue {
    place.enter(step)
    defer { place.leave() }
    return try mergeProperty(versions, plan: plan)
  }

  /// Decides by bytes alone a property that theirs did not change, or that both sides changed equally.
  func decidedByBytes(_ versions: Versions, plan: FieldPlan) -> MergedValue? {
    if isAroundRefused || input.disputes?.areIn(versions) ?? false { return nil }
    if bytes.haveSameBytes(versions.base, versions.theirs) { return .ours(versions) }
    guard bytes.haveSameBytes(versions.ours, versions.theirs) else { return nil }
    return input.countsAlikeOnce || !plan.mayCount(versions) ? .ours(versions) : nil
  }

  /// Returns true if an element may be in the result: its place is disputed, or no side alone deleted it.
  func mayBeKept(_ versions: Versions, apartFrom position: JSONString? = nil) -> Bool {
    input.disputes?.areIn(versions) ?? false || versions.mayBeKept(apartFrom: position)
  }

  /// Decides by value a property that at most one side changed.
  ///
  /// A value that merges by its parts is not compared as a whole, but part by part: so a part of theirs is taken only
  /// if they changed it.
  private func decidedByValue(
    _ versions: Versions, _ plan: FieldPlan, _ strategy: EffectiveStrategy
  ) -> MergedValue? {
    if strategy.strategy.mergesByParts, versions.areAllThere { return nil }
    if versions.base.isSame(as: versions.theirs) { return .ours(versions) }
    if versions.base.isSame(as: versions.ours) { return .taken(versions.theirs) }
    let alike = versions.ours.isSame(as: versions.theirs)
    let mayCount =
      strategy.strategy.addsUp
      || strategy.strategy.mergesSequence && plan.mayHoldCounter
    let isOne = input.countsAlikeOnce || !mayCount
    return alike && isOne ? .ours(versions) : nil
  }

  // MARK: - Asking and reporting

  /// The user's choice about the current property.
  var choice: ConflictChoice? { choices.isEmpty ? nil : choices[place.pointer] }

  /// Returns the side whose change of the current property, or its order, is later; nil if it is not known.
  func recency(_ aspect: PropertyPath.Aspect = .value) throws -> Recency? {
    var path = place.path
    path.aspect = aspect
    return try input.recency(path)
  }

  /// Returns the values of this property in the ancestors that base was merged from; none if base is one version.
  func ancestralValues() throws -> [JSONNode] {
    let path = place.path
    return try input.ancestors().compactMap { path.value(in: $0.root, by: lookup) }
  }

  func report(
    _ outcome: MergeDecision.Outcome, _ strategy: EffectiveStrategy,
    decidedBy decider: MergeDecision.Decider = .strategy, note: MergeNote? = nil
  ) {
    findings.decisions.append(
      MergeDecision(
        pointer: place.pointer, path: place.path, decider: decider, strategy: strategy.strategy,
        origin: strategy.origin, outcome: outcome, reason: note))
  }

  /// Reports an element that was matched without an id, or only lists it where nothing depends on that.
  /// - Parameter isDecision: false if no side changed or moved what the other one changed, moved or deleted.
  func report(
    matched parts: Versions, _ plan: FieldPlan, isDecision: Bool,
    by evidence: @autoclosure () -> String
  ) {
    let isListed = input.listing >= .pairings && !parts.areAlike
    guard isDecision || isListed else { return }
    let evidence = evidence()
    if isListed {
      findings.pairings.append(
        MergePairing(
          pointer: place.pointer, path: place.path, evidence: evidence, isReported: isDecision,
          base: parts.base, ours: parts.ours, theirs: parts.theirs))
    }
    guard isDecision else { return }
    report(
      .paired(base: parts.base, ours: parts.ours, theirs: parts.theirs, evidence: evidence),
      EffectiveStrategy(for: parts, plan: plan, input.mapping))
  }

  /// Lists a property whose strategy must combine two changes. If parts are merged separately, they are listed instead.
  func note(_ versions: Versions, _ strategy: EffectiveStrategy) {
    let hasBoth = versions.ours.withoutNull != nil && versions.theirs.withoutNull != nil
    if strategy.strategy.mergesPartsAlone, hasBoth { return }
    if versions.base.isSame(as: versions.ours) || versions.base.isSame(as: versions.theirs) {
      return
    }
    listChangedByBoth(versions, strategy)
  }

  /// Lists a property that more than one side's change decided.
  func listChangedByBoth(_ versions: Versions, _ strategy: EffectiveStrategy) {
    findings.changedByBoth.append(
      PropertyChangedByBoth(
        pointer: place.pointer, path: place.path, history: place.path,
        strategy: strategy.strategy, origin: strategy.origin, base: versions.base,
        ours: versions.ours, theirs: versions.theirs))
  }

  func leave(_ versions: Versions, reason: MergeConflict.Reason, note: MergeNote? = nil) {
    findings.conflicts.append(
      MergeConflict(
        pointer: place.pointer, path: place.path, reason: reason, base: versions.base,
        ours: versions.ours, theirs: versions.theirs, detail: note))
  }
}

extension FieldPlan {
  /// Returns the plan with the branches of the schema that fit both sides.
  func fitting(_ versions: Versions) -> FieldPlan {
    hasBranches ? fitting([versions.ours, versions.theirs]) : self
  }

  /// Returns true if two equal changes add up here instead of being one.
  func mayCount(_ versions: Versions) -> Bool {
    guard let kind = versions.ours?.kind else { return false }
    switch kind {
    case .number: return fitting(versions).strategy?.addsUp ?? false
    case .object, .array: return mayHoldCounter
    default: return false
    }
  }
}

/// The merged value of one property.
enum MergedValue {
  /// No value.
  case absent
  /// No value, because the user chose so.
  case removed
  /// A value, expressed as a rewriting of ours.
  case value(JSONRewrite)
  /// A conflict between these versions, left to the user.
  case conflict(Versions)

  /// Returns our value unchanged, or none if we have none.
  static func ours(_ versions: Versions) -> MergedValue {
    versions.ours.map { .value(.keep($0)) } ?? .absent
  }

  /// Returns a value from another version than ours, or none.
  static func taken(_ node: JSONNode?) -> MergedValue {
    node.map { .value(.take($0)) } ?? .absent
  }

  /// Returns true if this is our value unchanged.
  func isOurs(_ ours: JSONNode?) -> Bool {
    switch self {
    case .absent, .removed: ours == nil
    case .value(.keep): ours != nil
    default: false
    }
  }

  /// Returns the entry for the value in a container; nil for no value.
  /// - Parameter wrap: makes an entry of a value.
  func entry(
    showBase: Bool, wrap: (JSONRewrite) -> JSONRewrite.Entry
  ) -> JSONRewrite.Entry? {
    switch self {
    case .absent, .removed: return nil
    case .value(let rewrite): return wrap(rewrite)
    case .conflict(let versions):
      let conflict = JSONRewrite.Conflict(
        ours: versions.ours.map { [wrap(.keep($0))] } ?? [],
        base: showBase ? versions.base.map { [wrap(.take($0))] } ?? [] : nil,
        theirs: versions.theirs.map { [wrap(.take($0))] } ?? [])
      return .conflict(conflict)
    }
  }
}

/// The place of an element in a merged array.
struct ElementIndex {
  /// The index in the merged array.
  var merged: Int
  /// The index if the user had made no choices, by which conflicts are listed.
  var undecided: Int
}

extension ElementIndex {
  /// Creates the place of an element that no choice moves.
  init(_ index: Int) { self.init(merged: index, undecided: index) }
}

extension CurrentProperty.Step {
  fileprivate func token(index number: (ElementIndex) -> Int) -> JSONString {
    switch self {
    case .member(let key): key.string ?? ""
    case .index(let index), .element(_, _, let index): JSONString(arrayIndex: number(index))
    }
  }
}

/// The current property of a merge: a stack of steps.
///
/// Pointer and path are made only for a report, since most properties are never reported.
struct CurrentProperty {
  enum Step {
    case member(JSONNode)
    case index(ElementIndex)
    case element(identity: [JSONPointer], id: [JSONNode], index: ElementIndex)
  }

  private(set) var steps: [Step] = []

  mutating func enter(_ step: Step) { steps.append(step) }
  mutating func leave() { steps.removeLast() }

  /// The pointer in the merged document, as it was before the user made choices: so the conflicts keep their pointers
  /// whatever is chosen for others.
  var pointer: JSONPointer { JSONPointer(steps.map { $0.token(index: \.undecided) }) }

  /// The pointer in the merged document.
  var mergedPointer: JSONPointer { JSONPointer(steps.map { $0.token(index: \.merged) }) }

  /// The path, with elements by their ids.
  var path: PropertyPath {
    PropertyPath(
      steps.map { step in
        switch step {
        case .member(let key): .key(key.string ?? "")
        case .index(let index): .index(index.merged)
        case .element(let identity, let id, _): .element(identity: identity, id: id)
        }
      })
  }
}
