import ForkedJSON

extension PropertyAudit {
  /// Both changed it: one side's value stands and the other is in the report.
  mutating func checkWhole(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    checkDecision(versions, reported) { versions.merged.isSame(as: $0) }
  }

  /// The report says which side's value was kept, and it stands; and what the other side's was.
  mutating func checkDecision(
    _ versions: FourVersions, _ reported: ReportedDecisions?, stands: (JSONNode?) -> Bool
  ) {
    guard let (kept, dropped) = reported?.decided else {
      return expect(false, "one of two changes gave way and is not reported")
    }
    let (standing, other) =
      kept.side == .ours
      ? (versions.ours, versions.theirs) : (versions.theirs, versions.ours)
    expect(stands(standing), "not the value that is reported as kept")
    expect(
      kept.side != dropped.side && kept.value.isSame(as: standing)
        && dropped.value.isSame(as: other), "the report has other values than the two sides")
  }

  mutating func checkCounter(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let base = versions.base?.number, let ours = versions.ours?.number,
      let theirs = versions.theirs?.number
    else { return expect(false, "a counter that is no number") }
    if let sum = ours.adding(theirs)?.subtracting(base) {
      expect(versions.merged?.number == sum, "a counter that lost or invented a count")
    } else if let expected = versions.undisputed {
      expect(versions.merged.isSame(as: expected), "a change that only one side made is missing")
    } else {
      checkWhole(versions, reported)
    }
  }

  mutating func checkExtreme(
    _ versions: FourVersions, greater: Bool, _ reported: ReportedDecisions?
  ) {
    guard let ours = versions.ours, let theirs = versions.theirs else { return }
    let oursIsSmaller: Bool
    if let one = ours.number, let other = theirs.number {
      oursIsSmaller = one < other
    } else if let one = ours.string, let other = theirs.string {
      oursIsSmaller = one < other
    } else {
      return
    }
    expect(
      versions.merged.isSame(as: oursIsSmaller == greater ? theirs : ours),
      greater ? "not the greater of the two" : "not the smaller of the two")
    checkWhole(versions, reported)
  }

  /// The line merge of the whole text decided here: whatever scalar either side brought in is there, and no
  /// other. (Lines can't divide a scalar, and each line is of a region that one side left alone.)
  mutating func checkLineMerge(_ versions: FourVersions) {
    let (base, ours) = (Scalars(versions.base), Scalars(versions.ours))
    let (theirs, merged) = (Scalars(versions.theirs), Scalars(versions.merged))
    expect(
      merged.values.isSubset(of: ours.values.union(theirs.values)),
      "a value that neither side has")
    expect(
      ours.values.union(theirs.values).subtracting(base.values).isSubset(of: merged.values),
      "a value that one side brought in is missing")
  }
}

/// The scalars in a value, wherever they stand.
private struct Scalars {
  private(set) var values: Set<JSONNode> = []

  init(_ root: JSONNode?) {
    var waiting = [root].compactMap { $0 }
    while let node = waiting.popLast() {
      switch node.kind {
      case .object: waiting += node.members.map(\.value)
      case .array: waiting += node.elements
      default: values.insert(node)
      }
    }
  }
}
