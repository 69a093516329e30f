import ForkedJSON
import ForkedSchema

extension PropertyAudit {
  /// Each key by its own row, and no key from nowhere.
  /// - Parameter skipped: a member that its container answers for.
  mutating func checkMembers(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    skipping skipped: JSONString? = nil
  ) {
    guard let merged = versions.merged, merged.kind == .object else {
      return expect(false, "the object is missing")
    }
    var base = JSONMemberCursor(versions.base)
    var ours = JSONMemberCursor(versions.ours)
    var theirs = JSONMemberCursor(versions.theirs)
    for member in merged.members {
      let property = FourVersions(
        base: base.value(member.key), ours: ours.value(member.key),
        theirs: theirs.value(member.key), merged: member.value)
      if !member.key.isKey(skipped) { check(property, key: member.key, plan, reported) }
    }
    guard ours.hasUnasked || theirs.hasUnasked else { return }
    checkMissing(versions, plan, reported, skipped)
  }

  /// The keys that a side has and the merged object doesn't.
  private mutating func checkMissing(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ skipped: JSONString?
  ) {
    var base = JSONMemberCursor(versions.base)
    for side in [versions.ours, versions.theirs] {
      var merged = JSONMemberCursor(versions.merged)
      var ours = JSONMemberCursor(versions.ours)
      var theirs = JSONMemberCursor(versions.theirs)
      for key in side?.keys ?? [] where merged.value(key) == nil && !key.isKey(skipped) {
        let property = FourVersions(
          base: base.value(key), ours: ours.value(key), theirs: theirs.value(key))
        check(property, key: key, plan, reported)
      }
    }
  }

  private mutating func check(
    _ property: FourVersions, key: JSONNode, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    if property.isSettledByBytes(mayCount: !plan.isSilent, by: rows.bytes) { return }
    let below = reported?.below(.key(key.string ?? ""))
    let plan = plan.isSilent ? plan : plan.property(key.string ?? "")
    self.below(.member(key)) { $0.check(property, plan, below) }
  }
}

extension JSONNode {
  fileprivate var keys: [JSONNode] { members.map(\.key) }

  fileprivate func isKey(_ key: JSONString?) -> Bool {
    key.map { stringEquals($0) } ?? false
  }
}
