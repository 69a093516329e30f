import Forked
import ForkedJSON
import ForkedSchema

/// Different models at one place.
struct ModelReference {
  /// The side that alone put another model there; nil: both did.
  let onlyChange: MergeSide?

  /// Nil where ours and theirs hold the same model, or not both of them one.
  init?(base: JSONNode?, ours: JSONNode?, theirs: JSONNode?, _ plan: FieldPlan) {
    guard plan.modelIdentity != nil, let our = ours.flatMap(plan.identifier),
      let their = theirs.flatMap(plan.identifier), our != their
    else { return nil }
    let old = base.flatMap(plan.identifier)
    onlyChange = old == their ? .ours : old == our ? .theirs : nil
  }

  init?(_ versions: Versions, _ plan: FieldPlan) {
    self.init(base: versions.base, ours: versions.ours, theirs: versions.theirs, plan)
  }
}
