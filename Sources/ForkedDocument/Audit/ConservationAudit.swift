import ForkedJSON
import ForkedSchema

/// Conservation: what a merge may neither lose nor double nor give to another record, whatever it took for what.
///
/// It knows nothing of elements, ids and moves. A text that each version holds once at most under a key stands in the
/// result exactly as often as the changes of both sides say, wherever it stands. And an object whose content stands at
/// another place than its key says has, under each key that one side alone changed there, what that side wrote. What the
/// report names is not judged.
struct ConservationAudit {
  private let base: JSONNode?
  /// The roots of base, ours and theirs.
  private let roots: [JSONNode]
  /// The objects of the result that the report says are ones of base at another place, by these' ordinals.
  private let reported: [Int: JSONNode]
  private let tally: ValueTally
  private let decisions: [MergeDecision]
  private let conflicts: [MergeConflict]
  /// The values that the report names, and how many they are; nil before one is asked for.
  private var named: (values: JSONValueNumbers, count: Int)?

  /// The least length of a text, with its quotes, that does not stand at two places by chance.
  fileprivate static let leastLength = 6
  /// The least likeness of two objects that are one, beside half of what they hold: one small number may be equal by
  /// chance.
  private static let leastLikeness = 2

  init(
    _ versions: FourVersions, _ plan: FieldPlan, _ decisions: [MergeDecision],
    _ conflicts: [MergeConflict]
  ) {
    (base, roots) = (versions.base, versions.all.dropLast().compactMap { $0 })
    tally = ValueTally(versions, plan)
    (self.decisions, self.conflicts) = (decisions, conflicts)
    let lookup = ElementLookup()
    reported = decisions.reduce(into: [:]) { found, decision in
      guard let move = decision.move, let former = move.from.value(in: versions.base, by: lookup)
      else { return }
      found[former.ordinal] = move.to?.value(in: versions.merged, by: lookup)
    }
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
  /// - Complexity: O(bytes of what differs between the versions), in expectation.
  mutating func defects() -> [AuditDefect] {
    var defects: [AuditDefect] = []
    let rows = tally.rows.filter { $0.isText && !$0.isConserved && !isReported($0.value) }
    for row in rare(rows) {
      defects.append(defect("\(text(row.value)) is \(row.merged.count > 0 ? "doubled" : "lost")"))
    }
    for record in movedRecords { check(record, &defects) }
    return defects
  }

  /// Returns the rows whose value no version holds twice, also where they are equal: else it may be one of few.
  /// - Complexity: O(bytes of the versions) if there are any rows.
  private func rare(_ rows: [ValueTally.Row]) -> [ValueTally.Row] {
    if rows.isEmpty { return [] }
    var numbers = JSONValueNumbers()
    let tokens = rows.map { numbers.number(of: $0.value) }
    var isRepeated = Array(repeating: false, count: numbers.count)
    for root in roots {
      var isSeen = Array(repeating: false, count: isRepeated.count)
      var open = [root]
      while let value = open.popLast() {
        if value.kind.isContainer {
          open += value.childValues
          continue
        }
        let token = numbers.number(of: value)
        guard token < isSeen.count else { continue }
        if isSeen[token] { isRepeated[token] = true }
        isSeen[token] = true
      }
    }
    return rows.indices.filter { !isRepeated[tokens[$0]] }.map { rows[$0] }
  }

  // MARK: - Records at other places

  /// The objects of base whose content stands at other places, told by values that each version holds once.
  private var movedRecords: [FourVersions] {
    let rows = rare(tally.rows.filter(\.isMovedText)).sorted {
      ($0.base.holder?.ordinal ?? 0) < ($1.base.holder?.ordinal ?? 0)
    }
    var (records, rest) = ([FourVersions](), rows[...])
    while let first = rest.first {
      let group = rest.prefix { $0.base.holder?.ordinal == first.base.holder?.ordinal }
      rest = rest.dropFirst(group.count)
      if let record = movedRecord(group) { records.append(record) }
    }
    return records
  }

  /// Returns the object in which these values stand, in all versions; nil if it is not certain, or stands at its place.
  private func movedRecord(_ rows: ArraySlice<ValueTally.Row>) -> FourVersions? {
    guard let first = rows.first, let base = first.base.holder else { return nil }
    let place = first.base.place < 0 ? FourVersions() : tally.places[first.base.place]
    let least = max(Self.leastLikeness, (base.likeness(to: base) + 1) / 2)
    guard let ours = (rows.map(\.ours.holder) + [place.ours]).likest([base], least),
      let theirs = (rows.map(\.theirs.holder) + [place.theirs]).likest([base], least),
      let merged = ([reported[base.ordinal]] + rows.map(\.merged.holder) + [place.merged])
        .likest([ours, theirs], Self.leastLikeness)
    else { return nil }
    let isInPlace =
      place.ours?.isIdentical(to: ours) ?? false && place.theirs?.isIdentical(to: theirs) ?? false
      && place.merged?.isIdentical(to: merged) ?? false
    return isInPlace ? nil : FourVersions(base: base, ours: ours, theirs: theirs, merged: merged)
  }

  /// Checks that the record has what one side alone changed.
  private mutating func check(_ record: FourVersions, _ defects: inout [AuditDefect]) {
    for (key, values) in record.allMembers {
      guard let expected = values.expected else {
        if values.all.allSatisfy({ $0?.kind == .object }) { check(values, &defects) }
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
      var values = JSONValueNumbers()
      let lookup = ElementLookup()
      var open =
        decisions.flatMap { $0.reportedValues(base: base, lookup) }
        + conflicts.flatMap { [$0.base, $0.ours, $0.theirs].compactMap { $0 } }
      while let value = open.popLast() {
        _ = values.number(of: value)
        if value.kind.isContainer { open += value.childValues }
      }
      named = (values, values.count)
    }
    guard let count = named?.count, count > 0 else { return false }
    return (named?.values.number(of: value) ?? count) < count
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

extension ValueTally.Row {
  /// True for a string that does not stand at two places by chance.
  fileprivate var isText: Bool {
    value.kind == .string && value.range.count >= ConservationAudit.leastLength
  }

  /// True if the result holds the value as often as both sides' changes say. Of equal changes, one or both count.
  fileprivate var isConserved: Bool {
    guard max(base.count, ours.count, theirs.count) == 1 else { return true }
    let changes = (ours.count - base.count, theirs.count - base.count)
    let sum = base.count + changes.0 + changes.1
    if changes.0 == changes.1, merged.count == ours.count { return true }
    return merged.count == max(sum, 0)
  }

  /// True for a string that each version holds once, and not all at one place. Numbers are equal by chance.
  fileprivate var isMovedText: Bool {
    let places = [base, ours, theirs, merged]
    return value.kind == .string && places.allSatisfy { $0.count == 1 }
      && (base.place < 0 || places.contains { $0.place != base.place })
  }
}

extension [JSONNode?] {
  /// The greatest number of objects that are compared.
  private static var most: Int { 8 }

  /// Returns the one that is like these objects more than all others; nil if there is none.
  fileprivate func likest(_ models: [JSONNode], _ least: Int) -> JSONNode? {
    var (seen, best, mostLike, isUnique) = ([Int](), JSONNode?.none, 0, true)
    for case let node? in self where !seen.contains(node.ordinal) && seen.count < Self.most {
      seen.append(node.ordinal)
      let likeness = models.reduce(0) { $0 + $1.likeness(to: node) }
      if likeness == mostLike { isUnique = false }
      if likeness > mostLike { (best, mostLike, isUnique) = (node, likeness, true) }
    }
    return isUnique && mostLike >= least ? best : nil
  }
}

extension JSONNode {
  /// Returns true if they differ in more than numbers, true, false and null.
  fileprivate func differsInText(from other: JSONNode, _ bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(self, other) { return false }
    guard kind == other.kind, count == other.count else { return true }
    switch kind {
    case .object:
      return zip(members, other.members).contains { one, other in
        one.key != other.key || one.value.differsInText(from: other.value, bytes)
      }
    case .array:
      let (elements, others) = (JSONElementList(self), JSONElementList(other))
      return elements.indices.contains { place in
        !elements.hasSameBytes(at: place, as: others, at: place, by: bytes)
          && elements[place].differsInText(from: others[place], bytes)
      }
    case .string: return self != other
    case .number, .true, .false, .null: return false
    }
  }

  /// The weight of the members that both objects have.
  fileprivate func likeness(to other: JSONNode) -> Int {
    var others = JSONMemberCursor(other)
    return members.reduce(0) { sum, member in
      member.value.isSame(as: others.value(member.key)) ? sum + member.value.weight : sum
    }
  }

  /// The weight of a value that two objects have: a text counts more than what may be equal by chance.
  private var weight: Int {
    switch kind {
    case .string: range.count >= ConservationAudit.leastLength ? 2 : 1
    case .number: 1
    case .object, .array: count > 0 ? 1 : 0
    case .true, .false, .null: 0
    }
  }

  private func isSame(as other: JSONNode?) -> Bool { other.map { self == $0 } ?? false }
}

extension MergeDecision {
  /// The values that the report of the decision names, and what they were in base.
  fileprivate func reportedValues(base: JSONNode?, _ lookup: ElementLookup) -> [JSONNode] {
    let former = kept == nil ? nil : path.value(in: base, by: lookup)
    return [kept?.value, dropped?.value, alsoDropped?.value, written, former].compactMap { $0 }
      + elements
  }
}
