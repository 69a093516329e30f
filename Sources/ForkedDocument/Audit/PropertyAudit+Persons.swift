import Forked
import ForkedJSON

/// What persons said before a merge: the audit takes no other word for theirs.
struct PersonsWord {
  /// What they decided, by pointer.
  var choices: [JSONPointer: ConflictChoice] = [:]
  /// The side that they prefer.
  var preferred: MergeSide?
}

/// What is said to be a person's to decide, or decided.
extension PropertyAudit {
  /// A conflict is one: both sides changed the value, to what the report says.
  mutating func checkConflict(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    guard let conflict = reported.seenConflict() else { return }
    expect(
      conflict.base.isSame(as: versions.base) && conflict.ours.isSame(as: versions.ours)
        && conflict.theirs.isSame(as: versions.theirs),
      "the conflict is reported with other values than the three versions have")
    checkIsDisputed(versions, row)
  }

  /// What was chosen stands. A choice between the versions of a sequence is about single runs of it.
  mutating func checkChoice(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    checkIsDisputed(versions, row)
    if let side = reported.preferred {
      expect(side == person.preferred, "nobody prefers the side that stands here")
      return checkWhole(versions, reported)
    }
    let standing: JSONNode?
    switch (reported.chosenPointer.flatMap { person.choices[$0] }, row) {
    case (.value(let node), _): standing = node
    case (.delete, _): standing = nil
    case (.some, .sequence): return
    case (.base, _): standing = versions.base
    case (.ours, _): standing = versions.ours
    case (.theirs, _): standing = versions.theirs
    case (nil, _): return expect(false, "nobody chose anything here")
    }
    expect(standing.isSame(as: versions.merged), "not the value that was chosen by hand")
  }

  private mutating func checkIsDisputed(_ versions: FourVersions, _ row: AuditRow) {
    // Two equal counts that are too large to add are two changes.
    if case .counter = row, versions.ours.isSame(as: versions.theirs),
      !versions.ours.isSame(as: versions.base)
    {
      return
    }
    expect(
      versions.undisputed == nil, "left to a person, and at most one side changed it")
  }
}
