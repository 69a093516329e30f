import ForkedJSON
import ForkedSchema

/// Checks that values which the merge didn't change against ours are spelled as in ours, byte for byte (invariant 5).
struct SpellingAudit {
  private(set) var defects: [AuditDefect] = []
  private let rows: AuditRows
  /// The properties that the report says were taken whole from theirs.
  private let taken: Set<JSONPointer>
  private var place = AuditedProperty()
  /// The rule by which members of the current object are decided together with others around it.
  private var outerRule: TogetherRule?

  /// - Parameter taken: the properties that the report says were taken whole from theirs.
  init(rows: AuditRows, taken: Set<JSONPointer> = []) { (self.rows, self.taken) = (rows, taken) }

  /// Checks one value and its parts.
  mutating func check(_ versions: FourVersions, _ plan: FieldPlan) {
    guard let merged = versions.merged else { return }
    guard let ours = versions.ours, ours.kind == merged.kind else {
      return checkTaken(versions, merged)
    }
    guard !rows.bytes.haveSameBytes(ours, merged) else { return }
    let plan = plan.fitting([versions.ours, versions.theirs])
    guard !isTakenFromTheirs(versions, plan) else { return }
    switch ours.kind {
    case .object: checkMembers(versions, ours, merged, plan)
    case .array: checkElements(versions, ours, merged, plan)
    default:
      expect(ours != merged, "no side changed the value, but it is spelled in another way")
      checkTaken(versions, merged)
    }
  }

  /// Checks that a value from theirs is spelled as in theirs, apart from white space.
  private mutating func checkTaken(_ versions: FourVersions, _ merged: JSONNode) {
    guard versions.ours.isSame(as: versions.base), let theirs = versions.theirs, theirs == merged
    else { return }
    expect(merged.isSpelled(as: theirs), "the value is theirs, but spelled in another way")
  }

  /// Returns true if the value and its spelling are taken whole from theirs.
  ///
  /// So it is if the strategy or a decision keeps one side's whole value, or if both sides added the value and ours was
  /// dropped.
  private func isTakenFromTheirs(_ versions: FourVersions, _ plan: FieldPlan) -> Bool {
    guard let theirs = versions.theirs, let merged = versions.merged, theirs.kind.isContainer else {
      return false
    }
    let isWhole =
      versions.base == nil || rows.row(versions, plan, at: place).isWhole
      || !taken.isEmpty && taken.contains(place.pointer)
    return isWhole && merged.isSpelled(as: theirs) && theirs != versions.base
  }

  private mutating func checkMembers(
    _ versions: FourVersions, _ ours: JSONNode, _ merged: JSONNode, _ plan: FieldPlan
  ) {
    let rule = outerRule ?? plan.together
    outerRule = nil
    var base = JSONMemberCursor(versions.base)
    var theirs = JSONMemberCursor(versions.theirs)
    var ourMembers = JSONMemberCursor(ours)
    var frame = FrameComparison(ours, merged)
    for member in merged.members {
      var property = FourVersions(
        base: base.value(member.key), theirs: theirs.value(member.key), merged: member.value)
      guard let (place, former) = ourMembers.member(member.key) else {
        frame.passNew(member.value.range)
        below(.member(member.key)) { $0.checkTaken(property, member.value) }
        continue
      }
      frame.pass(place, former.key.range, member.key.range)
      frame.passInside(former.value.range, member.value.range)
      expect(former.key.hasSameBytes(as: member.key), "a key of ours is spelled in another way")
      guard !rows.bytes.haveSameBytes(former.value, member.value) else { continue }
      property.ours = former.value
      let isWhole = rule?.takesWhole(member.key.string ?? "") ?? false
      if isWhole, let taken = property.theirs, member.value.isSpelled(as: taken) { continue }
      let plan = plan.isSilent ? plan : plan.property(member.key.string ?? "")
      let inner = rule?.below(member.key.string ?? "")
      below(.member(member.key)) {
        $0.outerRule = inner
        $0.check(property, plan)
        $0.outerRule = nil
      }
    }
    expect(frame.isKept(count: ours.count), "white space of ours changed")
  }

  private mutating func checkElements(
    _ versions: FourVersions, _ ours: JSONNode, _ merged: JSONNode, _ plan: FieldPlan
  ) {
    let row = rows.row(versions, plan, at: place)
    if case .elements(let identity, _) = row {
      let table = rows.elements(versions, identity: identity)
      for token in table.tokens where table.merged.places[token] >= 0 && !table.isOurs(token) {
        let place = table.merged.places[token]
        below(.element(place)) { $0.check(table.versions(of: token), plan.element(at: place)) }
      }
    } else if ours == merged {
      expect(
        merged.isSpelledInAnyOrder(as: ours) && !merged.isSpelled(as: ours),
        "no side changed the value, but it is spelled in another way")
    } else if case .set = row {
      checkCommonEnds(versions, isSet: true)
    } else {
      checkCommonEnds(versions, isSet: false)
    }
  }

  /// Checks elements that all four versions have at the same index from either end.
  private mutating func checkCommonEnds(_ versions: FourVersions, isSet: Bool) {
    let arrays = [versions.base, versions.ours, versions.theirs, versions.merged].map {
      $0.map { Array($0.elements) } ?? []
    }
    let shortest = arrays.map(\.count).min() ?? 0
    let prefix = (0..<shortest).prefix { place in
      arrays.allSatisfy { $0[place] == arrays[0][place] }
    }
    let suffix = (0..<shortest - prefix.count).prefix { place in
      arrays.allSatisfy { $0[$0.count - 1 - place] == arrays[0][arrays[0].count - 1 - place] }
    }
    for place in prefix { checkAlike(arrays, at: arrays.map { _ in place }, isSet) }
    for place in suffix { checkAlike(arrays, at: arrays.map { $0.count - 1 - place }, isSet) }
  }

  /// Checks an element that is equal in all four versions.
  ///
  /// Of equal neighbours, or of equal elements of a set, it is not certain which was inserted or deleted. An element from
  /// theirs is indented as in ours.
  private mutating func checkAlike(_ arrays: [[JSONNode]], at places: [Int], _ isSet: Bool) {
    let four = zip(arrays, places).map { $0[$1] }
    if four[3].hasSameBytes(as: four[1]) || four[3].isSpelledInAnyOrder(as: four[1])
      || four[3].isSpelled(as: four[2])
    {
      return
    }
    let isOneOfMany = zip(arrays, places).contains { array, place in
      let others = isSet ? Array(array.indices) : [place - 1, place + 1]
      return others.contains {
        $0 != place && array.indices.contains($0) && array[$0] == array[place]
      }
    }
    below(.element(places[3])) {
      $0.expect(isOneOfMany, "no side changed the value, but it is spelled in another way")
    }
  }

  private mutating func expect(_ holds: Bool, _ message: String) {
    if !holds { defects.append(AuditDefect(pointer: place.pointer, message: message)) }
  }

  private mutating func below(_ step: AuditedProperty.Step, _ check: (inout SpellingAudit) -> Void)
  {
    place.steps.append(step)
    check(&self)
    place.steps.removeLast()
  }
}

/// Compares the bytes between the parts of two containers, for parts that are neighbours in both.
struct FrameComparison {
  private let ours: JSONNode
  private let merged: JSONNode
  private var isKept = true
  /// The index in ours of the last part; nil for a part that ours doesn't have.
  private var lastPlace: Int? = -1
  private var oursEnd: Int
  private var mergedEnd: Int

  init(_ ours: JSONNode, _ merged: JSONNode) {
    self.ours = ours
    self.merged = merged
    oursEnd = ours.range.lowerBound
    mergedEnd = merged.range.lowerBound
  }

  /// Passes the next part of the merged container, which ours has at `place`.
  mutating func pass(_ place: Int, _ oursRange: Range<Int>, _ mergedRange: Range<Int>) {
    if lastPlace == place - 1 { compare(oursRange.lowerBound, mergedRange.lowerBound) }
    lastPlace = place
    oursEnd = oursRange.upperBound
    mergedEnd = mergedRange.upperBound
  }

  /// Passes the value of the key that was just passed.
  mutating func passInside(_ oursRange: Range<Int>, _ mergedRange: Range<Int>) {
    compare(oursRange.lowerBound, mergedRange.lowerBound)
    oursEnd = oursRange.upperBound
    mergedEnd = mergedRange.upperBound
  }

  /// Passes the next part of the merged container, which ours doesn't have.
  mutating func passNew(_ mergedRange: Range<Int>) {
    lastPlace = nil
    mergedEnd = mergedRange.upperBound
  }

  /// Returns true if all those bytes are equal, also after the last part.
  /// - Parameter count: the number of parts of ours.
  mutating func isKept(count: Int) -> Bool {
    if lastPlace == count - 1 { compare(ours.range.upperBound, merged.range.upperBound) }
    return isKept
  }

  private mutating func compare(_ oursStart: Int, _ mergedStart: Int) {
    isKept =
      isKept
      && ours.document.bytes[oursEnd..<oursStart] == merged.document.bytes[mergedEnd..<mergedStart]
  }
}

extension JSONNode {
  /// Returns true if both have the same bytes apart from the order of members and white space between values.
  fileprivate func isSpelledInAnyOrder(as other: JSONNode) -> Bool {
    guard kind == other.kind, count == other.count else { return false }
    switch kind {
    case .array: return zip(elements, other.elements).allSatisfy { $0.isSpelledInAnyOrder(as: $1) }
    case .object:
      var others = JSONMemberCursor(other)
      return members.allSatisfy { member in
        guard let its = others.member(member.key)?.member else { return false }
        return member.key.hasSameBytes(as: its.key)
          && member.value.isSpelledInAnyOrder(as: its.value)
      }
    default: return hasSameBytes(as: other)
    }
  }

  /// Returns true if both have the same bytes apart from white space between values.
  func isSpelled(as other: JSONNode) -> Bool {
    guard kind == other.kind, count == other.count else { return false }
    switch kind {
    case .array:
      return zip(elements, other.elements).allSatisfy { $0.isSpelled(as: $1) }
    case .object:
      return zip(members, other.members).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value.isSpelled(as: $1.value)
      }
    default: return hasSameBytes(as: other)
    }
  }
}
