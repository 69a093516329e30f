import ForkedJSON
import ForkedSchema

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

  /// What either side deleted is gone, and what each inserted is there, in its order; elements that the report
  /// says were found again go by their parts.
  mutating func checkSequence(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    guard versions.merged?.kind == .array else { return expect(false, "the array is missing") }
    let pairs = reported?.pairs ?? []
    var tokens = SequenceTokens(versions)
    for pair in pairs {
      guard let merged = tokens.pair(pair) else {
        expect(false, "the report names an element that is not there")
        continue
      }
      let parts = FourVersions(
        base: pair.base, ours: pair.ours, theirs: pair.theirs, merged: merged)
      let below = reported?.below(.index(pair.index))
      self.below(.element(pair.index)) {
        $0.check(parts, plan.element(at: pair.index), below)
      }
    }
    let sequences = SequencePredicates(
      base: tokens.base, ours: tokens.ours, theirs: tokens.theirs, merged: tokens.merged,
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

/// Four versions of an array as tokens: equal integers for equal elements, and for versions of one element.
private struct SequenceTokens {
  private(set) var base: [Int]
  private(set) var ours: [Int]
  private(set) var theirs: [Int]
  private(set) var merged: [Int]
  private let mergedElements: [JSONNode]
  /// Where each element of base, ours and theirs stands, by its offset in its document.
  private let places: [[Int: Int]]
  private var next: Int

  init(_ versions: FourVersions) {
    var tokens = ValueTokens()
    base = tokens.of(versions.base)
    ours = tokens.of(versions.ours)
    theirs = tokens.of(versions.theirs)
    merged = tokens.of(versions.merged)
    mergedElements = versions.merged.map { Array($0.elements) } ?? []
    places = [versions.base, versions.ours, versions.theirs].map { array in
      let offsets = array?.elements.enumerated().map { ($1.range.lowerBound, $0) } ?? []
      return Dictionary(offsets, uniquingKeysWith: { first, _ in first })
    }
    next = base.count + ours.count + theirs.count + merged.count
  }

  /// Gives a token of their own to the versions of an element; its merged version, or nil where one of them isn't
  /// there.
  mutating func pair(_ pair: PairedElement) -> JSONNode? {
    guard let inBase = places[0][pair.base.range.lowerBound],
      let inOurs = places[1][pair.ours.range.lowerBound],
      let inTheirs = places[2][pair.theirs.range.lowerBound], merged.indices.contains(pair.index)
    else { return nil }
    base[inBase] = next
    ours[inOurs] = next
    theirs[inTheirs] = next
    merged[pair.index] = next
    next += 1
    return mergedElements[pair.index]
  }
}
