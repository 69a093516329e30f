import ForkedJSON
import ForkedSchema

/// The rows of arrays and their elements by id, found out once for all that asks for them: with many elements that
/// is most of the audit's work.
final class AuditRows {
  /// An array, by where its four versions begin; -1 for one that isn't there.
  private struct Key: Hashable {
    var base: Int
    var ours: Int
    var theirs: Int
    var merged: Int

    init(_ versions: FourVersions) {
      func start(_ node: JSONNode?) -> Int { node?.range.lowerBound ?? -1 }
      base = start(versions.base)
      ours = start(versions.ours)
      theirs = start(versions.theirs)
      merged = start(versions.merged)
    }
  }

  let bytes = JSONByteComparison()
  let identities: UsualIdentityCache
  private var rows: [Key: AuditRow] = [:]
  private var elements: [Key: AuditedElements] = [:]

  init(_ identities: UsualIdentityCache) { self.identities = identities }

  /// The row of a property. Where ours and theirs hold different models, one of these stands whole; but a document that
  /// is a model itself merges by its parts.
  func row(_ versions: FourVersions, _ plan: FieldPlan, at place: AuditPlace) -> AuditRow {
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    if plan.modelIdentity != nil, !place.steps.isEmpty,
      ModelReference(base: base, ours: ours, theirs: theirs, plan) != nil
    {
      return .whole
    }
    guard versions.ours?.kind == .array else {
      return AuditRow(versions, plan, identities)
    }
    let key = Key(versions)
    if let known = rows[key] { return known }
    let row = AuditRow(versions, plan, identities)
    rows[key] = row
    return row
  }

  /// The elements of an array whose row goes by that identity.
  func elements(_ versions: FourVersions, identity: ElementIdentity) -> AuditedElements {
    let key = Key(versions)
    if let known = elements[key] { return known }
    let found = AuditedElements(versions, identity: identity, by: bytes)
    elements[key] = found
    return found
  }
}
