import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The checks of decisions, conflicts and the user's choices.
extension PropertyAudit {
  /// Checks a value that both sides changed: the result is one side's value, and the other's is in the report.
  mutating func checkWhole(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    checkDecision(versions, reported) { versions.merged.isSame(as: $0) }
  }

  /// Checks that the report names the kept value and the dropped one, and that the result has the kept one.
  mutating func checkDecision(
    _ versions: FourVersions, _ reported: ReportedDecisions?, isKept: (JSONNode?) -> Bool
  ) {
    guard let (kept, dropped) = reported?.decided else {
      return expect(false, "one of two changes was dropped and is not reported")
    }
    let (keptValue, other) =
      kept.side == .ours
      ? (versions.ours, versions.theirs) : (versions.theirs, versions.ours)
    expect(isKept(keptValue), "the value is not the one that is reported as kept")
    expect(
      kept.side != dropped.side && kept.value.isSame(as: keptValue)
        && dropped.value.isSame(as: other), "the reported values are not those of the two sides")
  }

  /// Checks that a conflict has the values of the versions.
  mutating func checkValues(of conflict: MergeConflict, _ versions: FourVersions) {
    expect(
      conflict.base.isSame(as: versions.base) && conflict.ours.isSame(as: versions.ours)
        && conflict.theirs.isSame(as: versions.theirs),
      "the reported values of the conflict are not those of the three versions")
  }

  /// Checks that what is left to the user was changed by both sides.
  mutating func expectChangedByBoth(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    // Two equal increments whose sum has too many digits are two changes.
    if case .number = row, versions.ours.isSame(as: versions.theirs),
      !versions.ours.isSame(as: versions.base)
    {
      return
    }
    expect(
      reported.isMovedByBoth || reported.isRefused || versions.expected == nil,
      "left to the user, but at most one side changed it")
  }

  /// Checks that the result has the chosen value. A choice between the versions of a sequence is about single runs of
  /// it.
  mutating func checkChosenValue(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions
  ) {
    if let side = reported.preferred {
      expect(side == preferred, "the kept side is not the preferred one")
      return checkWhole(versions, reported)
    }
    guard let chosen = chosenValue(of: versions, reported) else {
      return expect(false, "no choice was made here")
    }
    let isOfRuns =
      switch (reported.chosenPointer.flatMap { merge.choices[$0] }, row) {
      case (.base, .sequence), (.ours, .sequence), (.theirs, .sequence): true
      case (.base, .tuple), (.ours, .tuple), (.theirs, .tuple): true
      default: false
      }
    expect(
      isOfRuns || chosen.isSame(as: versions.merged),
      "the value is not the one that the user chose")
  }

  /// Returns what the user chose of these versions: `.some(nil)` for nothing, nil if they decided nothing here.
  func chosenValue(of versions: FourVersions, _ reported: ReportedDecisions) -> JSONNode?? {
    if reported.isDecidedByUser, let kept = reported.decided?.kept { return .some(kept.value) }
    switch reported.chosenPointer.flatMap({ merge.choices[$0] }) {
    case .value(let node): return .some(node)
    case .delete: return .some(nil)
    case .base: return .some(versions.base)
    case .ours: return .some(versions.ours)
    case .theirs: return .some(versions.theirs)
    case nil: return nil
    }
  }

  /// Checks a value that the line merge of the whole text made: all scalars that either side added are there, and no
  /// others.
  ///
  /// Lines can't divide a scalar, and each line belongs to a region that one side left unchanged.
  mutating func checkLineMerge(_ versions: FourVersions) {
    let scalars = versions.all.map { Set($0?.scalars ?? []) }
    let sides = scalars[1].union(scalars[2])
    expect(scalars[3].isSubset(of: sides), "the result has a value that neither side has")
    expect(
      sides.subtracting(scalars[0]).isSubset(of: scalars[3]),
      "a value that one side added is missing")
  }
}

/// The checks of strategies that compute or choose a value.
extension PropertyAudit {
  mutating func checkNumber(
    _ versions: FourVersions, _ rule: Merging.Rule<ExactDecimal?>, _ reported: ReportedDecisions?
  ) {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    if let number = rule(versions.base, ours, theirs) {
      expect(versions.merged?.number == number, "not the number that the strategy computes")
    } else if let expected = versions.expected {
      expect(versions.merged.isSame(as: expected), "a change that only one side made is missing")
    } else {
      checkWhole(versions, reported)
    }
  }

  /// Checks that the side is kept that the values choose; the preferred one, or that of the rest of the object, if they
  /// choose none.
  mutating func checkSide(
    _ versions: FourVersions, _ rule: Merging.Rule<SideChoice>, _ reported: ReportedDecisions?
  ) {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    let kept = reported?.decided?.kept.side
    switch rule(versions.base, ours, theirs) {
    case .side(let side): expect(kept == side, "not the side that the strategy chooses")
    case .lowered(let side) where merge.policy == .versions:
      expect(kept == side, "not the greater of the two versions")
    case .lowered, .incomparable:
      expect(
        kept == reported?.togetherSide ?? preferred,
        "not the side that the user prefers, nor that of the rest of the object")
    }
    checkWhole(versions, reported)
  }

  /// Checks that a text has the changes of both sides.
  mutating func checkText(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    if reported?.decided != nil { return checkWhole(versions, reported) }
    let texts = versions.all.compactMap { $0?.string }
    guard texts.count == 4 else { return expect(false, "the text is missing") }
    let words = TextWords(texts)
    expect(
      reported?.isCombined ?? false ? words.holdCombined : words.hold,
      "words are missing or unexplained")
  }
}
