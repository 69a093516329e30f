import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Members that hold a model: a model is never put together from two.
extension ValueMerger {
  /// Merges a member that holds one model on our side and another on theirs: the side that put another one there
  /// decides, and where both did, the later change. Nil elsewhere.
  func mergeReferences(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue? {
    guard !place.steps.isEmpty, let reference = ModelReference(versions, plan) else { return nil }
    var whole = strategy
    if whole.strategy != .manual { whole.strategy = .mostRecent }
    guard choices[place.pointer] == nil, policy != .base, let side = reference.onlyChange else {
      return try decide(versions, whole, reason: .bothChanged)
    }
    return keep(side, of: versions, recency: nil, whole)
  }
}
