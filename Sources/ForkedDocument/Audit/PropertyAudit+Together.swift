import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Checks of what is decided for one side together.
extension PropertyAudit {
  /// Checks that all decisions of one object are for the side that its naming member has.
  mutating func checkTogether(_ reported: ReportedDecisions?) {
    guard let side = reported?.togetherSide else { return }
    guard let together else { return expect(false, "the schema has no x-together here") }
    expect(together.admits(side), "decided for another side than the rest of the object")
  }

  /// Checks a member that is taken from one side whole; false if no side is chosen, so that it is merged by itself.
  mutating func checkUnit(
    _ versions: FourVersions, _ reported: ReportedDecisions?
  ) -> Bool {
    guard let together else { return false }
    if let reported, reported.isChosen {
      guard together.isOpen || together.isUndecidable else { return false }
      checkChosenValue(versions, .whole, reported)
      return true
    }
    if together.isUndecidable {
      checkUndecidable(versions, together, reported)
      return true
    }
    if together.isOpen {
      let isLeft = reported?.seenConflict() != nil && versions.merged.isSame(as: versions.ours)
      expect(
        isLeft || versions.ours.isSame(as: versions.theirs),
        "one of two values is kept, and the versions that choose the side are in conflict")
      return true
    }
    guard let side = together.side ?? reported?.togetherSide else { return false }
    checkTogether(reported)
    let (kept, other) =
      side == .ours ? (versions.ours, versions.theirs) : (versions.theirs, versions.ours)
    if !versions.merged.isSame(as: kept) { mixesUnits = true }
    expect(!mixesUnits, "a property of one side is beside those of the other")
    if !other.isSame(as: kept), !other.isSame(as: versions.base) { checkWhole(versions, reported) }
    return true
  }
}

extension PropertyAudit {
  /// Checks a member of a unit that both sides changed, of which one has no version: only the user decides, for the
  /// whole unit, or the later change where neither has one.
  private mutating func checkUndecidable(
    _ versions: FourVersions, _ together: TogetherAudit, _ reported: ReportedDecisions?
  ) {
    if versions.ours.isSame(as: versions.theirs) {
      return expect(versions.merged.isSame(as: versions.ours), "an equal change is missing")
    }
    if reported?.seenConflict() != nil, versions.merged.isSame(as: versions.ours) { return }
    // Without a version on either side, git's lines may stand.
    if followsLines, together.lacksBoth { return }
    let isOurs = versions.merged.isSame(as: versions.ours)
    let isOneSide = isOurs || versions.merged.isSame(as: versions.theirs)
    let side: MergeSide = isOurs ? .ours : .theirs
    let isUsers = userDecisions.preferred == side || together.chosen == side
    let isDecided = isUsers || together.lacksBoth && reported?.togetherSide != nil
    if !isDecided || !isOneSide || !together.admits(side) { mixesUnits = true }
    expect(!mixesUnits, "a version is decided against none, or a unit is of both sides")
  }

  /// Checks that what one side deleted has no version that the other changed, unless the user decided.
  mutating func checkDeletedVersions(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    guard versions.ours.withoutNull == nil || versions.theirs.withoutNull == nil,
      let side = versions.ours.withoutNull ?? versions.theirs.withoutNull
    else { return }
    let isUsers = userDecisions.preferred != nil || reported?.togetherSide != nil
    expect(
      isUsers || HeldVersions(side, plan).all.isSubset(of: HeldVersions(versions.base, plan).all),
      "a version is decided against none")
  }
}

/// The versions of software in a value, each with what belongs to it.
private struct HeldVersions {
  private(set) var all: Set<[JSONNode?]> = []

  /// - Complexity: O(bytes), in expectation.
  init(_ node: JSONNode?, _ plan: FieldPlan) {
    if let node { add(node, plan) }
  }

  private mutating func add(_ node: JSONNode, _ plan: FieldPlan) {
    guard !plan.isSilent else { return }
    let plan = plan.fitting([node])
    if plan.strategy == .versionMerge { all.insert([node]) }
    if let rule = plan.together, let by = rule.by, plan.property(at: by).strategy == .versionMerge {
      all.insert(rule.unit.map { $0.union([by]).sorted().map { node.value(at: $0) } } ?? [node])
    }
    for (index, element) in node.elements.enumerated() { add(element, plan.element(at: index)) }
    for member in node.members { add(member.value, plan.property(member.key.string ?? "")) }
  }
}

/// The members of one object that are decided together.
final class TogetherAudit {
  /// The side of the naming member, or of the first decision; nil if there is none yet.
  private(set) var side: MergeSide?
  /// True if the naming member is a conflict.
  let isOpen: Bool
  /// True if a side has no version that could name one, so that what should name it is of the unit, too.
  private let lacksVersions: Bool
  /// True if neither side has a version.
  let lacksBoth: Bool
  /// True if both sides changed the unit, and a side has no version.
  let isUndecidable: Bool
  /// The side that the user chose for the member that should name it.
  let chosen: MergeSide?

  init(
    _ rule: TogetherRule, _ versions: FourVersions, _ plan: FieldPlan,
    _ reported: ReportedDecisions?
  ) {
    guard let by = rule.by else {
      (isOpen, lacksVersions, lacksBoth, isUndecidable, chosen) = (false, false, false, false, nil)
      return
    }
    let naming = by.tokens.reduce(reported) { $0?.below(.key($1)) }
    let values = versions.all.map { root in by.tokens.reduce(root) { $0?[$1] } }
    let areVersions = values[1...2].map { $0?.versionNumber != nil }
    lacksVersions =
      plan.property(at: by).strategy == .versionMerge && areVersions.contains(false)
    lacksBoth = !areVersions.contains(true)
    let units = versions.units(rule)
    let changes = [units.map(\.ours), units.map(\.theirs)].map { side in
      !zip(side, units).allSatisfy { $0.isSame(as: $1.base) }
    }
    let members = rule.unit == nil ? versions.members : units
    isUndecidable =
      lacksVersions && rule.hasUnit && !changes.contains(false)
      && (!lacksBoth || members.contains { $0.expected == nil })
    chosen = naming?.chosenSide
    isOpen = !isUndecidable && naming?.isConflict ?? false
    guard !isOpen, !isUndecidable else { return }
    if lacksVersions {
      if changes[0] != changes[1] { side = changes[0] ? .ours : .theirs }
    } else if !values[1].isSame(as: values[2]) {
      side = values[3].isSame(as: values[1]) ? .ours : .theirs
    }
  }

  /// True if the member with this key is taken from one side whole.
  func takesWhole(_ key: JSONString, _ rule: TogetherRule) -> Bool {
    rule.takesWhole(key) || lacksVersions && rule.hasUnit && rule.isNamed(by: key)
  }

  /// Returns true if a decision may be for this side; the first decision fixes the side.
  func admits(_ side: MergeSide) -> Bool {
    if self.side == nil { self.side = side }
    return self.side == side
  }
}

extension FourVersions {
  /// The members of the objects that a side has.
  fileprivate var members: [FourVersions] {
    let keys = Set([ours, theirs].flatMap { $0?.members.compactMap(\.key.string) ?? [] })
    return keys.map { key in
      FourVersions(base: base?[key], ours: ours?[key], theirs: theirs?[key], merged: merged?[key])
    }
  }

  /// The values that a rule takes from one side whole, and the one that names it; without nulls.
  fileprivate func units(_ rule: TogetherRule) -> [FourVersions] {
    guard let unit = rule.unit else { return [self] }
    return unit.union(rule.by.map { [$0] } ?? []).map { pointer in
      let values = all.map { root in
        pointer.tokens.reduce(root) { $0?[$1] }.withoutNull
      }
      return FourVersions(
        base: values[0], ours: values[1], theirs: values[2], merged: values[3])
    }
  }
}
