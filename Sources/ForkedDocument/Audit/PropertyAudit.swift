import Forked
import ForkedJSON
import ForkedSchema

/// Visits base, ours, theirs and the merged document together, and checks for each property that every change of either
/// side is in the result or reported, and that what did not change is spelled as in ours.
struct PropertyAudit {
  private(set) var defects: [AuditDefect] = []
  /// True if properties that the schema takes from one side together are from both.
  var mixesUnits = false
  let merge: DocumentMerge
  /// True if the document is the line merge of the whole text: then any line may be spelled as in theirs.
  let followsLines: Bool
  /// False within what may be spelled as in theirs.
  var checksSpelling: Bool
  /// The members around the place that are decided together.
  var together: TogetherAudit?
  /// True within an object that both sides added.
  private(set) var isInAddition = false
  let bytes = JSONByteComparison()
  private var steps: [Step] = []

  /// A step to the current property; its pointer is made only for a defect.
  enum Step {
    case member(JSONNode)
    case element(Int)
  }

  init(_ merge: DocumentMerge, followsLines: Bool) {
    self.merge = merge
    self.followsLines = followsLines
    checksSpelling = !followsLines
  }

  /// The side that the user prefers: the audit does not take the user's choices from the report.
  var preferred: MergeSide? { if case .prefer(let side) = merge.policy { side } else { nil } }

  /// Checks one property and all its parts.
  mutating func check(_ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?) {
    let isOurs = !checksSpelling || bytes.haveSameBytes(versions.ours, versions.merged)
    let holds = versions.holdsByBytes(mayCount: !plan.isSilent, by: bytes)
    if isOurs || versions.merged == nil, holds { return }
    let reported = holds ? nil : reported
    let plan = plan.fitting([versions.ours, versions.theirs])
    if checkPlaces(versions, plan, reported) { return }
    let row = row(versions, plan, reported)
    let outer = (isInAddition, checksSpelling)
    defer { (isInAddition, checksSpelling) = outer }
    if !isOurs, isTakenFromTheirs(versions, row, reported) { checksSpelling = false }
    if holds, !checksSpelling { return }
    checkTogether(reported)
    if let reported, checkUserDecision(versions, row, reported) { return checkSpelling(versions) }
    if versions.ours?.kind == .array, !(reported?.holdsConflict ?? false) {
      checkIDs(versions, plan, row)
    }
    if case .members = row, versions.base.withoutNull == nil, !steps.isEmpty {
      isInAddition = true
    }
    switch row {
    case .members where reported?.decided != nil && versions.expected == nil:
      checkWhole(versions, reported)
    case .elements where reported?.isDecidedByUser ?? false && versions.expected == nil:
      checkWhole(versions, reported)
    case .members: checkMembers(versions, plan, reported)
    case .elements(let identity): checkElements(versions, identity, plan, reported)
    case .number(let rule)
    where plan.strategy?.addsUp ?? false && !merge.countsAlikeOnce:
      checkSpelling(versions)
      checkNumber(versions, rule, reported)
    case .tuple where plan.mayHoldCounter && !merge.countsAlikeOnce:
      checkNumbers(versions, plan, reported)
    case .sequence where plan.mayHoldCounter && !merge.countsAlikeOnce && versions.areChangedAlike:
      checkSpelling(versions)
      checkSequence(versions, plan, reported)
    default: checkUndivided(versions, row, plan, reported)
    }
  }

  /// Returns the predicates for a property.
  ///
  /// If ours and theirs hold different entities, the result must be one of these, whole. Only a document that is an
  /// entity itself is merged by its parts.
  private func row(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) -> AuditRow {
    let isReplaced =
      plan.entityIdentity != nil && !steps.isEmpty
      && EntityReplacement(
        base: versions.base, ours: versions.ours, theirs: versions.theirs, plan) != nil
    return isReplaced ? .whole : AuditRow(versions, plan, reported)
  }

  /// Checks a user's choice, or a conflict with our value in the result. A sequence's conflict is about single runs.
  mutating func checkUserDecision(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) -> Bool {
    if reported.isChosen {
      expectChangedByBoth(versions, row, reported)
      checkChosenValue(versions, row, reported)
      return true
    }
    if reported.isMovedByBoth, reported.decided != nil {
      checkWhole(versions, reported)
      return true
    }
    if let conflict = reported.seenConflict() {
      checkValues(of: conflict, versions)
      expectChangedByBoth(versions, row, reported)
    }
    if row.isSequence { return false }
    return reported.isConflict && versions.merged.isSame(as: versions.ours)
  }

  /// Checks a property without parts that have rows of their own.
  private mutating func checkUndivided(
    _ versions: FourVersions, _ row: AuditRow, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    checkSpelling(versions)
    if !plan.mayHoldCounter { checkScalars(versions) }
    if let expected = versions.expected {
      let isLeft = row.isSequence && reported?.holdsDispute ?? false
      return expect(
        isLeft || versions.merged.isSame(as: expected),
        "a change that only one side made is missing")
    }
    if followsLines, reported != nil, !row.isSequence { return checkLineMerge(versions) }
    switch row {
    case .side(let rule): checkSide(versions, rule, reported)
    case .number(let rule): checkNumber(versions, rule, reported)
    case .set: checkSet(versions)
    case .tuple: checkNumbers(versions, plan, reported)
    case .sequence: checkSequence(versions, plan, reported)
    case .text: checkText(versions, reported)
    default:
      checkWhole(versions, reported)
      checkDeletedVersions(versions, plan, reported)
    }
  }

  // MARK: - Reporting defects

  mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    guard !holds else { return }
    let pointer = steps.reduce(JSONPointer()) { pointer, step in
      switch step {
      case .member(let key): pointer.appending(key.string ?? "")
      case .element(let index): pointer.appending(index: index)
      }
    }
    defects.append(AuditDefect(pointer: pointer, message: message()))
  }

  /// Runs a check one step down.
  mutating func below(_ step: Step, _ check: (inout PropertyAudit) -> Void) {
    steps.append(step)
    check(&self)
    steps.removeLast()
  }
}

// MARK: - Objects

extension PropertyAudit {
  /// Checks each key by its own row, and that no other key was added.
  /// - Parameters:
  ///   - skipped: a member that the check of the container covers.
  ///   - outer: the rule by which members are decided together with others around the object.
  mutating func checkMembers(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    skipping skipped: JSONString? = nil, togetherBy outer: TogetherRule? = nil
  ) {
    guard versions.merged?.kind == .object else { return expect(false, "the object is missing") }
    if !followsLines { checkOrder(versions, reported) }
    let before = together
    defer { together = before }
    let rule = outer ?? plan.together ?? (merge.policy == .versions ? .byVersion : nil)
    if outer == nil, let rule {
      together = TogetherAudit(
        rule, versions, plan, reported, prefersVersions: merge.policy == .versions)
    }
    versions.forEachMember { key, property in
      if property.areSame(by: bytes) { return }
      if key.isKey(skipped) { return checkSpelling(property) }
      check(property, key: key, plan, reported, rule)
    }
    if checksSpelling {
      expect(versions.keepFrame, "white space or a key of ours is spelled in another way")
    }
  }

  private mutating func check(
    _ property: FourVersions, key: JSONNode, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ rule: TogetherRule?
  ) {
    let name = rule == nil ? nil : key.string ?? ""
    let isWhole = rule.map { together?.takesWhole(name ?? "", $0) ?? false } ?? false
    let areObjects = [property.ours, property.theirs, property.merged].allSatisfy {
      $0?.kind == .object
    }
    let inner = areObjects ? name.flatMap { rule?.below($0) } : nil
    let isOurs = !checksSpelling || bytes.haveSameBytes(property.ours, property.merged)
    if !isWhole, inner == nil, isOurs,
      property.holdsByBytes(mayCount: !plan.isSilent, by: bytes)
    {
      return
    }
    let below = reported?.below(.key(key.string ?? ""))
    let plan = plan.member(key)
    let outer = checksSpelling
    defer { checksSpelling = outer }
    if isWhole, let theirs = property.theirs, property.merged?.isSpelled(as: theirs) ?? false {
      checksSpelling = false
    }
    self.below(.member(key)) {
      if isWhole, $0.checkUnit(property, below) { return $0.checkSpelling(property) }
      // Its own strategy may take it whole, where nothing names a side.
      let isTakenWhole = below.map { $0.isConflict || $0.decided != nil } ?? false
      guard let inner, !isTakenWhole else { return $0.check(property, plan, below) }
      $0.checkMembers(
        property, plan.fitting([property.ours, property.theirs]), below, togetherBy: inner)
    }
  }

  /// Checks the order of an object's members: that of the side which alone changed it, else that of ours. If both changed
  /// it, that is in the report.
  private mutating func checkOrder(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard !versions.haveOneOrder else { return }
    let keys = versions.all.map { $0?.members.compactMap(\.key.string) ?? [] }
    let sets = keys.map { Set($0) }
    guard zip(keys, sets).allSatisfy({ $0.count == $1.count }) else { return }
    let isCommon = { (key: JSONString) in sets[..<3].allSatisfy { $0.contains(key) } }
    let common = keys[..<3].map { $0.filter(isCommon) }
    let leading = common[0] == common[1] && common[0] != common[2] ? 2 : 1
    expect(
      keys[3].filter(sets[leading].contains) == keys[leading].filter(sets[3].contains),
      "members that one side alone moved, or neither, are in another order")
    guard common[1] != common[2], common[0] != common[1], common[0] != common[2] else { return }
    expect(
      reported?.namesMovesOfBoth ?? false, "both sides moved members, and that is not reported")
  }
}

extension FourVersions {
  /// True if both sides and the result have the same keys in the same order, by their bytes.
  fileprivate var haveOneOrder: Bool {
    guard let ours, let theirs, let merged, ours.count == theirs.count, ours.count == merged.count
    else { return false }
    return zip(ours.members, zip(theirs.members, merged.members)).allSatisfy { our, others in
      our.key.hasSameBytes(as: others.0.key) && our.key.hasSameBytes(as: others.1.key)
    }
  }
}

extension JSONNode {
  fileprivate func isKey(_ key: JSONString?) -> Bool {
    key.map { stringEquals($0) } ?? false
  }
}
