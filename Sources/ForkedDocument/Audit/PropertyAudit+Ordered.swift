import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The row of ordered lists, as far as it differs from that of other elements by id.
extension PropertyAudit {
  /// Checks an element of a list by id; the position in an ordered list depends on its neighbours.
  mutating func checkPlaced(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ position: JSONString?
  ) {
    guard let position else { return check(versions, plan, reported) }
    let isOurs = !checksSpelling || bytes.haveSameBytes(versions.ours, versions.merged)
    if isOurs, versions.holdsByBytes(mayCount: !plan.isSilent, by: bytes) { return }
    if let reported, checkUserDecision(versions, .whole, reported) { return }
    if versions.ours?.kind == .object, versions.theirs?.kind == .object {
      return checkMembers(versions, plan, reported, skipping: position)
    }
    checkSpelling(versions)
    if let expected = versions.expected(apartFrom: position) {
      expect(
        versions.merged.isSame(as: expected, apartFrom: position),
        "a change that only one side made is missing")
    } else {
      checkDecision(versions, reported) { $0.isSame(as: versions.merged, apartFrom: position) }
    }
  }

  /// Checks that a list that both sides changed is sorted by position and id, and the report of what both inserted.
  mutating func checkPositions(
    _ table: AuditedElements, _ identity: [JSONPointer], _ name: JSONString,
    _ reported: ReportedDecisions?
  ) {
    let list = PositionedElements(table, name, PositionRange.ofList(identity))
    let isTheirs = list.areSame(3, 2) && list.areSame(1, 0)
    if isTheirs || list.areSame(3, 1) && (list.areSame(2, 0) || list.areSame(2, 1)) { return }
    expect(list.isSorted(3), "an ordered list is not in the order of its positions")
    guard table.withoutIdentity.allSatisfy(\.isEmpty), (0...2).allSatisfy(list.isSorted) else {
      return
    }
    for number in 0..<table.count where table.places[0][number] < 0 {
      let step = PropertyPath.Step.element(identity: identity, id: table.id(of: number))
      checkInserted(
        table.versions(of: number), name, at: table.places[3][number],
        reported?.below(step)?.below(.key(name)))
    }
  }

  /// Checks the report of an element that both sides inserted at different positions: it names the kept one.
  ///
  /// The result has that position, unless the neighbours leave neither of the two free.
  private mutating func checkInserted(
    _ element: FourVersions, _ name: JSONString, at place: Int, _ reported: ReportedDecisions?
  ) {
    guard let ours = element.ours?[name], let theirs = element.theirs?[name], ours != theirs,
      let merged = element.merged?[name]
    else { return }
    let positions = FourVersions(ours: ours, theirs: theirs, merged: merged)
    let isOfASide = merged == ours || merged == theirs
    below(.element(max(place, 0))) { audit in
      audit.checkDecision(positions, reported) { !isOfASide || merged == $0 }
    }
  }
}

/// The positions of the elements of an ordered list, in four versions.
private struct PositionedElements {
  private let table: AuditedElements
  private let name: JSONString
  /// For each version the position of each element; nil for one without a valid position.
  private let positions: [[Int?]]

  init(_ table: AuditedElements, _ name: JSONString, _ range: PositionRange) {
    self.table = table
    self.name = name
    positions = table.lists.map { list in list?.map { $0.listPosition(name, in: range) } ?? [] }
  }

  /// Returns true if two versions have the same elements at the same positions.
  func areSame(_ one: Int, _ other: Int) -> Bool {
    table.numbers[one] == table.numbers[other] && positions[one] == positions[other]
  }

  /// Returns true if each element that can have a position has one, and these match the order.
  func isSorted(_ version: Int) -> Bool {
    guard let list = table.lists[version] else { return true }
    let places = list.indices.filter { list[$0].kind == .object }
    func named(_ place: Int) -> (id: [JSONNode]?, element: JSONNode?) {
      (table.numbers[version][place].map(table.id), list[place])
    }
    return places.allSatisfy { positions[version][$0] != nil }
      && zip(places, places.dropFirst()).allSatisfy { one, other in
        guard let first = positions[version][one], let second = positions[version][other],
          first == second
        else { return positions[version][one] ?? 0 < positions[version][other] ?? 0 }
        return ListTies(name: name).precedes(named(one), named(other))
      }
  }
}
