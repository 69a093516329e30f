import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Decisions about values that both sides changed and that no strategy combines.
extension ValueMerger {
  /// Decides a value that both sides changed: by the user's choice, the declared strategy, or the policy.
  func decide(
    _ versions: Versions, _ strategy: EffectiveStrategy, reason: MergeConflict.Reason
  ) throws -> MergedValue {
    if let choice { return chosen(choice, versions, strategy) }
    if let together, together.side == nil {
      return decideByUser(versions, strategy, reason: .versionsNotComparable)
    }
    switch policy {
    case .base: return .taken(versions.base)
    case .prefer(let side): return prefer(side, of: versions, strategy)
    case _ where strategy.strategy.leavesToUser: return left(versions, reason: .manual)
    case .versions where versions.greaterVersion != nil && versions.haveManyParts:
      return prefer(versions.greaterVersion ?? .ours, of: versions, strategy)
    case .manual where !strategy.isDeclared, .versions where !strategy.isDeclared:
      return left(versions, reason: reason)
    case .mostRecent, .manual, .versions: return try keepLater(versions, strategy)
    }
  }

  /// Decides about changes that only the user can decide: the later change is no reason here.
  func decideByUser(
    _ versions: Versions, _ strategy: EffectiveStrategy, reason: MergeConflict.Reason,
    note: MergeNote? = nil
  ) -> MergedValue {
    if let choice { return chosen(choice, versions, strategy, note: note) }
    switch policy {
    case .base: return .taken(versions.base)
    case .prefer(let side): return prefer(side, of: versions, strategy, note: note)
    case .mostRecent, .manual, .versions: return left(versions, reason: reason, note: note)
    }
  }

  /// Decides about changes of what may not be one thing.
  func decideByUser(
    _ versions: Versions, plan: FieldPlan, reason: MergeConflict.Reason, note: MergeNote? = nil
  ) -> MergedValue {
    let strategy = EffectiveStrategy(for: versions, plan: plan.fitting(versions), input.mapping)
    return decideByUser(versions, strategy, reason: reason, note: note)
  }

  /// True if something in the value is not valid under the merged schema, though one side alone may have changed it.
  var isAroundRefused: Bool {
    input.formerPlans != nil && !refused.isEmpty
      && refused.contains { place.mergedPointer.isPrefix(of: $0) }
  }

  /// Leaves a conflict where both sides together are not valid, or one is not under the other's schema; nil for any
  /// other property.
  func leaveRefused(_ versions: Versions, plan: FieldPlan) throws -> MergedValue? {
    guard refused.contains(place.mergedPointer),
      input.formerPlans == nil
        ? versions.isChangedByBoth : !versions.ours.isSame(as: versions.theirs)
    else { return nil }
    let strategy = EffectiveStrategy(for: versions, plan: plan.fitting(versions), input.mapping)
    let note = input.formerPlans.map { _ in MergeNote.notValid }
    if let choice { return chosen(choice, versions, strategy, note: note) }
    guard case .prefer(let side) = policy else {
      return left(versions, reason: .invalid, note: note)
    }
    return keep(
      side, of: versions, strategy, decidedBy: .preference, note: note,
      as: MergeDecision.Outcome.preferred)
  }

  /// Decides a value that one side changed and the other deleted. A version decides nothing against its absence.
  ///
  /// A virtual ancestor has the changed container if it may count: else increments would count twice in a later merge.
  func changeAgainstDeletion(
    _ versions: Versions, changed side: MergeSide, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    if versions.isVersionChanged(by: side, plan) {
      return decideByUser(versions, strategy, reason: .deletedAndChanged)
    }
    let isContainer = versions[side].map { $0.kind == .object || $0.kind == .array } ?? false
    let survives =
      strategy.isDeclared
      ? !strategy.strategy.takesOneSide
      : isContainer && (policy == .mostRecent || policy == .base && plan.mayHoldCounter)
    guard survives else { return try decide(versions, strategy, reason: .deletedAndChanged) }
    return keep(
      side, of: versions, strategy, as: MergeDecision.Outcome.changeBeatDeletion)
  }

  /// Returns the value of the side that the choice names, or the value that it gives.
  private func chosen(
    _ choice: ConflictChoice, _ versions: Versions, _ strategy: EffectiveStrategy,
    note: MergeNote? = nil
  ) -> MergedValue {
    let (ours, theirs) = sideValues(of: versions, keeping: .ours)
    report(.chosen(choice, ours: ours, theirs: theirs), strategy, decidedBy: .user, note: note)
    let value: MergedValue =
      switch choice {
      case .ours: .ours(versions)
      case .theirs: .taken(versions.theirs)
      case .base: .taken(versions.base)
      case .delete: .removed
      case .value(let node): .taken(node)
      }
    if case .absent = value { return .removed }
    return value
  }

  private func left(
    _ versions: Versions, reason: MergeConflict.Reason, note: MergeNote? = nil
  ) -> MergedValue {
    leave(versions, reason: reason, note: note)
    return .conflict(versions)
  }

  private func keepLater(
    _ versions: Versions, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    guard let recency = try recency() else { return left(versions, reason: .recencyUnknown) }
    return keep(recency.later, of: versions, strategy, recency: recency)
  }

  /// Keeps the value of the side that the user prefers.
  func prefer(
    _ side: MergeSide, of versions: Versions, _ strategy: EffectiveStrategy, note: MergeNote? = nil
  ) -> MergedValue {
    keep(
      side, of: versions, strategy, decidedBy: together == nil ? .preference : .together,
      note: note ?? together?.note)
  }

  /// Keeps one side's value and reports the other's as dropped.
  func keep(
    _ side: MergeSide, of versions: Versions, _ strategy: EffectiveStrategy,
    recency: Recency? = nil, decidedBy decider: MergeDecision.Decider = .strategy,
    note: MergeNote? = nil,
    as outcome: (SideValue, SideValue) -> MergeDecision.Outcome = MergeDecision.Outcome.keptOneSide
  ) -> MergedValue {
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: recency)
    report(outcome(kept, dropped), strategy, decidedBy: decider, note: note)
    return side == .ours ? .ours(versions) : .taken(versions.theirs)
  }

  /// Returns both sides' values for the report, the kept one first.
  private func sideValues(
    of versions: Versions, keeping side: MergeSide, recency: Recency? = nil
  ) -> (SideValue, SideValue) {
    let ours = SideValue(side: .ours, value: versions.ours, commit: recency?.ours)
    let theirs = SideValue(side: .theirs, value: versions.theirs, commit: recency?.theirs)
    return side == .ours ? (ours, theirs) : (theirs, ours)
  }
}

/// The merge of texts and numbers, and the choice of one of two values.
extension ValueMerger {
  /// Combines the edits of both sides in one text. A string with a lone surrogate is merged as a whole value.
  func mergeTexts(
    _ versions: Versions, _ strategy: EffectiveStrategy, by rule: Merging.TextRule
  ) throws -> MergedValue {
    guard let base = versions.base?.string?.exactString,
      let ours = versions.ours?.string?.exactString,
      let theirs = versions.theirs?.string?.exactString
    else { return try decide(versions, strategy, reason: .bothChanged) }
    var result = rule(base, ours, theirs, .ours)
    if result.isChangedByBoth { report(.combined, strategy) }
    let other = rule(base, ours, theirs, .theirs)
    let isOrderFree = JSONString(result.text) == JSONString(other.text)
    if !isOrderFree, try firstSide(versions) == .theirs { result = other }
    let text = JSONString(result.text)
    return written(text.literal, from: versions) { $0.string == text }
  }

  /// Returns the number that the strategy computes; decides between whole values if there is none.
  func computeNumber(
    _ versions: Versions, _ strategy: EffectiveStrategy, by rule: Merging.Rule<ExactDecimal?>
  ) throws -> MergedValue {
    guard let ours = versions.ours, let theirs = versions.theirs,
      let number = rule(versions.base, ours, theirs)
    else { return try decide(versions, strategy, reason: .bothChanged) }
    return written(number.literal, from: versions) { $0.number == number }
  }

  /// Keeps the value of the side that the values choose; the user decides if they choose none.
  func chooseSide(_ versions: Versions, _ strategy: EffectiveStrategy) -> MergedValue {
    switch versions.choice(by: strategy.strategy) {
    case .lowered where policy != .versions:
      decideByUser(versions, strategy, reason: .versionLowered)
    case .side(let side), .lowered(let side):
      keep(side, of: versions, strategy)
    case .incomparable, nil: decideByUser(versions, strategy, reason: .versionsNotComparable)
    }
  }

  /// Our value of two that a program wrote from the rest of the document: neither fits the merged one.
  func keepGenerated(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) -> MergedValue {
    let note = plan.command.map { MergeNote.text("generated: run `\($0)` to write it again") }
    return keep(.ours, of: versions, strategy, note: note)
  }

  /// Returns a side's own spelling if its value is the merged one, else the new spelling.
  private func written(
    _ literal: [UInt8], from versions: Versions, isMeant: (JSONNode) -> Bool
  ) -> MergedValue {
    if let ours = versions.ours, isMeant(ours) { return .ours(versions) }
    if let theirs = versions.theirs, isMeant(theirs) { return .taken(theirs) }
    return .value(.literal(literal))
  }
}

extension Versions {
  /// Returns the choice of a strategy whose values choose a side; nil for another one, or if a side has no value.
  func choice(by strategy: MergeStrategy) -> SideChoice? {
    guard case .side(let rule, _) = strategy.merging, let ours, let theirs else {
      return nil
    }
    return rule(base, ours, theirs)
  }

  /// The side whose version of software is the greater one, ours of two that are equally great; nil where either is
  /// none, or they are ranges of different kinds.
  var greaterVersion: MergeSide? { choice(by: .versionMerge)?.greater }

  /// True if a side changed or added a version of software in this value, or what belongs to one.
  /// - Complexity: O(bytes), and O(elements) for each element of an array that was changed.
  func isVersionChanged(by side: MergeSide, _ plan: FieldPlan) -> Bool {
    guard !plan.isSilent, let new = self[side], !base.isSame(as: new) else { return false }
    let plan = plan.fitting(self)
    if plan.comparesVersions { return true }
    if let rule = plan.together, let by = rule.by, plan.property(at: by).comparesVersions,
      isUnitChanged(by: side, rule)
    {
      return true
    }
    func isVersionChanged(_ part: JSONNode, since old: JSONNode?, _ plan: FieldPlan) -> Bool {
      Versions(base: old, ours: part).isVersionChanged(by: .ours, plan)
    }
    if new.kind == .array {
      let old = base.map { Array($0.elements) } ?? []
      return new.elements.contains { element in
        let former = old.first { $0 == element || $0.hasID(of: element, at: plan.identity) }
        return isVersionChanged(element, since: former, plan.element(at: 0))
      }
    }
    return new.members.contains { member in
      isVersionChanged(
        member.value, since: member.key.string.flatMap { base?[$0] }, plan.member(member.key))
    }
  }
}

extension Versions {
  /// True if both sides are versions of more than one part: one number alone may be anything.
  var haveManyParts: Bool {
    [ours, theirs].allSatisfy { $0?.versionNumber?.hasManyParts ?? false }
  }
}

extension JSONNode {
  /// True if both have the id at these pointers; false without pointers.
  fileprivate func hasID(of other: JSONNode, at pointers: [JSONPointer]) -> Bool {
    !pointers.isEmpty && pointers.allSatisfy { value(at: $0).isSame(as: other.value(at: $0)) }
  }
}

/// The side whose insertions come first where both inserted at one place of an array.
struct Precedence {
  var first: MergeSide
  /// The side whose records come first at the end of a list.
  var atEnd: MergeSide
  /// True if no history is known.
  ///
  /// Then two insertions at one place are ordered by their canonical bytes, and `first` decides only what is no matter
  /// of two such insertions.
  private(set) var goesByBytes = false

  /// Both values that matter: if the results are equal for them, the history is not asked.
  static let either = [MergeSide.ours, .theirs].map { Precedence(first: $0, atEnd: $0.other) }

  /// Returns a precedence for unknown history.
  /// - Parameter first: decides what is no matter of two insertions.
  static func byBytes(first: MergeSide) -> Precedence {
    Precedence(first: first, atEnd: first, goesByBytes: true)
  }

  /// Returns the side whose elements come first by their canonical bytes; nil if these don't decide, or don't differ.
  /// - Complexity: O(bytes up to the first difference).
  func first(
    ours: @autoclosure () -> [JSONNode], theirs: @autoclosure () -> [JSONNode]
  ) -> MergeSide? {
    guard goesByBytes else { return nil }
    let (ours, theirs) = (ours(), theirs())
    if ours.canonicallyPrecede(theirs) { return .ours }
    return theirs.canonicallyPrecede(ours) ? .theirs : nil
  }
}

extension ValueMerger {
  /// Returns the side whose insertions into a text come first: by the history, else by the canonical bytes of the
  /// values.
  func firstSide(_ versions: Versions) throws -> MergeSide {
    try laterSide ?? versions.firstByBytes
  }

  /// The side that the user prefers, else the one with the later change, as far as that is known.
  var laterSide: MergeSide? {
    get throws {
      if case .prefer(let side) = policy { return side }
      return try recency()?.later
    }
  }

  /// Returns the side whose insertions into an array come first.
  ///
  /// Records appended to a list continue it. So if no strategy is declared, appended records are put in the order of
  /// time as far as the history is known.
  /// - Parameter firstByBytes: decides between orders if no history is known; nil: the bytes of the values decide.
  func precedence(
    _ versions: Versions, _ aspect: PropertyPath.Aspect, _ strategy: EffectiveStrategy,
    firstByBytes: MergeSide? = nil
  ) throws -> Precedence {
    if case .prefer(let side) = policy { return Precedence(first: side, atEnd: side) }
    if let later = try recency(aspect)?.later {
      return Precedence(first: later, atEnd: strategy.isDeclared ? later : later.other)
    }
    return .byBytes(first: firstByBytes ?? versions.firstByBytes)
  }
}

extension Versions {
  /// The side whose value comes first by its canonical bytes.
  fileprivate var firstByBytes: MergeSide {
    guard let ours, let theirs else { return ours == nil ? .ours : .theirs }
    return ours.canonicallyPrecedes(theirs) ? .ours : .theirs
  }
}
