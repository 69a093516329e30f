import ForkedJSON
import ForkedSchema

/// Conservation: what a merge may neither lose nor double nor give to another record, whatever it took for what.
///
/// It knows nothing of elements, ids and moves. A text that each version holds once at most under a key stands in the
/// result exactly as often as the changes of both sides say, wherever it stands. And an object that such a text finds at
/// another place than its key says has, under each key that one side alone changed there, what that side wrote. What the
/// report names, and what a strategy computes or chooses, is not judged. Nothing is if no property below the root was
/// changed by both sides: then no change can have reached another record.
struct ConservationAudit {
  /// The place of a value: its key, nil in a list, and the object around it with its plan.
  private struct Place {
    var key: JSONNode?
    var plan = FieldPlan.none
    /// The object around it, in the versions that have one there.
    var objects = FourVersions()
    /// The object around it in one version, below a property that differs.
    var holder: JSONNode?
  }

  /// One of the smallest properties that differ.
  private struct Difference {
    var versions: FourVersions
    var plan: FieldPlan
    var place: Place
  }

  /// A text under one key, or in a list: how often each version holds it, and the object in which the last one stands.
  fileprivate struct Row {
    let value: JSONNode
    /// The number of the text.
    let number: Int
    let key: JSONNode?
    var counts = SIMD4<Int>()
    var holders = FourVersions()
    /// The objects at the place of base's object, with their plan.
    var objects = FourVersions()
    var plan = FieldPlan.none
  }

  /// The least length of a text, with its quotes, that does not stand at two places by chance.
  private static let leastLength = 6

  private let roots: FourVersions
  private let plan: FieldPlan
  private let bytes = JSONByteComparison()
  private var isChangedByBoth = false
  private var differences: [Difference] = []
  private var rows: [Row] = []
  private var rowNumbers = PairNumbers()
  private var numbers = JSONValueNumbers()
  private let report: ([MergeDecision], [MergeConflict])
  private let followsLines: Bool
  /// The values that the report names, with their parts.
  private lazy var named = namedValues()

  init(
    _ versions: FourVersions, _ plan: FieldPlan, _ decisions: [MergeDecision],
    _ conflicts: [MergeConflict], followsLines: Bool
  ) {
    roots = versions
    self.plan = plan
    self.followsLines = followsLines
    report = (decisions, conflicts)
  }

  /// Returns what is lost, doubled, or changed in another record.
  /// - Complexity: O(bytes of what differs between the versions), and of all if a text is missing, in expectation.
  mutating func defects() -> [AuditDefect] {
    guard areTextsChanged else { return [] }
    collect(roots, plan, Place())
    guard isChangedByBoth else { return [] }
    for difference in differences { count(difference) }
    var defects: [AuditDefect] = []
    let lists = [rows, rowsMovedByBoth]
    func texts(where isMeant: (Row) -> Bool) -> [Row] {
      lists.flatMap {
        $0.filter { $0.value.range.count >= Self.leastLength && isMeant($0) }
      }
    }
    let open = texts { !$0.isConserved }.filter { !named.contains($0.value) }
    let repeated = repeatedTexts(among: open)
    for row in open where !repeated[row.number] {
      defects.append(defect("\(text(row.value)) is \(row.counts[3] > 0 ? "doubled" : "lost")"))
    }
    // Elsewhere, both sides may give one name to two elements that their ids tell apart. Lines know no elements.
    let added = followsLines ? texts { $0.counts == SIMD4(0, 1, 1, 2) } : []
    let keys = keysOfUniqueTexts(among: Set(added.compactMap(\.key)))
    for row in added where row.key.map(keys.contains) ?? false {
      defects.append(defect("\(text(row.value)) is doubled"))
    }
    for (record, plan) in records() { check(record, plan, &defects) }
    return defects
  }

  // MARK: - Counts

  /// True if a side changed a text, or the shape of base: else nothing can stand at another place.
  private var areTextsChanged: Bool {
    [roots.ours, roots.theirs].contains { side in
      guard let base = roots.base, let side else { return true }
      return side.differsInText(from: base, by: bytes)
    }
  }

  /// Collects the smallest properties that differ. What all four have changes no count.
  private mutating func collect(_ four: FourVersions, _ plan: FieldPlan, _ place: Place) {
    let isOurs = bytes.haveSameBytes(four.base, four.ours)
    let isTheirs = bytes.haveSameBytes(four.base, four.theirs)
    if isOurs, isTheirs, bytes.haveSameBytes(four.base, four.merged) { return }
    let plan = plan.fitting(four.all)
    guard plan.conservesValues else { return }
    let areObjects = four.all.allSatisfy { $0?.kind == .object }
    if !isOurs, !isTheirs, place.key != nil || !areObjects { isChangedByBoth = true }
    if areObjects {
      four.forEachMember { key, values in
        if values.areSame(by: bytes) { return }
        collect(values, plan.member(key), Place(key: key, plan: plan, objects: four))
      }
    } else if let lists = four.lists {
      var place = place
      place.key = nil
      for (index, values) in lists.differingElements(by: bytes) {
        collect(values, plan.element(at: index), place)
      }
    } else {
      differences.append(Difference(versions: four, plan: plan, place: place))
    }
  }

  private mutating func count(_ difference: Difference) {
    for (version, value) in difference.versions.all.enumerated() {
      guard let value else { continue }
      var place = difference.place
      place.holder = place.objects.all[version]
      count(value, difference.plan, place, in: version)
    }
  }

  private mutating func count(
    _ value: JSONNode, _ plan: FieldPlan, _ place: Place, in version: Int
  ) {
    let plan = plan.fitting([value])
    guard plan.conservesValues else { return }
    if value.kind == .string { add(value, place, in: version) }
    for member in value.members {
      let place = Place(key: member.key, plan: plan, holder: value)
      count(member.value, plan.member(member.key), place, in: version)
    }
    var place = place
    place.key = nil
    for (index, element) in value.elements.enumerated() {
      count(element, plan.element(at: index), place, in: version)
    }
  }

  private mutating func add(_ text: JSONNode, _ place: Place, in version: Int) {
    let key = place.key.map { numbers.number(of: $0) } ?? -1
    let number = numbers.number(of: text)
    let row = rowNumbers.number(of: key, number)
    if row == rows.count { rows.append(Row(value: text, number: number, key: place.key)) }
    rows[row].counts[version] += 1
    switch version {
    case 0:
      rows[row].holders.base = place.holder
      rows[row].objects = place.objects
      rows[row].plan = place.plan
    case 1: rows[row].holders.ours = place.holder
    case 2: rows[row].holders.theirs = place.holder
    default: rows[row].holders.merged = place.holder
    }
  }

  /// The texts that each version holds once and the result twice, whatever their keys: each side moved them elsewhere.
  private var rowsMovedByBoth: [Row] {
    var sums = [SIMD4<Int>](repeating: SIMD4(), count: numbers.count)
    for row in rows { sums[row.number] &+= row.counts }
    return rows.filter { $0.counts[0] == 1 && sums[$0.number] == SIMD4(1, 1, 1, 2) }
      .map { Row(value: $0.value, number: $0.number, key: nil, counts: SIMD4(1, 1, 1, 2)) }
  }

  /// Returns for the number of each row's text if a version holds it twice: then it may be one of few.
  /// - Complexity: O(bytes of the versions) if there are any rows.
  private mutating func repeatedTexts(among rows: [Row]) -> [Bool] {
    var repeated = [Bool](repeating: false, count: numbers.count)
    if rows.isEmpty { return repeated }
    // The last version that was seen to hold each text.
    var holders = [Int](repeating: -1, count: numbers.count)
    for (version, root) in [roots.base, roots.ours, roots.theirs].enumerated() {
      for value in root?.scalars ?? [] where value.kind == .string {
        let number = numbers.number(of: value)
        guard number < holders.count else { continue }
        if holders[number] == version { repeated[number] = true }
        holders[number] = version
      }
    }
    return repeated
  }

  /// Returns those of the keys under which each version holds several texts, and none twice.
  /// - Complexity: O(bytes of the versions) if there are any keys.
  private func keysOfUniqueTexts(among keys: Set<JSONNode>) -> Set<JSONNode> {
    var unique = keys
    for root in [roots.base, roots.ours, roots.theirs] where !unique.isEmpty {
      var (texts, open) = ([JSONNode: Set<JSONNode>](), [root].compactMap { $0 })
      while let value = open.popLast() {
        open += value.childValues
        for member in value.members where member.value.kind == .string {
          guard unique.contains(member.key) else { continue }
          if !texts[member.key, default: []].insert(member.value).inserted {
            unique.remove(member.key)
          }
        }
      }
      unique = unique.filter { texts[$0, default: []].count > 1 }
    }
    return unique
  }

  // MARK: - Records

  /// Returns the objects of base whose versions stand at other places, where all texts that each version holds once find them.
  private mutating func records() -> [(FourVersions, FieldPlan)] {
    let unique = rows.filter { $0.counts == SIMD4(1, 1, 1, 1) }
    guard !unique.allSatisfy(\.isInPlace) else { return [] }
    let repeated = repeatedTexts(among: unique)
    let groups = Dictionary(grouping: unique.filter { !repeated[$0.number] }) {
      $0.holders.base?.ordinal ?? -1
    }
    return groups.keys.sorted().compactMap { base in
      guard let rows = groups[base], let row = rows.first, !row.isInPlace, row.isOneRecord,
        rows.allSatisfy({ $0.holders.areIdentical(to: row.holders) })
      else { return nil }
      return (row.holders, row.plan)
    }
  }

  /// Checks that the record has what one side alone changed.
  private mutating func check(
    _ record: FourVersions, _ plan: FieldPlan, _ defects: inout [AuditDefect]
  ) {
    record.forEachMember { key, values in
      let plan = plan.member(key).fitting(values.all)
      guard !values.areSame(by: bytes), plan.conservesValues else { return }
      guard let expected = values.expected else {
        if values.all.allSatisfy({ $0?.kind == .object }) { check(values, plan, &defects) }
        return
      }
      if values.merged.withoutNull.isSame(as: expected.withoutNull) { return }
      if values.all.contains(where: { $0.map { isReported($0) } ?? false }) { return }
      defects.append(
        defect("the change of \(text(key)) is not in \(record.base.map(text) ?? "its record")"))
    }
  }

  // MARK: - The report

  /// Returns true if the report names the value, or an element of it.
  private mutating func isReported(_ value: JSONNode) -> Bool {
    if named.contains(value) { return true }
    return value.kind == .array && value.elements.contains { isReported($0) }
  }

  private func namedValues() -> Set<JSONNode> {
    let lookup = ElementLookup()
    var values = Set<JSONNode>()
    var open =
      report.0.flatMap { $0.reportedValues(base: roots.base, lookup) }
      + report.1.flatMap { [$0.base, $0.ours, $0.theirs].compactMap { $0 } }
    while let value = open.popLast() {
      values.insert(value)
      open += value.childValues
    }
    // A moved value may be new under its key, though its change is the other side's.
    values.formUnion(
      report.0.compactMap { $0.move?.to?.value(in: roots.merged, by: lookup) })
    return values
  }

  private func text(_ value: JSONNode) -> String {
    let text = String(decoding: value.bytes, as: UTF8.self)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  private func defect(_ message: String) -> AuditDefect {
    var defect = AuditDefect(pointer: JSONPointer(), message: message)
    defect.isAboutIdentity = true
    return defect
  }
}

extension ConservationAudit.Row {
  /// True if the result holds the value as often as both sides' changes say. Of equal changes, one or both count.
  fileprivate var isConserved: Bool {
    guard max(counts[0], counts[1], counts[2]) == 1 else { return true }
    if counts[1] == counts[2], counts[3] == counts[1] { return true }
    return counts[3] == max(counts[1] + counts[2] - counts[0], 0)
  }

  /// True if it stands in the place of base's object everywhere.
  fileprivate var isInPlace: Bool { holders.areIdentical(to: objects) }

  /// True if base's object is found in each version: by half of its members, and by more than at its place.
  fileprivate var isOneRecord: Bool {
    guard let base = holders.base, let ours = holders.ours, let theirs = holders.theirs,
      let merged = holders.merged
    else { return false }
    let areFound = [(ours, objects.ours), (theirs, objects.theirs)].allSatisfy { side, placed in
      guard side.isVersion(of: base) else { return false }
      guard let placed, !placed.isIdentical(to: side) else { return true }
      return side.membersShared(with: base) > placed.membersShared(with: base)
    }
    return areFound && (merged.isVersion(of: ours) || merged.isVersion(of: theirs))
  }
}

extension FourVersions {
  /// True if each value exists, and is the same one of its document.
  fileprivate func areIdentical(to others: FourVersions) -> Bool {
    zip(all, others.all).allSatisfy { one, other in
      one.flatMap { one in other.map { one.isIdentical(to: $0) } } ?? false
    }
  }
}

extension [JSONElementList] {
  /// Returns the elements that not all four lists have equally often, with their places, in pairs if they stand at the
  /// same ones.
  /// - Complexity: O(elements, and bytes of those that are not in the beginning or the end that all lists share), in
  ///   expectation; of lists of one length, of those that differ.
  fileprivate func differingElements(by bytes: JSONByteComparison) -> [(Int, FourVersions)] {
    let places =
      haveOneLength
      ? [[Int]](repeating: differingPlaces(by: bytes), count: 4) : differingRanges(by: bytes)
    var numbers = JSONValueNumbers()
    let tokens = zip(self, places).map { list, places in
      places.map { numbers.number(of: list[$0]) }
    }
    let counts = TokenCount.byToken(tokens)
    let rest = zip(places, tokens).map { places, tokens in
      zip(places, tokens).filter { !counts[$0.1].isEverywhere }.map(\.0)
    }
    if rest.allSatisfy({ $0 == rest[0] }) {
      return rest[0].map { place in (place, FourVersions(map { $0[place] })) }
    }
    return indices.flatMap { version in
      rest[version].map { place in
        var values: [JSONNode?] = [nil, nil, nil, nil]
        values[version] = self[version][place]
        return (place, FourVersions(values))
      }
    }
  }
}

extension MergeDecision {
  /// The values that the report of the decision names, and what they were in base.
  fileprivate func reportedValues(base: JSONNode?, _ lookup: ElementLookup) -> [JSONNode] {
    let former = kept == nil ? nil : path.value(in: base, by: lookup)
    return [kept?.value, dropped?.value, alsoDropped?.value, written, former].compactMap { $0 }
      + elements
  }
}

extension FieldPlan {
  /// True if no strategy here computes values, or takes one side's without a report.
  fileprivate var conservesValues: Bool {
    guard !isSilent else { return true }
    guard together == nil, entityIdentity == nil else { return false }
    switch strategy?.merging {
    case nil, .members, .sequence, .elements(areOrdered: false): return true
    case .whole, .side, .number, .text, .elements, .set: return false
    }
  }
}
