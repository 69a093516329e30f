import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// What happens where both sides changed one value and no strategy combines the two.
extension ValueMerger {
  /// Both changed one value: a person's choice, the declared strategy, or the policy decides.
  func decide(
    _ versions: Versions, _ strategy: EffectiveStrategy, reason: MergeConflict.Reason
  ) throws -> MergedValue {
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    switch (policy, strategy.strategy) {
    case (.base, _): return .taken(versions.base)
    case (.prefer(let side), _): return prefer(side, of: versions, strategy)
    case (_, .manual): return left(versions, reason: .manual)
    case (.manual, _) where !strategy.isDeclared: return left(versions, reason: reason)
    default: return try keepLater(versions, strategy)
    }
  }

  /// Both changed what may be two elements: which change is later says nothing, so only a choice decides.
  func decideUncertain(_ versions: Versions, _ strategy: EffectiveStrategy) -> MergedValue {
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    switch policy {
    case .base: return .taken(versions.base)
    case .prefer(let side): return prefer(side, of: versions, strategy)
    case .mostRecent, .manual: return left(versions, reason: .identityUncertain)
    }
  }

  /// Keeps both sides apart where together they are not valid; nil at any other place.
  func leaveRefused(_ versions: Versions, plan: FieldPlan) throws -> MergedValue? {
    guard refused.contains(place.pointer), versions.isChangedByBoth else { return nil }
    let strategy = EffectiveStrategy(for: versions, plan: plan.fitting(versions), identities)
    if let choice = choices[place.pointer] { return chosen(choice, versions, strategy) }
    guard case .prefer(let side) = policy else { return left(versions, reason: .invalid) }
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: nil)
    report(.preferred(kept: kept, dropped: dropped), strategy, decidedBy: .preference)
    return value(of: side, in: versions)
  }

  /// One side changed what the other deleted.
  func changeAgainstDeletion(
    _ versions: Versions, changed side: MergeSide, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let isContainer = versions[side].map { $0.kind == .object || $0.kind == .array } ?? false
    let survives =
      strategy.isDeclared
      ? !strategy.strategy.takesOneSide : policy == .mostRecent && isContainer
    guard survives else { return try decide(versions, strategy, reason: .deletedAndChanged) }
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: nil)
    report(.changeBeatDeletion(kept: kept, dropped: dropped), strategy)
    return value(of: side, in: versions)
  }

  /// The side that the choice names, or the value that it gives.
  private func chosen(
    _ choice: ConflictChoice, _ versions: Versions, _ strategy: EffectiveStrategy
  ) -> MergedValue {
    let (ours, theirs) = sideValues(of: versions, keeping: .ours, recency: nil)
    report(.chosen(choice, ours: ours, theirs: theirs), strategy, decidedBy: .user)
    switch choice {
    case .ours: return .ours(versions)
    case .theirs: return .taken(versions.theirs)
    case .base: return .taken(versions.base)
    case .delete: return .absent
    case .value(let node): return .taken(node)
    }
  }

  private func left(_ versions: Versions, reason: MergeConflict.Reason) -> MergedValue {
    leave(versions, reason: reason)
    return .conflict(versions)
  }

  private func keepLater(
    _ versions: Versions, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    guard let recency = try recency() else { return left(versions, reason: .recencyUnknown) }
    return keep(recency.later, of: versions, recency: recency, strategy)
  }

  /// Keeps the value of the side that the user prefers.
  func prefer(
    _ side: MergeSide, of versions: Versions, _ strategy: EffectiveStrategy
  ) -> MergedValue {
    keep(side, of: versions, recency: nil, strategy, decidedBy: .preference)
  }

  /// Keeps one side's value and reports the other's.
  func keep(
    _ side: MergeSide, of versions: Versions, recency: Recency?, _ strategy: EffectiveStrategy,
    decidedBy decider: MergeDecision.Decider = .strategy
  ) -> MergedValue {
    let (kept, dropped) = sideValues(of: versions, keeping: side, recency: recency)
    report(.gaveWay(kept: kept, dropped: dropped), strategy, decidedBy: decider)
    return value(of: side, in: versions)
  }

  private func value(of side: MergeSide, in versions: Versions) -> MergedValue {
    side == .ours ? .ours(versions) : .taken(versions.theirs)
  }

  /// Both sides' values for the report, the kept one first.
  func sideValues(
    of versions: Versions, keeping side: MergeSide, recency: Recency?
  ) -> (SideValue, SideValue) {
    let ours = SideValue(side: .ours, value: versions.ours, commit: recency?.ours)
    let theirs = SideValue(side: .theirs, value: versions.theirs, commit: recency?.theirs)
    return side == .ours ? (ours, theirs) : (theirs, ours)
  }
}
