import ForkedJSON

extension PropertyAudit {
  /// Additions of both are there, removals of both are gone, nothing else; order doesn't matter.
  mutating func checkSet(_ versions: FourVersions) {
    guard let counts = counts(versions) else { return expect(false, "the set is missing") }
    for count in counts.all {
      let stands =
        count.base > 0
        ? count.ours > 0 && count.theirs > 0 : count.ours > 0 || count.theirs > 0
      expect(!stands || count.merged > 0, "an element of the set is missing")
      expect(stands || count.merged == 0, "an element of the set that should be gone")
      expect(
        count.merged <= max(1, count.ours, count.theirs), "an element of the set stands there twice"
      )
    }
  }

  /// Numbers by place, each whole.
  mutating func checkTuple(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard let merged = versions.merged, merged.kind == .array,
      let base = versions.base.map({ Array($0.elements) }),
      let ours = versions.ours.map({ Array($0.elements) }),
      let theirs = versions.theirs.map({ Array($0.elements) }), merged.count == ours.count,
      base.count == ours.count, theirs.count == ours.count
    else { return expect(false, "a tuple of another length") }
    for (index, element) in merged.elements.enumerated() {
      let property = FourVersions(
        base: base[index], ours: ours[index], theirs: theirs[index], merged: element)
      below(.element(index)) { $0.check(property, .none, reported?.below(.index(index))) }
    }
  }

  /// What either side deleted is gone, and what each inserted is there, in its order.
  mutating func checkSequence(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard versions.merged?.kind == .array else { return expect(false, "the array is missing") }
    var tokens = ValueTokens()
    let sequences = SequencePredicates(
      base: tokens.of(versions.base), ours: tokens.of(versions.ours),
      theirs: tokens.of(versions.theirs), merged: tokens.of(versions.merged),
      runsMayGiveWay: reported?.letsRunsGiveWay ?? false,
      isCombinationReported: reported?.isCombined ?? false)
    expect(sequences.hold, "an element is missing, or comes from nowhere, or stands elsewhere")
  }

  private func counts(_ versions: FourVersions) -> TokenCounts? {
    guard versions.merged?.kind == .array else { return nil }
    var tokens = ValueTokens()
    return TokenCounts(
      base: tokens.of(versions.base), ours: tokens.of(versions.ours),
      theirs: tokens.of(versions.theirs), merged: tokens.of(versions.merged))
  }
}
