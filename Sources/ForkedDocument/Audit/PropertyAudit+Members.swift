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
    var base = MemberCursor(versions.base)
    var ours = MemberCursor(versions.ours)
    var theirs = MemberCursor(versions.theirs)
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
    var base = MemberCursor(versions.base)
    for side in [versions.ours, versions.theirs] {
      var merged = MemberCursor(versions.merged)
      var ours = MemberCursor(versions.ours)
      var theirs = MemberCursor(versions.theirs)
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

/// An object's members, asked for mostly in the order in which they stand: then none has to be looked up.
struct MemberCursor {
  private let members: JSONMemberList?
  private var next = 0
  private var table: JSONMemberTable?
  private var unasked: Int

  init(_ object: JSONNode?) {
    members = object.map { JSONMemberList($0) }
    unasked = members?.count ?? 0
  }

  /// Whether there are members that were not asked for, each key being asked for once.
  var hasUnasked: Bool { unasked > 0 }

  /// The value under a key that may be of another document. O(key) on average.
  mutating func value(_ key: JSONNode) -> JSONNode? { member(key)?.member.value }

  /// The member with a key that may be of another document, and its place in the object. O(key) on average.
  mutating func member(_ key: JSONNode) -> (place: Int, member: JSONMember)? {
    guard let members, let place = place(of: key, among: members) else { return nil }
    next = place + 1
    unasked -= 1
    return (place, members[place])
  }

  private mutating func place(of key: JSONNode, among members: JSONMemberList) -> Int? {
    for place in next..<max(next, min(next + 2, members.count)) where members.hasKey(key, at: place)
    {
      return place
    }
    let table = self.table ?? JSONMemberTable(members)
    self.table = table
    return table.place(sameKeyAs: key)
  }
}

extension JSONNode {
  fileprivate var keys: [JSONNode] { members.map(\.key) }

  fileprivate func isKey(_ key: JSONString?) -> Bool {
    key.map { stringEquals($0) } ?? false
  }
}
