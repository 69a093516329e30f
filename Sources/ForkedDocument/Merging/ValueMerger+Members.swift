import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Objects, property by property.
extension ValueMerger {
  /// Ours in its order; what they added stands behind its left neighbour in theirs.
  func mergeMembers(_ versions: Versions, plan: FieldPlan) throws -> MergedValue {
    guard let ours = versions.ours else { return .taken(versions.theirs) }
    var base = MemberTable(versions.base.withoutNull)
    var theirs = MemberTable(versions.theirs)
    var mine = MemberTable(ours)
    var merged: [[JSONRewrite.Entry]] = []
    var additions = Additions(ours: mine.members.count)
    var isOurs = true

    for member in mine.members {
      let parts = Versions(
        base: base.value(of: member.key), ours: member.value, theirs: theirs.value(of: member.key))
      if parts.base == nil, parts.theirs == nil { additions.noteOurs(at: merged.count) }
      let value = try mergeMember(parts, key: member.key, plan: plan)
      isOurs = isOurs && value.isOurs(member.value)
      merged.append(entries(of: value, key: member.key))
    }
    for member in theirs.members {
      if let index = mine.index(of: member.key) {
        additions.pass(index)
        continue
      }
      let parts = Versions(base: base.value(of: member.key), ours: nil, theirs: member.value)
      let value = try mergeMember(parts, key: member.key, plan: plan)
      isOurs = isOurs && value.isOurs(nil)
      additions.add(entries(of: value, key: member.key))
    }
    return isOurs ? .ours(versions) : .value(.object(like: ours, additions.woven(into: merged)))
  }

  private func mergeMember(_ parts: Versions, key: JSONNode, plan: FieldPlan) throws -> MergedValue
  {
    if let settled = settledByBytes(parts, plan: plan.member(key)) {
      return settled
    }
    if let positionMember, positionMember.depth == place.steps.count,
      key.stringEquals(positionMember.name)
    {
      return .ours(parts)
    }
    return try merge(parts, plan: plan.member(key), at: .member(key))
  }

  private func entries(of value: MergedValue, key: JSONNode) -> [JSONRewrite.Entry] {
    var entries: [JSONRewrite.Entry] = []
    value.append(to: &entries, showBase: showBase) { .member(key: key, $0) }
    return entries
  }
}

/// What theirs adds to ours, by the place that it goes to: behind its left neighbour, and behind what
/// ours added there.
private struct Additions {
  private var behind: [[JSONRewrite.Entry]]
  private var isOursAlone: [Bool]
  private var place = 0

  init(ours count: Int) {
    behind = Array(repeating: [], count: count + 1)
    isOursAlone = Array(repeating: false, count: count)
  }

  mutating func noteOurs(at index: Int) { isOursAlone[index] = true }

  mutating func pass(_ index: Int) {
    place = index + 1
  }

  mutating func add(_ entries: [JSONRewrite.Entry]) {
    while place < isOursAlone.count, isOursAlone[place] { place += 1 }
    behind[place] += entries
  }

  func woven(into merged: [[JSONRewrite.Entry]]) -> [JSONRewrite.Entry] {
    zip(merged, behind.dropFirst()).reduce(into: behind[0]) { $0 += $1.0 + $1.1 }
  }
}

extension FieldPlan {
  /// The plan of the value of the member with this key.
  func member(_ key: JSONNode) -> FieldPlan {
    isSilent ? self : key.string.map { property($0) } ?? self
  }
}
