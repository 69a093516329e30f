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
    if versions.ours?.kind != .object || versions.theirs?.kind != .object {
      checkSpelling(versions)
    }
    let positions = [versions.ours, versions.theirs].compactMap { $0 }.map { $0[position]?.kind }
    expect(
      versions.merged == nil || !positions.allSatisfy { $0 == .number }
        || versions.merged?[position]?.kind == .number, "an element has lost its position")
    if versions.ours?.kind == .object, versions.theirs?.kind == .object {
      return checkMembers(versions, plan, reported, skipping: position)
    }
    guard let side = versions.ours ?? versions.theirs,
      !Optional(side).isSame(as: versions.base, apartFrom: position)
    else { return expect(versions.merged == nil, "an element that a side deleted is not deleted") }
    let isKept = Optional(side).isSame(as: versions.merged, apartFrom: position)
    if versions.base == nil {
      expect(isKept, "an inserted element is missing")
    } else if isKept {
      checkDecision(versions, reported) { $0.isSame(as: versions.merged, apartFrom: position) }
    } else {
      check(versions, plan, reported)
    }
  }

  /// Checks that a list that both sides changed is sorted by position and id.
  ///
  /// If both sides only inserted, deleted and edited elements, each position must be one of a side. Another one is
  /// allowed only if a side has an element without a valid position, or renumbered others.
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
    var areMoved = false
    var areOfSides = true
    for number in 0..<table.count {
      let positions = (0...3).map { list.position(of: number, in: $0) }
      if let former = positions[0] {
        if positions[1...2].contains(where: { $0 != nil && $0 != former }) { areMoved = true }
      } else if let our = positions[1], let their = positions[2], our != their {
        let step = PropertyPath.Step.element(identity: identity, id: table.id(of: number))
        checkInserted(
          table.versions(of: number), name, at: table.places[3][number],
          reported?.below(step)?.below(.key(name)))
      }
      if table.places[3][number] >= 0, !positions[1...2].contains(positions[3]) {
        areOfSides = false
      }
    }
    expect(areMoved || areOfSides, "an element has a position that no side gave it")
  }

  /// Checks the report of an element that both sides inserted at different positions: it names the kept one.
  ///
  /// The result has that position, unless the neighbours leave neither of the two free.
  private mutating func checkInserted(
    _ element: FourVersions, _ name: JSONString, at place: Int, _ reported: ReportedDecisions?
  ) {
    guard let merged = element.merged?[name] else { return }
    let positions = FourVersions(
      ours: element.ours?[name], theirs: element.theirs?[name], merged: merged)
    let isOfASide = merged == positions.ours || merged == positions.theirs
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

  func position(of number: Int, in version: Int) -> Int? {
    let place = table.places[version][number]
    return place < 0 ? nil : positions[version][place]
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
