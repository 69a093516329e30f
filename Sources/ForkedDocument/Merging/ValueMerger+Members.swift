import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Objects, property by property.
extension ValueMerger {
  /// Ours in its order; what they added stands behind its left neighbour in theirs.
  func mergeMembers(_ versions: Versions, plan: FieldPlan) throws -> MergedValue {
    guard let ours = versions.ours, let theirs = versions.theirs else {
      return .taken(versions.ours ?? versions.theirs)
    }
    var base = MemberTable(versions.base.withoutNull)
    var (mine, others) = (MemberTable(ours), MemberTable(theirs))
    var merged: [JSONRewrite.Entry?] = []
    merged.reserveCapacity(ours.count)
    var additions = Additions(ours: ours.count)
    var isOurs = true

    for member in ours.members {
      let parts = Versions(
        base: base.value(of: member.key), ours: member.value, theirs: others.value(of: member.key))
      if parts.base == nil, parts.theirs == nil { additions.noteOurs(at: merged.count) }
      let value = try mergeMember(parts, key: member.key, plan: plan)
      isOurs = isOurs && value.isOurs(member.value)
      merged.append(entry(of: value, key: member.key))
    }
    for member in theirs.members {
      if let index = mine.index(of: member.key) {
        additions.pass(index)
        continue
      }
      let parts = Versions(base: base.value(of: member.key), ours: nil, theirs: member.value)
      let value = try mergeMember(parts, key: member.key, plan: plan)
      isOurs = isOurs && value.isOurs(nil)
      if let entry = entry(of: value, key: member.key) { additions.add(entry) }
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

  private func entry(of value: MergedValue, key: JSONNode) -> JSONRewrite.Entry? {
    value.entry(showBase: showBase) { .member(key: key, $0) }
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

  mutating func add(_ entry: JSONRewrite.Entry) {
    while place < isOursAlone.count, isOursAlone[place] { place += 1 }
    behind[place].append(entry)
  }

  /// - Parameter merged: what became of each member of ours.
  func woven(into merged: [JSONRewrite.Entry?]) -> [JSONRewrite.Entry] {
    var entries = behind[0]
    entries.reserveCapacity(merged.count)
    for (entry, added) in zip(merged, behind.dropFirst()) {
      if let entry { entries.append(entry) }
      entries += added
    }
    return entries
  }
}

extension FieldPlan {
  /// The plan of the value of the member with this key.
  func member(_ key: JSONNode) -> FieldPlan {
    isSilent ? self : key.string.map { property($0) } ?? self
  }
}
