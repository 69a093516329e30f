import Forked
import ForkedJSON
import ForkedSchema

/// Visits base, ours, theirs and the merged document together, and checks for each property that every change of either
/// side is in the result or reported.
struct PropertyAudit {
  private(set) var defects: [AuditDefect] = []
  /// True if properties that the schema takes from one side together are from both.
  var mixesUnits = false
  let rows: AuditRows
  private let countsAlikeOnce: Bool
  let userDecisions: UserDecisions
  let isCrossed: () -> Bool
  /// True if the document is the line merge of the whole text.
  let followsLines: Bool
  /// The members around the place that are decided together.
  var together: TogetherAudit?
  private var place = AuditedProperty()
  /// True within an object that both sides added.
  private(set) var isInAddition = false

  /// - Parameters:
  ///   - rows: the predicates for each property.
  ///   - countsAlikeOnce: true if an increment that both versions hold counts once.
  ///   - userDecisions: the user's choices before the merge.
  ///   - isCrossed: returns true if base was merged from several merge bases.
  ///   - followsLines: true if the document is the line merge of the whole text.
  init(
    rows: AuditRows, countsAlikeOnce: Bool = false, userDecisions: UserDecisions = UserDecisions(),
    isCrossed: @escaping () -> Bool = { false }, followsLines: Bool = false
  ) {
    self.rows = rows
    self.countsAlikeOnce = countsAlikeOnce
    self.userDecisions = userDecisions
    self.isCrossed = isCrossed
    self.followsLines = followsLines
  }

  /// Checks one property and all its parts.
  mutating func check(_ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?) {
    if versions.holdsByBytes(mayCount: !plan.isSilent, by: rows.bytes) { return }
    let plan = plan.fitting([versions.ours, versions.theirs])
    let row = rows.row(versions, plan, at: place)
    checkTogether(reported)
    if let reported, isLeftToUser(versions, row, reported) { return }
    if versions.ours?.kind == .array, !(reported?.holdsConflict ?? false) {
      if plan.strategy == nil { checkIDs(versions) }
      if row.isSequence, plan.strategy?.goesByID ?? false { checkCount(versions) }
    }
    let outer = isInAddition
    defer { isInAddition = outer }
    if case .members = row, versions.base.withoutNull == nil, !place.steps.isEmpty {
      isInAddition = true
    }
    switch row {
    case .members where reported?.decided != nil && versions.expected == nil:
      checkWhole(versions, reported)
    case .elements where reported?.isDecidedByUser ?? false && versions.expected == nil:
      checkWhole(versions, reported)
    case .members: checkMembers(versions, plan, reported)
    case .elements(let identity, let position):
      checkElements(versions, ElementRule(identity: identity, position: position, plan), reported)
    case .counter where countsAlikeOnce && versions.ours.isSame(as: versions.theirs):
      checkUndivided(versions, row, plan, reported)
    case .counter: checkCounter(versions, reported)
    case .tuple where plan.mayHoldCounter && !countsAlikeOnce:
      checkNumbers(versions, plan, reported)
    default: checkUndivided(versions, row, plan, reported)
    }
  }

  /// Checks a user's choice, or a conflict with our value in the result. A sequence's conflict is about single runs.
  mutating func isLeftToUser(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) -> Bool {
    if reported.isChosen {
      checkChoice(versions, row, reported)
      return true
    }
    checkConflict(versions, row, reported)
    if case .sequence = row { return false }
    return reported.isConflict && versions.merged.isSame(as: versions.ours)
  }

  /// Checks a property without parts that have rows of their own.
  private mutating func checkUndivided(
    _ versions: FourVersions, _ row: AuditRow, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    if let expected = versions.expected {
      let isLeft = row.isSequence && reported?.holdsConflict ?? false
      expect(
        isLeft || versions.merged.isSame(as: expected),
        "a change that only one side made is missing")
    } else if followsLines, reported != nil, !row.isSequence {
      checkLineMerge(versions)
    } else {
      checkChangedByBoth(versions, row, plan, reported)
    }
  }

  private mutating func checkChangedByBoth(
    _ versions: FourVersions, _ row: AuditRow, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    switch row {
    case .extreme(let greater): checkExtreme(versions, greater: greater, reported)
    case .version: checkVersion(versions, reported)
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
    defects.append(AuditDefect(pointer: place.pointer, message: message()))
  }

  /// Runs a check one step down.
  mutating func below(_ step: AuditedProperty.Step, _ check: (inout PropertyAudit) -> Void) {
    place.steps.append(step)
    check(&self)
    place.steps.removeLast()
  }
}

/// The current property of the audit; its pointer is made only for a defect.
struct AuditedProperty {
  enum Step {
    case member(JSONNode)
    case element(Int)
  }

  var steps: [Step] = []

  var pointer: JSONPointer {
    steps.reduce(JSONPointer()) { pointer, step in
      switch step {
      case .member(let key): pointer.appending(key.string ?? "")
      case .element(let index): pointer.appending(index: index)
      }
    }
  }
}

/// The user's choices before a merge: the audit does not take them from the report.
struct UserDecisions {
  /// The choices by pointer.
  var choices: [JSONPointer: ConflictChoice] = [:]
  /// The preferred side.
  var preferred: MergeSide?
  /// True if they prefer the greater of two versions of software.
  var prefersVersions = false
}

/// The checks of conflicts and of the user's choices.
extension PropertyAudit {
  /// Checks that a conflict is one: both sides changed the value, and the report has their values.
  mutating func checkConflict(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    guard let conflict = reported.seenConflict() else { return }
    expect(
      conflict.base.isSame(as: versions.base) && conflict.ours.isSame(as: versions.ours)
        && conflict.theirs.isSame(as: versions.theirs),
      "the reported values of the conflict are not those of the three versions")
    expectChangedByBoth(versions, row, reported)
  }

  /// Checks that the result has the chosen value. A choice between the versions of a sequence is about single runs of
  /// it.
  mutating func checkChoice(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    expectChangedByBoth(versions, row, reported)
    checkChosenValue(versions, row, reported)
  }

  /// Checks that the result has the chosen value.
  mutating func checkChosenValue(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    if let side = reported.preferred {
      expect(side == userDecisions.preferred, "the kept side is not the preferred one")
      return checkWhole(versions, reported)
    }
    let keptValue: JSONNode?
    switch (reported.chosenPointer.flatMap { userDecisions.choices[$0] }, row) {
    case (.value(let node), _): keptValue = node
    case (.delete, _): keptValue = nil
    case (.some, .sequence), (.some, .tuple): return
    case (.base, _): keptValue = versions.base
    case (.ours, _): keptValue = versions.ours
    case (.theirs, _): keptValue = versions.theirs
    case (nil, _): return expect(false, "no choice was made here")
    }
    expect(keptValue.isSame(as: versions.merged), "the value is not the one that the user chose")
  }

  private mutating func expectChangedByBoth(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    if reported.isMovedByBoth { return }
    // Two equal increments whose sum has too many digits are two changes.
    if case .counter = row, versions.ours.isSame(as: versions.theirs),
      !versions.ours.isSame(as: versions.base)
    {
      return
    }
    expect(
      versions.expected == nil, "left to the user, but at most one side changed it")
  }
}

extension PropertyAudit {
  /// Checks each key by its own row, and that no other key was added.
  /// - Parameters:
  ///   - skipped: a member that the check of the container covers.
  ///   - outer: the rule by which members are decided together with others around the object.
  mutating func checkMembers(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    skipping skipped: JSONString? = nil, togetherBy outer: TogetherRule? = nil
  ) {
    guard let merged = versions.merged, merged.kind == .object else {
      return expect(false, "the object is missing")
    }
    if !followsLines { checkOrder(versions, reported) }
    let before = together
    defer { together = before }
    let rule = outer ?? plan.together ?? (userDecisions.prefersVersions ? .byVersion : nil)
    if outer == nil, let rule { together = TogetherAudit(rule, versions, plan, reported) }
    var base = JSONMemberCursor(versions.base)
    var ours = JSONMemberCursor(versions.ours)
    var theirs = JSONMemberCursor(versions.theirs)
    for member in merged.members {
      let property = FourVersions(
        base: base.value(member.key), ours: ours.value(member.key),
        theirs: theirs.value(member.key), merged: member.value)
      if !member.key.isKey(skipped) { check(property, key: member.key, plan, reported, rule) }
    }
    guard ours.hasUnasked || theirs.hasUnasked else { return }
    checkMissing(versions, plan, reported, skipped, rule)
  }

  /// Checks the keys that a side has and the merged object doesn't.
  private mutating func checkMissing(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ skipped: JSONString?, _ rule: TogetherRule?
  ) {
    var base = JSONMemberCursor(versions.base)
    for side in [versions.ours, versions.theirs] {
      var merged = JSONMemberCursor(versions.merged)
      var ours = JSONMemberCursor(versions.ours)
      var theirs = JSONMemberCursor(versions.theirs)
      for key in side?.keys ?? [] where merged.value(key) == nil && !key.isKey(skipped) {
        let property = FourVersions(
          base: base.value(key), ours: ours.value(key), theirs: theirs.value(key))
        check(property, key: key, plan, reported, rule)
      }
    }
  }

  private mutating func check(
    _ property: FourVersions, key: JSONNode, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ rule: TogetherRule?
  ) {
    let isWhole = rule.map { together?.takesWhole(key.string ?? "", $0) ?? false } ?? false
    let inner = property.areObjects ? rule?.below(key.string ?? "") : nil
    if !isWhole, inner == nil, property.holdsByBytes(mayCount: !plan.isSilent, by: rows.bytes) {
      return
    }
    let below = reported?.below(.key(key.string ?? ""))
    let plan = plan.isSilent ? plan : plan.property(key.string ?? "")
    self.below(.member(key)) {
      if isWhole, $0.checkUnit(property, below) { return }
      if let inner {
        $0.checkMembers(
          property, plan.fitting([property.ours, property.theirs]), below, togetherBy: inner)
      } else {
        $0.check(property, plan, below)
      }
    }
  }
}

extension FourVersions {
  /// True if both sides and the result are objects.
  fileprivate var areObjects: Bool {
    ours?.kind == .object && theirs?.kind == .object && merged?.kind == .object
  }
}

extension JSONNode {
  fileprivate var keys: [JSONNode] { members.map(\.key) }

  fileprivate func isKey(_ key: JSONString?) -> Bool {
    key.map { stringEquals($0) } ?? false
  }
}
