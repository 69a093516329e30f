import ForkedJSON
import ForkedSchema

extension PropertyAudit {
  /// Checks that additions of both sides are in the set, removals are not, and nothing else changed; order doesn't
  /// matter.
  mutating func checkSet(_ versions: FourVersions) {
    guard versions.merged?.kind == .array else { return expect(false, "the set is missing") }
    let tokens = ValueTokens.of(versions.all.map { $0.map { JSONElementList($0) } })
    for count in TokenCount.byToken(tokens) {
      let isKept =
        count.base > 0
        ? count.ours > 0 && count.theirs > 0 : count.ours > 0 || count.theirs > 0
      expect(isKept == (count.merged > 0), "an element of the set is missing, or back again")
      expect(
        count.merged <= max(1, count.ours, count.theirs), "an element of the set occurs twice")
    }
  }

  /// Checks numbers by index, or as a list of values.
  mutating func checkNumbers(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) {
    if let lists = versions.lists, lists.haveOneLength {
      var byIndex = self
      for index in lists[0].indices {
        byIndex.below(.element(index)) {
          $0.check(
            FourVersions(lists.map { $0[index] }), plan.element(at: index),
            reported?.below(.index(index)))
        }
      }
      if byIndex.defects.count == defects.count { return self = byIndex }
    }
    checkSequence(versions, plan, reported)
  }

  // MARK: - Sequences

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
    // Numbers are left out only where a deletion of what was numbered anew is reported.
    let key = reported?.reportsMoves ?? false ? reported?.distrustedKey : nil
    var tokens = SequenceTokens(versions, countedBy: key)
    let pairs = followsLines ? tokens.pairsInPlace : reported?.pairs ?? []
    if pairs.isEmpty, let kept = reported?.decided?.kept, versions.merged.isSame(as: kept.value) {
      return checkWhole(versions, reported)
    }
    for pair in pairs { checkPair(pair, &tokens, plan) }
    var list = tokens.list
    list.mayDropRuns = reported?.mayDropRuns ?? false
    list.isCombined = reported?.isCombined ?? false
    list.mayRepeat = plan.strategy != nil || versions.ours?.isListOfLines ?? false
    // Lines know no elements: what one side replaced, the other left as it was.
    list.mayHoldVersions = tokens.hasContainers && !followsLines
    list.holdsContainers = tokens.hasContainers
    list.reportsMoves = reported?.reportsMoves ?? false
    list.isPartial =
      list.mayHoldVersions && (!pairs.isEmpty || reported?.isConflict ?? false || list.reportsMoves)
    expect(list.holds, "an element is missing, unexplained, or out of order")
  }

  private mutating func checkPair(
    _ pair: ReportedPair, _ tokens: inout SequenceTokens, _ plan: FieldPlan
  ) {
    let reported = pair.reported
    let chosen = reported.flatMap { chosenValue(of: pair.versions, $0) }
    guard let parts = tokens.take(pair, isLeft: reported?.isConflict ?? false, chosen: chosen)
    else { return expect(false, "the report names an element that does not exist") }
    // Two versions that may be two elements are left to the user, even if one side alone changed them.
    if let conflict = reported?.conflict, conflict.reason.isAboutIdentity,
      reported?.seenConflict() != nil
    {
      return checkValues(of: conflict, pair.versions)
    }
    // A side that the user prefers is kept whole where nothing tells whether there are two elements; else of a list, only
    // the runs in conflict are.
    let kept = reported?.isDecidedByUser ?? false ? reported?.decided?.kept : nil
    let isKeptWhole =
      kept.map { parts.merged?.kind != .array || parts.merged.isSame(as: $0.value) } ?? false
    below(.element(pair.index)) {
      if isKeptWhole { return $0.checkWhole(parts, reported) }
      let outer = $0.checksSpelling
      $0.checksSpelling = false
      $0.check(parts, plan.element(at: pair.index), reported)
      $0.checksSpelling = outer
    }
  }

  // MARK: - Elements by id

  /// Checks a list whose elements have the same ids at the same places in all versions, so that only elements that differ
  /// are read; false if it is none, or may be.
  mutating func checkPlaces(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?
  ) -> Bool {
    guard versions.base?.kind == .array, plan.strategy == nil, plan.entityIdentity == nil,
      !(reported?.isNamed ?? false), versions.all.allSatisfy({ $0?.count == versions.base?.count }),
      let lists = versions.lists,
      let key = AuditRow.idKeys.first(where: {
        UsualIdentity.numbering(of: [lists[0]], under: $0) != nil
      })
    else { return false }
    let open = lists.differingPlaces(by: bytes)
    for place in open {
      guard let id = lists[0][place][key],
        lists.allSatisfy({ $0[place][key]?.hasSameBytes(as: id) ?? false })
      else { return false }
    }
    for place in open {
      let four = FourVersions(lists.map { $0[place] })
      let below = reported?.below(
        .element(identity: [JSONPointer([key])], id: [four.base?[key]].compactMap { $0 }))
      self.below(.element(place)) { $0.check(four, plan.element(at: place), below) }
    }
    return true
  }

  /// Checks elements by id: each by its own row, and no id twice.
  ///
  /// Elements without an id are checked as values. Elements that neither side moved must be in order.
  mutating func checkElements(
    _ versions: FourVersions, _ identity: ElementIdentity, _ plan: FieldPlan,
    _ reported: ReportedDecisions?
  ) {
    guard let merged = versions.merged, merged.kind == .array else {
      return expect(false, "the array is missing")
    }
    let table = AuditedElements(versions, identity)
    let position = identity.numbering == nil ? plan.position : nil
    for number in 0..<table.count {
      let element = table.versions(of: number)
      if bytes.haveSameBytes(element.ours, element.merged),
        bytes.haveSameBytes(element.base, element.theirs)
      {
        continue
      }
      let below = reported?.below(
        .element(identity: identity.pointers, id: table.id(of: number)))
      let index = max(table.places[3][number], 0)
      self.below(.element(index)) {
        $0.checkPlaced(element, plan.element(at: index), below, position)
      }
    }
    expect(!table.hasRepeated, "an id occurs twice")
    if let position {
      checkPositions(table, identity.pointers, position, reported)
    }
    let withoutIdentity = table.withoutIdentity
    if withoutIdentity.contains(where: { !$0.isEmpty }) {
      return checkValues(withoutIdentity, apartFrom: position)
    }
    let tokens = table.tokens
    var list = ListConservation(tokens)
    if !list.keepsOrder, position != nil, merge.isCrossed {
      // The order of a base that was merged from several is one of many: what the sides have in common counts.
      list = ListConservation([tokens[1], tokens[2], tokens[2], tokens[3]])
    }
    expect(list.keepsOrder, "elements that no side moved are in another order")
  }

  /// Checks the number of occurrences of elements that have no id or share one.
  ///
  /// Other elements may have moved past them, so their order is not checked.
  private mutating func checkValues(_ lists: [[JSONNode]], apartFrom position: JSONString?) {
    let values = lists.map { list in
      list.map { element in
        position.map { element.parts(apartFrom: $0) } ?? [element.canonicalBytes]
      }
    }
    let hold = TokenCount.of(values).values.hold
    expect(hold, "an element without an id is missing or unexplained")
  }

  // MARK: - Conservation of ids

  /// Checks that what tells the objects of a list apart in each version does so in the result, that a list that both
  /// sides added in one object is not made of both, and that elements with new ids don't stand twice.
  /// - Complexity: O(elements x members), in expectation.
  mutating func checkIDs(_ versions: FourVersions, _ plan: FieldPlan, _ row: AuditRow) {
    let counts = versions.all.map { $0?.count ?? 0 }
    if plan.strategy == nil {
      if !row.hasIDs, let key = versions.repeatedID(by: bytes) {
        expect(false, "two elements have one \(key), and no version has it twice")
      }
      let isAdded = isInAddition && versions.base.withoutNull == nil
      expect(
        !isAdded || counts[3] <= max(counts[1], counts[2]), "two lists that both added are made one"
      )
    } else if row.isSequence, plan.strategy?.goesByID ?? false {
      expect(
        counts[3] <= max(counts[1], counts[2], counts[1] + counts[2] - counts[0]),
        "elements with new ids stand twice")
    }
  }
}

extension MergeConflict.Reason {
  /// True if the versions may be different things.
  fileprivate var isAboutIdentity: Bool {
    [.identityUncertain, .placeUncertain, .movedByBoth, .moveBlocked].contains(self)
  }
}

extension FourVersions {
  /// A key under which each version has no value twice, but the result has, unless an id tells the elements apart.
  /// Only keys whose values are not ours in the elements that differ are looked at.
  fileprivate func repeatedID(by bytes: JSONByteComparison) -> JSONString? {
    guard let ours, let merged, merged.kind == .array, ours.isListOfLines != true else {
      return nil
    }
    let (old, new) = (JSONElementList(ours), JSONElementList(merged))
    let (places, others) = old.ranges(differingFrom: new, by: bytes)
    let changed = new[others].first?.members.compactMap(\.key.string).filter { key in
      old[places].map { $0[key] } != new[others].map { $0[key] }
    }
    guard let changed, !changed.isEmpty else { return nil }
    let lists = all.map { $0?.elements.filter { $0.kind == .object } ?? [] }
    let isLong = min(lists[1].count, lists[2].count) >= 3
    let keys = isLong ? changed : changed.filter(UsualIdentity.keys.contains)
    let repeated = keys.first { key in
      !lists[3].areTold(by: key, orLack: true) && lists[..<3].allSatisfy { $0.areTold(by: key) }
    }
    guard let repeated else { return nil }
    let isTold = AuditRow.idKeys.contains { key in
      let values = lists.map { Set($0.compactMap { $0[key] }) }
      return lists.allSatisfy { $0.areTold(by: key) }
        && (values[0].isEmpty || values[1...2].allSatisfy { !$0.isDisjoint(with: values[0]) })
    }
    return isTold ? nil : repeated
  }
}

extension [JSONNode] {
  /// True if each has a string under the key, or under a usual id a number, and no two have the same.
  /// - Parameter mayLack: true if some may have no value.
  fileprivate func areTold(by key: JSONString, orLack mayLack: Bool = false) -> Bool {
    var values: Set<JSONNode> = []
    return allSatisfy { element in
      guard let value = element[key], mayLack || value.canTell(under: key) else { return mayLack }
      return values.insert(value).inserted
    }
  }
}
