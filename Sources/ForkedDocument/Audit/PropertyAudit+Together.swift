import Forked
import ForkedJSON
import ForkedSchema

/// Checks of what is decided for one side together.
extension PropertyAudit {
  /// Checks that all decisions of one object are for the side that its naming member has.
  mutating func checkTogether(_ reported: ReportedDecisions?) {
    guard let side = reported?.togetherSide else { return }
    expect(
      together?.admits(side) ?? false, "decided for another side than the rest of the object")
  }

  /// Checks a member that is taken from one side whole; false if no side is chosen, so that it is merged by itself.
  mutating func checkUnit(_ versions: FourVersions, _ reported: ReportedDecisions?) -> Bool {
    guard let together else { return false }
    let isUsers = together.isOpen || together.isUndecidable
    if let reported, reported.isChosen {
      if isUsers { checkChosenValue(versions, .whole, reported) }
      return isUsers
    }
    if isUsers {
      if versions.ours.isSame(as: versions.theirs) {
        expect(versions.merged.isSame(as: versions.ours), "an equal change is missing")
      } else if reported?.seenConflict() == nil || !versions.merged.isSame(as: versions.ours) {
        checkUndecided(versions, together, reported)
      }
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

  /// Checks a member of a unit that both sides changed, where the versions that choose the side are in conflict, or a side
  /// has none: only the user decides, for the whole unit, or the later change where neither has one.
  private mutating func checkUndecided(
    _ versions: FourVersions, _ together: TogetherAudit, _ reported: ReportedDecisions?
  ) {
    // Without a version on either side, git's lines may stand.
    if together.isUndecidable, followsLines, together.lacksBoth { return }
    let isOurs = versions.merged.isSame(as: versions.ours)
    let isOneSide = isOurs || versions.merged.isSame(as: versions.theirs)
    let side: MergeSide = isOurs ? .ours : .theirs
    let isUsers = preferred == side || together.chosen == side
    let isOnlyChange = versions.base.isSame(as: isOurs ? versions.theirs : versions.ours)
    let isDecided =
      isUsers || together.lacksBoth && (reported?.togetherSide != nil || isOnlyChange)
    let holds =
      together.isUndecidable && isDecided && isOneSide && together.admits(side)
    if together.isUndecidable, !holds { mixesUnits = true }
    expect(holds && !mixesUnits, "a version is decided against none, or a unit is of both sides")
  }

  /// Checks that what one side deleted has no version that the other changed, unless the user decided.
  mutating func checkDeletedVersions(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    guard versions.ours.withoutNull == nil || versions.theirs.withoutNull == nil,
      let side = versions.ours.withoutNull ?? versions.theirs.withoutNull
    else { return }
    let isUsers = preferred != nil || reported?.togetherSide != nil
    var (held, former) = (Set<[JSONNode?]>(), Set<[JSONNode?]>())
    side.addVersions(plan, to: &held)
    versions.base?.addVersions(plan, to: &former)
    expect(isUsers || held.isSubset(of: former), "a version is decided against none")
  }
}

extension JSONNode {
  /// Adds the versions of software in the value, each with what belongs to it.
  /// - Complexity: O(bytes), in expectation.
  fileprivate func addVersions(_ plan: FieldPlan, to versions: inout Set<[JSONNode?]>) {
    guard !plan.isSilent else { return }
    let plan = plan.fitting([self])
    if plan.comparesVersions { versions.insert([self]) }
    if let rule = plan.together, let by = rule.by, plan.property(at: by).comparesVersions {
      versions.insert(rule.unit.map { $0.union([by]).sorted().map { value(at: $0) } } ?? [self])
    }
    for (index, element) in elements.enumerated() {
      element.addVersions(plan.element(at: index), to: &versions)
    }
    for member in members { member.value.addVersions(plan.member(member.key), to: &versions) }
  }
}

/// The members of one object that are decided together.
final class TogetherAudit {
  /// The side of the naming member, or of the first decision; nil if there is none yet.
  private(set) var side: MergeSide?
  /// True if the naming member is a conflict.
  private(set) var isOpen = false
  /// True if a side has no version that could name one, so that what should name it is of the unit, too.
  private var lacksVersions = false
  /// True if neither side has a version.
  private(set) var lacksBoth = false
  /// True if both sides changed the unit, and a side has no version.
  private(set) var isUndecidable = false
  /// The side that the user chose for the member that should name it.
  private(set) var chosen: MergeSide?

  init(
    _ rule: TogetherRule, _ versions: FourVersions, _ plan: FieldPlan,
    _ reported: ReportedDecisions?, prefersVersions: Bool
  ) {
    guard let by = rule.by else { return }
    let naming = by.tokens.reduce(reported) { $0?.below(.key($1)) }
    let values = versions.value(at: by)
    let areVersions = [values.ours, values.theirs].map { $0?.versionNumber != nil }
    let strategy = plan.property(at: by).strategy ?? (prefersVersions ? .versionMerge : nil)
    lacksVersions = strategy?.comparesVersions ?? false && areVersions.contains(false)
    lacksBoth = !areVersions.contains(true)
    let unit = rule.unit?.union([by])
    let units = unit?.map { versions.value(at: $0).withoutNulls } ?? [versions]
    let changes = [units.map(\.ours), units.map(\.theirs)].map { side in
      !zip(side, units).allSatisfy { $0.isSame(as: $1.base) }
    }
    var members = unit == nil ? [] : units
    if unit == nil { versions.forEachMember { members.append($1) } }
    isUndecidable =
      lacksVersions && rule.hasUnit && !changes.contains(false)
      && (!lacksBoth || members.contains { $0.expected == nil })
    chosen = naming?.chosenSide
    isOpen = !isUndecidable && naming?.isConflict ?? false
    guard !isOpen, !isUndecidable else { return }
    if lacksVersions {
      if changes[0] != changes[1] { side = changes[0] ? .ours : .theirs }
    } else if !values.ours.isSame(as: values.theirs) {
      side = values.merged.isSame(as: values.ours) ? .ours : .theirs
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
  /// The value at a pointer to members.
  fileprivate func value(at pointer: JSONPointer) -> FourVersions {
    FourVersions(all.map { root in pointer.tokens.reduce(root) { $0?[$1] } })
  }

  fileprivate var withoutNulls: FourVersions { FourVersions(all.map(\.withoutNull)) }
}
