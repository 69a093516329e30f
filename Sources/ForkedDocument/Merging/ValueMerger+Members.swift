import ForkedJSON
import ForkedSchema

/// The merge of objects, property by property.
extension ValueMerger {
  /// Merges members in the order of ours, unless theirs alone changed the order; a member that theirs added comes after
  /// its predecessor in theirs.
  /// - Parameter scope: the decision that conflicting members have in common with others around the object.
  func mergeMembers(
    _ versions: Versions, plan: FieldPlan, scope: TogetherScope? = nil
  ) throws -> MergedValue {
    guard let ours = versions.ours, let theirs = versions.theirs else {
      return .taken(versions.ours ?? versions.theirs)
    }
    let scope = try scope ?? togetherScope(versions, plan: plan)
    if let scope, scope.isConflict {
      let strategy = EffectiveStrategy(for: versions, plan: plan, input.mapping)
      return decideByUser(versions, strategy, reason: .versionsNotComparable)
    }
    var base = JSONMemberCursor(versions.base)
    var others = JSONMemberCursor(theirs)
    var members = WovenMembers()
    members.ofOurs.reserveCapacity(ours.count)
    var isOurs = true
    var isOneOrder = true
    var lastPlace = -1

    for member in ours.members {
      let its = others.member(member.key)
      if let its {
        isOneOrder = isOneOrder && its.place > lastPlace
        lastPlace = its.place
      }
      let parts = Versions(
        base: base.value(member.key), ours: member.value, theirs: its?.member.value)
      if parts.base == nil, parts.theirs == nil { members.noteAddition() }
      let value = try mergeMember(parts, key: member.key, plan: plan, in: scope)
      isOurs = isOurs && value.isOurs(member.value)
      members.ofOurs.append(entry(of: value, key: member.key))
    }
    if others.hasUnasked {
      var mine = JSONMemberCursor(ours)
      for member in theirs.members {
        if let known = mine.member(member.key) {
          members.pass(known.place)
          continue
        }
        let parts = Versions(base: base.value(member.key), ours: nil, theirs: member.value)
        let value = try mergeMember(parts, key: member.key, plan: plan, in: scope)
        isOurs = isOurs && value.isOurs(nil)
        if let entry = entry(of: value, key: member.key) { members.add(entry) }
      }
    }
    let order = isOneOrder ? MemberOrder() : MemberOrder(versions)
    if !order.movedByBoth.isEmpty {
      report(
        .movedByBoth(side: .ours, elements: order.movedByBoth),
        EffectiveStrategy(for: versions, plan: plan, input.mapping))
    }
    guard !isOurs || order.leading == .theirs else { return .ours(versions) }
    return object(members.entries(in: order, isOneOrder: isOneOrder, versions), versions)
  }

  /// Returns the object with these members; theirs as it is written if ours or the result has no members.
  private func object(_ entries: [JSONRewrite.Entry], _ versions: Versions) -> MergedValue {
    guard let ours = versions.ours, let theirs = versions.theirs else { return .absent }
    let isTheirs =
      entries.isEmpty ? theirs.count == 0 : ours.count == 0 && entries.areTaken(from: theirs)
    return isTheirs ? .taken(theirs) : .value(.object(like: ours, entries))
  }

  func mergeMember(_ parts: Versions, key: JSONNode, plan: FieldPlan) throws -> MergedValue {
    if let decided = decidedByBytes(parts, plan: plan.member(key)) {
      return decided
    }
    if let positionMember, positionMember.depth == place.steps.count,
      key.stringEquals(positionMember.name)
    {
      return .ours(parts)
    }
    return try mergeProperty(parts, plan: plan.member(key), at: .member(key))
  }

  private func entry(of value: MergedValue, key: JSONNode) -> JSONRewrite.Entry? {
    value.entry(showBase: showBase) { .member(key: key, $0) }
  }
}

/// The members of a merged object: those of ours, and those that theirs adds after their predecessor in theirs and
/// after members that ours added there.
private struct WovenMembers {
  /// The merged members of ours; nil for one that the result doesn't have.
  var ofOurs: [JSONRewrite.Entry?] = []
  /// The members that theirs added, by the number of members of ours before them.
  private var behind: [Int: [JSONRewrite.Entry]] = [:]
  private var oursAlone: Set<Int> = []
  private var place = 0

  /// Notes that the next member of ours is one that ours added.
  mutating func noteAddition() { oursAlone.insert(ofOurs.count) }

  /// Passes a member that theirs and ours have, by its index in ours.
  mutating func pass(_ index: Int) { place = index + 1 }

  mutating func add(_ entry: JSONRewrite.Entry) {
    while oursAlone.contains(place) { place += 1 }
    behind[place, default: []].append(entry)
  }

  /// Returns the members in the given order. Members that a side added to a sorted object are sorted in.
  func entries(
    in order: MemberOrder, isOneOrder: Bool, _ versions: Versions
  ) -> [JSONRewrite.Entry] {
    let woven = order.leading == .ours ? woven : woven.arranged(likeTheirs: versions)
    let hasAdditions = (ours: !oursAlone.isEmpty, theirs: !behind.isEmpty)
    var sorting: JSONSortOrder?
    if isOneOrder {
      if hasAdditions.ours, hasAdditions.theirs, versions.base?.count ?? 0 > 1 {
        sorting = versions.sortOrder(of: [.ours, .theirs], andBase: true)
      }
    } else if order.leading == .ours ? hasAdditions.theirs : hasAdditions.ours,
      order.movedByBoth.isEmpty
    {
      sorting = versions.sortOrder(of: [order.leading], andBase: false)
    }
    return sorting.map(woven.sorted) ?? woven
  }

  private var woven: [JSONRewrite.Entry] {
    if behind.isEmpty { return ofOurs.compactMap(\.self) }
    var entries = behind[0, default: []]
    entries.reserveCapacity(ofOurs.count)
    for (place, entry) in ofOurs.enumerated() {
      if let entry { entries.append(entry) }
      entries += behind[place + 1, default: []]
    }
    return entries
  }
}

extension [JSONRewrite.Entry] {
  /// Returns true if these are all parts of a container, as they are.
  func areTaken(from container: JSONNode) -> Bool {
    count == container.count
      && allSatisfy { entry in
        switch entry {
        case .member(_, .take(let node)), .element(.take(let node)):
          node.document === container.document
        default: false
        }
      }
  }
}

extension FieldPlan {
  /// Returns the plan of the value of the member with this key.
  func member(_ key: JSONNode) -> FieldPlan {
    isSilent ? self : key.string.map { property($0) } ?? self
  }
}

/// The merge of members that hold an entity: two entities are never combined in one.
extension ValueMerger {
  /// Merges a member that holds one entity on our side and another on theirs; nil for any other member.
  ///
  /// The side that replaced the entity decides; if both did, the later change does.
  func mergeReferences(
    _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue? {
    guard !place.steps.isEmpty, let reference = EntityReplacement(versions, plan) else {
      return nil
    }
    var whole = strategy
    if !whole.strategy.leavesToUser { whole.strategy = .mostRecent }
    guard choice == nil, policy != .base, let side = reference.onlyChange else {
      return try decide(versions, whole, reason: .bothChanged)
    }
    return keep(side, of: versions, whole)
  }
}
