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
    let lists = versions.all.compactMap { $0.map { JSONElementList($0) } }
    if lists.count == 4, lists.allSatisfy({ $0.count == lists[0].count }) {
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
    for pair in pairs { checkPair(pair, &tokens, plan, reported?.below(.index(pair.index))) }
    var list = tokens.list
    (list.mayDropRuns, list.isCombined) = (
      reported?.mayDropRuns ?? false, reported?.isCombined ?? false
    )
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
    _ pair: (index: Int, versions: FourVersions), _ tokens: inout SequenceTokens, _ plan: FieldPlan,
    _ reported: ReportedDecisions?
  ) {
    let isLeft = reported?.isConflict ?? false
    guard let parts = tokens.take(pair, isLeft: isLeft, isChosen: reported?.isChosen ?? false)
    else { return expect(false, "the report names an element that does not exist") }
    // Two versions that may be two elements are left to the user, even if one side alone changed them.
    if reported?.conflict?.reason == .identityUncertain, let conflict = reported?.seenConflict() {
      return checkValues(of: conflict, pair.versions)
    }
    // A side that the user prefers is kept whole where nothing tells whether there are two elements.
    let isPreferred = reported?.isDecidedByUser ?? false && reported?.decided != nil
    below(.element(pair.index)) {
      if isPreferred { return $0.checkWhole(parts, reported) }
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
    guard plan.strategy == nil, plan.entityIdentity == nil, !(reported?.isNamed ?? false),
      versions.base?.count ?? 0 > 0,
      versions.all.allSatisfy({ $0?.kind == .array && $0?.count == versions.base?.count })
    else { return false }
    let lists = versions.all.compactMap { $0.map { JSONElementList($0) } }
    let open = lists[0].placesOfOthers(in: lists, by: bytes)
    let keys = AuditRow.idKeys.lazy
    guard let key = keys.first(where: { UsualIdentity.numbering(of: [lists[0]], under: $0) != nil })
    else { return false }
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
    let table = AuditedElements(versions, identity, by: bytes)
    let position = identity.numbering == nil ? plan.position : nil
    for number in 0..<table.count where !table.holdsByBytes(number) {
      let below = reported?.below(
        .element(identity: identity.pointers, id: table.id(of: number)))
      let index = max(table.places[3][number], 0)
      self.below(.element(index)) {
        $0.checkPlaced(table.versions(of: number), plan.element(at: index), below, position)
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
    if !list.keepsOrder, position != nil, isCrossed() {
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
    let hold = TokenCount.of(values).values.allSatisfy { count in
      if count.theirs == count.base { return count.merged == count.ours }
      if count.ours == count.base { return count.merged == count.theirs }
      let least = max(count.ours - count.base, count.theirs - count.base)
      return count.merged >= least && count.merged <= count.ours + count.theirs
    }
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

extension FourVersions {
  /// A key under which an element of the result that is not ours has a value of another element, though the values under it
  /// tell all elements of each version apart.
  fileprivate func repeatedID(by bytes: JSONByteComparison) -> JSONString? {
    guard let ours, let merged, merged.kind == .array, ours.isListOfLines != true else {
      return nil
    }
    let (old, new) = (JSONElementList(ours), JSONElementList(merged))
    let areInPlace = old.count == new.count
    let changed = old.changedPlaces(in: new, by: bytes)
    guard let first = changed.first else { return nil }
    let keys = new[first].members.compactMap(\.key.string).filter { key in
      changed.contains { place in
        guard let value = new[place][key], value.canTell(under: key) else { return false }
        return !areInPlace || old[place][key] != value
      }
    }
    if keys.isEmpty { return nil }
    let lists = all.map { $0?.elements.filter { $0.kind == .object } ?? [] }
    let isLong = min(lists[1].count, lists[2].count) >= 3
    let repeated = keys.filter { key in
      (isLong || UsualIdentity.keys.contains(key)) && !lists[3].areTold(by: key, orLack: true)
    }
    if repeated.isEmpty { return nil }
    let isTold = AuditRow.idKeys.contains { key in
      let values = lists.map { Set($0.compactMap { $0[key] }) }
      return lists.allSatisfy { $0.areTold(by: key) }
        && (values[0].isEmpty || values[1...2].allSatisfy { !$0.isDisjoint(with: values[0]) })
    }
    return isTold ? nil : repeated.first { key in lists[..<3].allSatisfy { $0.areTold(by: key) } }
  }
}

extension JSONElementList {
  /// Returns the places at which not all of these lists, which have as many elements, have the same bytes.
  func placesOfOthers(in lists: [Self], by bytes: JSONByteComparison) -> [Int] {
    let (one, two, three) = (lists[1], lists[2], lists[3])
    return indices.filter { place in
      !hasSameBytes(at: place, as: one, at: place, by: bytes)
        || !hasSameBytes(at: place, as: two, at: place, by: bytes)
        || !hasSameBytes(at: place, as: three, at: place, by: bytes)
    }
  }

  /// Returns the places of another list's elements that have not the same bytes here: at the same place if both have as many
  /// elements, else all between the first and the last.
  fileprivate func changedPlaces(in other: Self, by bytes: JSONByteComparison) -> [Int] {
    if count == other.count {
      return indices.filter { !hasSameBytes(at: $0, as: other, at: $0, by: bytes) }
    }
    let least = Swift.min(count, other.count)
    let start =
      (0..<least).first { !hasSameBytes(at: $0, as: other, at: $0, by: bytes) } ?? least
    let end =
      (0..<least).first {
        !hasSameBytes(at: count - 1 - $0, as: other, at: other.count - 1 - $0, by: bytes)
      } ?? least
    return Array(start..<Swift.max(start, other.count - end))
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

/// Equal integers for the equal elements of arrays.
enum ValueTokens {
  /// - Parameter key: a member that is not compared.
  static func of(_ arrays: [JSONElementList?], apartFrom key: JSONString? = nil) -> [[Int]] {
    guard let key else {
      var numbers = JSONValueNumbers()
      return arrays.map { list in list?.map { numbers.number(of: $0) } ?? [] }
    }
    var known: [[[UInt8]]: Int] = [:]
    return arrays.map { list in
      list?.map { element in
        let (parts, next) = (element.parts(apartFrom: key), known.count)
        if let number = known[parts] { return number }
        known[parts] = next
        return next
      } ?? []
    }
  }
}

/// Four versions of an array as tokens: equal integers for equal elements, and for matched versions of one element.
private struct SequenceTokens {
  private var tokens: [[Int]]
  private let elements: [JSONElementList?]
  private var next: Int
  /// The number of conflicts so far for which ours has no element.
  private var absentCount = 0

  /// The elements that are not checked by their parts.
  var list: ListConservation { ListConservation(tokens.map { $0.filter { $0 >= 0 } }) }

  /// True if elements may be versions of other elements.
  var hasContainers: Bool { elements.contains { $0?.holdsContainers ?? false } }

  /// - Parameter key: the member that holds ids which may only count the elements, if they are numbers: then a number
  ///   is no part of an element.
  init(_ versions: FourVersions, countedBy key: JSONString?) {
    elements = versions.all.map { $0.map { JSONElementList($0) } }
    let areNumbers = elements.allSatisfy { list in
      list?.allSatisfy { element in key.map { element[$0]?.kind == .number } ?? false } ?? true
    }
    tokens = ValueTokens.of(elements, apartFrom: areNumbers ? key : nil)
    next = tokens.reduce(0) { $0 + $1.count }
  }

  /// The objects that stand in one place of all versions, between neighbours that no side moved, where both sides
  /// changed some of their members.
  var pairsInPlace: [(index: Int, versions: FourVersions)] {
    list.windows.filter { windows in windows.allSatisfy { $0.count == windows[0].count } }
      .flatMap { windows in
        windows[0].indices.compactMap { offset in
          pair(windows.map { $0.lowerBound + offset - windows[0].lowerBound })
        }
      }
  }

  private func pair(_ places: [Int]) -> (index: Int, versions: FourVersions)? {
    let token = (0..<3).map { tokens[$0][places[$0]] }
    guard Set(token).count == 3, let base = elements[0]?[places[0]],
      let ours = elements[1]?[places[1]], let theirs = elements[2]?[places[2]],
      ours.isVersion(of: base), theirs.isVersion(of: base)
    else { return nil }
    return (places[3], FourVersions(base: base, ours: ours, theirs: theirs))
  }

  /// Gives the versions of an element a token of their own, or removes them if one side deleted it, or both added it:
  /// then nothing tells which of two places is its own.
  /// - Parameters:
  ///   - isLeft: true if it is left to the user, so that the indices of the report count the version that is not in
  ///     the result.
  ///   - isChosen: true if the user decided.
  /// - Returns: the versions; nil if one of them doesn't exist.
  mutating func take(
    _ pair: (index: Int, versions: FourVersions), isLeft: Bool, isChosen: Bool
  ) -> FourVersions? {
    var parts = pair.versions
    let places = zip(elements, parts.all).map { list, part in part.flatMap { list?.place(of: $0) } }
    guard zip(places, parts.all).allSatisfy({ ($0 == nil) == ($1 == nil) }) else { return nil }
    let hasBoth = parts.ours != nil && parts.theirs != nil
    let index = pair.index - absentCount
    let kept = elements[3].flatMap { $0.indices.contains(index) ? $0[index] : nil }
    if hasBoth, kept == nil { return nil }
    let token = hasBoth && parts.base != nil ? next : -1
    for (version, place) in places.enumerated() {
      if let place { tokens[version][place] = token }
    }
    // Where it is left to the user, the audited document has our version.
    let mayBeKept = !isLeft || parts.ours != nil
    let isKept =
      hasBoth || isChosen && kept != nil
      || mayBeKept && kept.isSame(as: parts.ours ?? parts.theirs)
    if isKept { tokens[3][index] = token }
    if isLeft, !isKept { absentCount += 1 }
    next += 1
    parts.merged = isKept ? kept : nil
    return parts
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
