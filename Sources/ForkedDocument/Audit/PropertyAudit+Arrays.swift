import ForkedJSON
import ForkedSchema

extension PropertyAudit {
  /// Checks that additions of both sides are in the set, removals are not, and nothing else changed; order doesn't
  /// matter.
  mutating func checkSet(_ versions: FourVersions) {
    guard let counts = counts(versions) else { return expect(false, "the set is missing") }
    for count in counts.all {
      let isKept =
        count.base > 0
        ? count.ours > 0 && count.theirs > 0 : count.ours > 0 || count.theirs > 0
      expect(!isKept || count.merged > 0, "an element of the set is missing")
      expect(isKept || count.merged == 0, "an element that a side deleted is in the set")
      expect(
        count.merged <= max(1, count.ours, count.theirs), "an element of the set occurs twice"
      )
    }
  }

  /// Checks numbers by index, or as a list of values.
  mutating func checkNumbers(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    var byIndex = self
    byIndex.checkTuple(versions, plan, reported)
    if byIndex.defects.count == defects.count { return self = byIndex }
    checkSequence(versions, plan, reported)
  }

  private mutating func checkTuple(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    guard let merged = versions.merged, merged.kind == .array,
      let base = versions.base.map({ Array($0.elements) }),
      let ours = versions.ours.map({ Array($0.elements) }),
      let theirs = versions.theirs.map({ Array($0.elements) }), merged.count == ours.count,
      base.count == ours.count, theirs.count == ours.count
    else { return expect(false, "the array has another length") }
    for (index, element) in merged.elements.enumerated() {
      let property = FourVersions(
        base: base[index], ours: ours[index], theirs: theirs[index], merged: element)
      below(.element(index)) {
        $0.check(property, plan.element(at: index), reported?.below(.index(index)))
      }
    }
  }

  /// Checks that no element that either side deleted is left, and that all inserted elements are there in their order.
  ///
  /// Elements that the report names as matched are checked by their parts.
  mutating func checkSequence(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    guard versions.merged?.kind == .array else { return expect(false, "the array is missing") }
    if versions.base.withoutNull == nil, reported?.decided != nil {
      return checkWhole(versions, reported)
    }
    var tokens = SequenceTokens(versions)
    let pairs = followsLines ? tokens.pairsInPlace : reported?.pairs ?? []
    if pairs.isEmpty, let kept = reported?.decided?.kept, versions.merged.isSame(as: kept.value) {
      return checkWhole(versions, reported)
    }
    if followsLines {
      let lines = LineMergePredicates(versions, rows.identities.parts)
      expect(lines?.hold ?? true, "a line merge may have joined changes of different elements")
    }
    for pair in pairs.sorted(by: { $0.index < $1.index }) {
      let below = reported?.below(.index(pair.index))
      let isLeft = below?.isConflict ?? false
      let isUncertain = below?.conflict?.reason == .identityUncertain
      guard let parts = tokens.take(pair, isLeft: isLeft, isChosen: below?.isChosen ?? false) else {
        expect(false, "the report names an element that does not exist")
        continue
      }
      // Two versions that may be two elements are left to the user, even if one side alone changed them.
      if isUncertain, let conflict = below?.seenConflict() {
        expect(
          conflict.base.isSame(as: pair.base) && conflict.ours.isSame(as: pair.ours)
            && conflict.theirs.isSame(as: pair.theirs),
          "the reported values of the conflict are not those of the three versions")
        continue
      }
      // A side that the user prefers is kept whole where nothing tells whether there are two elements.
      let isPreferred = below?.isDecidedByUser ?? false && below?.decided != nil
      self.below(.element(pair.index)) {
        if isPreferred { return $0.checkWhole(parts, below) }
        $0.check(parts, plan.element(at: pair.index), below)
      }
    }
    let isAmongRecords =
      tokens.hasContainers && !followsLines
      && (!pairs.isEmpty || reported?.isConflict ?? false || reported?.reportsMoves ?? false)
    let list = ListConservation(
      base: tokens.base, ours: tokens.ours, theirs: tokens.theirs, merged: tokens.merged,
      mayDropRuns: reported?.mayDropRuns ?? false, isCombined: reported?.isCombined ?? false,
      mayRepeat: plan.strategy != nil || versions.ours?.isListOfLines ?? false,
      isThinned: isAmongRecords,
      mayHoldVersions: tokens.hasContainers, reportsMoves: reported?.reportsMoves ?? false)
    expect(list.holds, "an element is missing, unexplained, or out of order")
  }

  private func counts(_ versions: FourVersions) -> TokenCounts? {
    guard versions.merged?.kind == .array else { return nil }
    var tokens = ValueTokens()
    return TokenCounts(
      base: tokens.of(versions.base), ours: tokens.of(versions.ours),
      theirs: tokens.of(versions.theirs), merged: tokens.of(versions.merged))
  }
}

/// Four versions of an array as tokens: equal integers for equal elements, and for matched versions of one element.
private struct SequenceTokens {
  private var tokens: [[Int]]
  private let elements: [JSONElementList?]
  private var next: Int
  /// The number of conflicts so far for which ours has no element.
  private var absentCount = 0

  var base: [Int] { tokens[0].filter { $0 >= 0 } }
  var ours: [Int] { tokens[1].filter { $0 >= 0 } }
  var theirs: [Int] { tokens[2].filter { $0 >= 0 } }
  var merged: [Int] { tokens[3].filter { $0 >= 0 } }

  /// True if elements may be versions of other elements.
  var hasContainers: Bool { elements.contains { $0?.holdsContainers ?? false } }

  init(_ versions: FourVersions) {
    var values = ValueTokens()
    elements = [versions.base, versions.ours, versions.theirs, versions.merged].map {
      $0.map { JSONElementList($0) }
    }
    tokens = elements.map { elements in elements.map { values.of($0) } ?? [] }
    next = tokens.reduce(0) { $0 + $1.count }
  }

  /// The objects that stand in one place of all versions, between neighbours that no side moved, where both sides
  /// changed some of their members.
  var pairsInPlace: [PairedElement] {
    let list = ListConservation(
      base: tokens[0], ours: tokens[1], theirs: tokens[2], merged: tokens[3])
    return list.windows.flatMap { windows in
      let isInPlace = windows.allSatisfy { $0.count == windows[0].count }
      return (0..<(isInPlace ? windows[0].count : 0)).compactMap { offset in
        pair(windows.map { $0.lowerBound + offset })
      }
    }
  }

  private func pair(_ places: [Int]) -> PairedElement? {
    let token = (0..<3).map { tokens[$0][places[$0]] }
    guard token[0] != token[1], token[0] != token[2], token[1] != token[2],
      let base = elements[0]?[places[0]], let ours = elements[1]?[places[1]],
      let theirs = elements[2]?[places[2]], ours.isVersion(of: base), theirs.isVersion(of: base)
    else { return nil }
    return PairedElement(index: places[3], base: base, ours: ours, theirs: theirs)
  }

  /// Gives the versions of an element a token of their own, or removes them if one side deleted it, or both added it:
  /// then nothing tells which of two places is its own.
  /// - Parameters:
  ///   - isLeft: true if it is left to the user, so that the indices of the report count the version that is not in
  ///     the result.
  ///   - isChosen: true if the user decided.
  /// - Returns: the versions; nil if one of them doesn't exist.
  mutating func take(_ pair: PairedElement, isLeft: Bool, isChosen: Bool) -> FourVersions? {
    let base = place(of: pair.base, in: 0)
    let ours = place(of: pair.ours, in: 1)
    let theirs = place(of: pair.theirs, in: 2)
    guard (base == nil) == (pair.base == nil), (ours == nil) == (pair.ours == nil),
      (theirs == nil) == (pair.theirs == nil)
    else { return nil }
    let hasBoth = pair.ours != nil && pair.theirs != nil
    let index = pair.index - absentCount
    let keptValue = elements[3].flatMap { $0.indices.contains(index) ? $0[index] : nil }
    if hasBoth, keptValue == nil { return nil }
    let token = hasBoth && base != nil ? next : -1
    if let base { tokens[0][base] = token }
    if let ours { tokens[1][ours] = token }
    if let theirs { tokens[2][theirs] = token }
    let changed = pair.ours ?? pair.theirs
    // Where it is left to the user, the audited document has our version.
    let mayBeKept = !isLeft || pair.ours != nil
    let isKept =
      hasBoth || isChosen && keptValue != nil || mayBeKept && keptValue.isSame(as: changed)
    if isKept { tokens[3][index] = token }
    if isLeft, !isKept { absentCount += 1 }
    next += 1
    return FourVersions(
      base: pair.base, ours: pair.ours, theirs: pair.theirs, merged: isKept ? keptValue : nil)
  }

  private func place(of element: JSONNode?, in version: Int) -> Int? {
    element.flatMap { elements[version]?.place(of: $0) }
  }
}

extension JSONNode {
  /// True if both are objects with the same values of half of their members.
  fileprivate func isVersion(of other: JSONNode) -> Bool {
    guard kind == .object, other.kind == .object else { return false }
    var others = JSONMemberCursor(other)
    let shared = members.count { others.value($0.key) == $0.value }
    return 2 * shared >= max(count, other.count)
  }
}
