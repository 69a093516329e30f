import ForkedJSON
import ForkedSchema

/// Conservation: what a merge may neither lose nor double nor give to another record, whatever it took for what.
///
/// It knows nothing of elements, ids and moves. A text that each version holds once at most under a key stands in the
/// result exactly as often as the changes of both sides say, wherever it stands. And an object whose content stands at
/// another place than its key says has, under each key that one side alone changed there, what that side wrote. What the
/// report names, and what a strategy computes or chooses, is not judged. Nothing is if no property below the root was
/// changed by both sides: then no change can have reached another record.
struct ConservationAudit {
  /// A property whose versions differ.
  private struct Property {
    var versions: FourVersions
    var plan: FieldPlan
    /// The key under which it stands; nil in a list.
    var key: JSONNode?
    /// The object around it, with its plan.
    var holder = FourVersions()
    var holderPlan = FieldPlan.none
  }

  /// A text under one key, or in a list: how often each version holds it, and the object in which the last one stands.
  fileprivate struct Row {
    let value: JSONNode
    let key: JSONNode?
    var counts = SIMD4<Int>()
    var holders: [JSONNode?] = [nil, nil, nil, nil]
    /// The values in the place of base's object in each version, if that is known, and the plan of that object.
    var place = FourVersions()
    var plan = FieldPlan.none
  }

  /// The least length of a text, with its quotes, that does not stand at two places by chance.
  static let leastLength = 6
  /// The least likeness of two objects that are one, beside half of what they hold: one small number may be equal by
  /// chance.
  private static let leastLikeness = 2

  private let roots: FourVersions
  private let bytes = JSONByteComparison()
  private var properties: [Property] = []
  private var isChangedByBoth = false
  private var rows: [Row] = []
  private var rowNumbers: [SIMD2<Int>: Int] = [:]
  private var numbers = JSONValueNumbers()
  private let report: ([MergeDecision], [MergeConflict])
  private let followsLines: Bool
  /// The objects of the result that the report says are ones of base at another place, by these' ordinals.
  private let moved: [Int: JSONNode]
  /// The values that the report names; nil before one is asked for.
  private var named: Set<JSONNode>?

  init(
    _ versions: FourVersions, _ plan: FieldPlan, _ decisions: [MergeDecision],
    _ conflicts: [MergeConflict], followsLines: Bool
  ) {
    roots = versions
    self.followsLines = followsLines
    report = (decisions, conflicts)
    let lookup = ElementLookup()
    moved = decisions.reduce(into: [:]) { found, decision in
      guard let move = decision.move, let former = move.from.value(in: versions.base, by: lookup)
      else { return }
      found[former.ordinal] = move.to?.value(in: versions.merged, by: lookup)
    }
    collect(Property(versions: versions, plan: plan))
  }

  /// Returns true if a side changed a text, or the shape of base: else nothing can stand at another place.
  /// - Complexity: O(bytes of what differs between the versions).
  static func isNeeded(for versions: FourVersions) -> Bool {
    let bytes = JSONByteComparison()
    return [versions.ours, versions.theirs].contains { side in
      guard let base = versions.base, let side else { return true }
      return base.differsInText(from: side, bytes)
    }
  }

  /// Returns what is lost, doubled, or changed in another record.
  /// - Complexity: O(bytes of what differs between the versions), and of all if a text is missing, in expectation.
  mutating func defects() -> [AuditDefect] {
    guard isChangedByBoth else { return [] }
    for property in properties { count(property) }
    var defects: [AuditDefect] = []
    let open = (rows + rowsMovedByBoth).filter {
      $0.isText && !$0.isConserved && !isReported($0.value)
    }
    let repeated = repeatedValues(among: Set(open.map(\.value)))
    for row in open where !repeated.contains(row.value) {
      defects.append(defect("\(text(row.value)) is \(row.counts[3] > 0 ? "doubled" : "lost")"))
    }
    // Elsewhere, both sides may give one name to two elements that their ids tell apart. Lines know no elements.
    let added = followsLines ? rows.filter { $0.isText && $0.isAddedTwice } : []
    let keys = keysOfUniqueTexts(among: Set(added.compactMap(\.key)))
    for row in added where row.key.map(keys.contains) ?? false {
      defects.append(defect("\(text(row.value)) is doubled"))
    }
    for (record, plan) in movedRecords { check(record, plan, &defects) }
    return defects
  }

  // MARK: - What differs

  /// Collects the smallest properties that differ. What all four have changes no count.
  private mutating func collect(_ property: Property) {
    let four = property.versions
    let isOurs = bytes.haveSameBytes(four.base, four.ours)
    let isTheirs = bytes.haveSameBytes(four.base, four.theirs)
    if isOurs, isTheirs, bytes.haveSameBytes(four.base, four.merged) { return }
    let plan = property.plan.fitting(four.all)
    guard plan.conservesValues else { return }
    let kind = four.commonKind
    if !isOurs, !isTheirs, property.key != nil || kind != .object { isChangedByBoth = true }
    switch kind {
    case .object:
      for (key, values) in four.differingMembers(by: bytes) {
        collect(
          Property(
            versions: values, plan: plan.member(key), key: key, holder: four, holderPlan: plan))
      }
    case .array:
      let lists = four.all.compactMap { $0.map { JSONElementList($0) } }
      for (index, values) in DifferingElements(by: bytes).pairs(of: lists) {
        var element = property
        (element.versions, element.plan, element.key) = (values, plan.element(at: index), nil)
        collect(element)
      }
    default:
      var property = property
      property.plan = plan
      properties.append(property)
    }
  }

  // MARK: - Counts

  private mutating func count(_ property: Property) {
    let isObject = property.versions.all.contains { $0?.kind == .object }
    let place = isObject ? property.versions : property.holder
    for (version, value) in property.versions.all.enumerated() {
      guard let value else { continue }
      count(
        value, property.plan, in: version, property.key, property.holder.all[version],
        property.holderPlan, place)
    }
  }

  private mutating func count(
    _ value: JSONNode, _ plan: FieldPlan, in version: Int, _ key: JSONNode?, _ holder: JSONNode?,
    _ holderPlan: FieldPlan, _ place: FourVersions
  ) {
    let plan = plan.fitting([value])
    guard plan.conservesValues else { return }
    if value.kind == .string {
      let number = SIMD2(key.map { numbers.number(of: $0) } ?? -1, numbers.number(of: value))
      let row = rowNumbers[number] ?? rows.count
      if row == rows.count {
        rowNumbers[number] = row
        rows.append(Row(value: value, key: key))
      }
      rows[row].counts[version] += 1
      rows[row].holders[version] = holder
      if version == 0 {
        rows[row].place = place.base.isOne(with: holder) ? place : FourVersions()
        rows[row].plan = holderPlan
      }
    }
    for member in value.members {
      count(member.value, plan.member(member.key), in: version, member.key, value, plan, place)
    }
    for (index, element) in value.elements.enumerated() {
      count(element, plan.element(at: index), in: version, nil, holder, holderPlan, place)
    }
  }

  /// The texts that each version holds once and the result twice, whatever their keys: each side moved them elsewhere.
  private var rowsMovedByBoth: [Row] {
    var sums: [JSONNode: SIMD4<Int>] = [:]
    for row in rows where row.isText { sums[row.value, default: SIMD4()] &+= row.counts }
    return rows.filter { $0.counts[0] == 1 && sums[$0.value] == SIMD4(1, 1, 1, 2) }
      .map { Row(value: $0.value, key: nil, counts: SIMD4(1, 1, 1, 2)) }
  }

  /// Returns those of the values that a version holds twice: each may be one of few.
  /// - Complexity: O(bytes of the versions) if there are any values.
  private func repeatedValues(among values: Set<JSONNode>) -> Set<JSONNode> {
    if values.isEmpty { return [] }
    var repeated: Set<JSONNode> = []
    for root in [roots.base, roots.ours, roots.theirs] {
      var (seen, open) = (Set<JSONNode>(), [root].compactMap { $0 })
      while let value = open.popLast() {
        open += value.childValues
        if value.kind == .string, values.contains(value), !seen.insert(value).inserted {
          repeated.insert(value)
        }
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

  // MARK: - Records at other places

  /// The objects of base whose content stands at other places, told by texts that each version holds once. Numbers are
  /// equal by chance.
  private var movedRecords: [(FourVersions, FieldPlan)] {
    let moved = rows.filter { $0.counts == SIMD4(1, 1, 1, 1) && $0.isMoved }
    let repeated = repeatedValues(among: Set(moved.map(\.value)))
    let groups = Dictionary(grouping: moved.filter { !repeated.contains($0.value) }) {
      $0.holders[0]?.ordinal ?? -1
    }
    return groups.keys.sorted().compactMap { base in
      guard let rows = groups[base], let record = movedRecord(rows) else { return nil }
      return (record, rows[0].plan)
    }
  }

  /// Returns the object in which these texts stand, in all versions; nil if it is not certain, or stands at its place.
  private func movedRecord(_ rows: [Row]) -> FourVersions? {
    guard let place = rows.first?.place, let base = rows.first?.holders[0] else { return nil }
    let least = max(Self.leastLikeness, (base.likeness(to: base) + 1) / 2)
    guard let ours = (rows.map { $0.holders[1] } + [place.ours]).likest([base], least),
      let theirs = (rows.map { $0.holders[2] } + [place.theirs]).likest([base], least),
      let merged = ([moved[base.ordinal]] + rows.map { $0.holders[3] } + [place.merged])
        .likest([ours, theirs], Self.leastLikeness)
    else { return nil }
    let isInPlace =
      place.ours.isOne(with: ours) && place.theirs.isOne(with: theirs)
      && place.merged.isOne(with: merged)
    return isInPlace ? nil : FourVersions(base: base, ours: ours, theirs: theirs, merged: merged)
  }

  /// Checks that the record has what one side alone changed.
  private mutating func check(
    _ record: FourVersions, _ plan: FieldPlan, _ defects: inout [AuditDefect]
  ) {
    for (key, values) in record.allMembers {
      let plan = plan.member(key).fitting(values.all)
      guard plan.conservesValues else { continue }
      guard let expected = values.expected else {
        if values.all.allSatisfy({ $0?.kind == .object }) { check(values, plan, &defects) }
        continue
      }
      if values.merged.withoutNull.isSame(as: expected.withoutNull) { continue }
      if values.all.contains(where: { $0.map { isReported($0) } ?? false }) { continue }
      defects.append(
        defect("the change of \(text(key)) is not in \(record.base.map(text) ?? "its record")"))
    }
  }

  // MARK: - The report

  /// Returns true if the report names the value, or one that holds it.
  private mutating func isReported(_ value: JSONNode) -> Bool {
    if named == nil {
      let lookup = ElementLookup()
      var values = Set<JSONNode>()
      var open =
        report.0.flatMap { $0.reportedValues(base: roots.base, lookup) }
        + report.1.flatMap { [$0.base, $0.ours, $0.theirs].compactMap { $0 } }
      while let value = open.popLast() {
        values.insert(value)
        open += value.childValues
      }
      named = values
    }
    return named?.contains(value) ?? false
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
  /// True for a text that does not stand at two places by chance.
  fileprivate var isText: Bool { value.range.count >= ConservationAudit.leastLength }

  /// True if the result holds the value as often as both sides' changes say. Of equal changes, one or both count.
  fileprivate var isConserved: Bool {
    guard max(counts[0], counts[1], counts[2]) == 1 else { return true }
    if counts[1] == counts[2], counts[3] == counts[1] { return true }
    return counts[3] == max(counts[1] + counts[2] - counts[0], 0)
  }

  /// True if both sides added it, and it stands twice.
  fileprivate var isAddedTwice: Bool { counts == SIMD4(0, 1, 1, 2) }

  /// True if it does not stand in the place of base's object everywhere.
  fileprivate var isMoved: Bool { !zip(place.all, holders).allSatisfy { $0.isOne(with: $1) } }
}

extension JSONNode? {
  /// True if both are one value of one document.
  fileprivate func isOne(with other: JSONNode?) -> Bool {
    guard let self, let other else { return false }
    return self.isIdentical(to: other)
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

extension FourVersions {
  /// The kind of all four versions; nil if one is absent or of another kind.
  fileprivate var commonKind: JSONKind? {
    guard let kind = base?.kind, ours?.kind == kind, theirs?.kind == kind, merged?.kind == kind
    else { return nil }
    return kind
  }
}

extension FieldPlan {
  /// True if no strategy here computes values, or takes one side's without a report.
  fileprivate var conservesValues: Bool {
    guard !isSilent else { return true }
    guard together == nil, entityIdentity == nil else { return false }
    switch strategy?.definition.merging {
    case nil, .members, .sequence, .elements(areOrdered: false): return true
    case .whole, .side, .number, .text, .elements, .set: return false
    }
  }
}
