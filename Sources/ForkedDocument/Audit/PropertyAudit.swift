import ForkedJSON
import ForkedSchema

/// Goes down base, ours, theirs and the merged document in step, and asks at each property whether what either
/// side changed is there or reported.
struct PropertyAudit {
  private(set) var defects: [AuditDefect] = []
  let rows: AuditRows
  private let countsAlikeOnce: Bool
  let person: PersonsWord
  let isCrossed: () -> Bool
  private var place = AuditPlace()

  /// - Parameters:
  ///   - rows: which predicates hold where.
  ///   - countsAlikeOnce: whether an increment that both versions hold is one.
  ///   - person: what persons said before.
  ///   - isCrossed: whether base was merged from several ancestors.
  init(
    rows: AuditRows, countsAlikeOnce: Bool = false, person: PersonsWord = PersonsWord(),
    isCrossed: @escaping () -> Bool = { false }
  ) {
    self.rows = rows
    self.countsAlikeOnce = countsAlikeOnce
    self.person = person
    self.isCrossed = isCrossed
  }

  /// Checks one property and all its parts.
  mutating func check(_ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?) {
    if versions.isSettledByBytes(mayCount: !plan.isSilent, by: rows.bytes) { return }
    let plan = plan.fitting([versions.ours, versions.theirs])
    let row = rows.row(versions, plan, at: place)
    if let reported, isLeftToPerson(versions, row, reported) { return }
    switch row {
    case .members where reported?.decided != nil && versions.undisputed == nil:
      checkWhole(versions, reported)
    case .members: checkMembers(versions, plan, reported)
    case .elements(let identity, let position):
      checkElements(versions, ElementRule(identity: identity, position: position, plan), reported)
    case .counter where countsAlikeOnce && versions.ours.isSame(as: versions.theirs):
      checkUndivided(versions, row, plan, reported)
    case .counter: checkCounter(versions, reported)
    default: checkUndivided(versions, row, plan, reported)
    }
  }

  /// A person's choice, or a conflict with our value standing. A sequence's conflict is about single runs.
  mutating func isLeftToPerson(
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

  /// A property that has no parts with a row of their own.
  private mutating func checkUndivided(
    _ versions: FourVersions, _ row: AuditRow, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    if let expected = versions.undisputed {
      expect(versions.merged.isSame(as: expected), "a change that only one side made is missing")
    } else if let reported, reported.isLineMerge, !row.isSequence {
      checkLineMerge(versions)
    } else {
      checkDisputed(versions, row, plan, reported)
    }
  }

  private mutating func checkDisputed(
    _ versions: FourVersions, _ row: AuditRow, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    switch row {
    case .extreme(let greater): checkExtreme(versions, greater: greater, reported)
    case .set: checkSet(versions)
    case .tuple: checkTuple(versions, reported)
    case .sequence: checkSequence(versions, plan, reported)
    case .text: checkText(versions, reported)
    default: checkWhole(versions, reported)
    }
  }

  // MARK: - Saying what is wrong

  mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    guard !holds else { return }
    defects.append(AuditDefect(pointer: place.pointer, message: message()))
  }

  /// Runs a check one step down.
  mutating func below(_ step: AuditPlace.Step, _ check: (inout PropertyAudit) -> Void) {
    place.steps.append(step)
    check(&self)
    place.steps.removeLast()
  }
}

/// Where the audit stands; made a pointer only where something is wrong.
struct AuditPlace {
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
