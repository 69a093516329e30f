import ForkedJSON
import ForkedMerge

/// The row of ordered lists, as far as it differs from that of other elements by id.
extension PropertyAudit {
  /// Checks that a list that both sides changed is sorted by position and id.
  ///
  /// If both sides only inserted, deleted and edited elements, each position must be one of a side. Another one is
  /// allowed only if a side has an element without a valid position, or renumbered others.
  mutating func checkPositions(
    _ versions: FourVersions, _ table: AuditedElements, _ rule: ElementRule, _ name: JSONString,
    _ reported: ReportedDecisions?
  ) {
    let range = PositionRange.ofList(rule.identity.pointers)
    func list(_ array: JSONNode?, _ version: AuditedElements.Version) -> AuditedList {
      AuditedList(array, version, name, range)
    }
    let base = list(versions.base, table.base)
    let ours = list(versions.ours, table.ours)
    let theirs = list(versions.theirs, table.theirs)
    let merged = list(versions.merged, table.merged)
    if merged == ours, theirs == base || theirs == ours { return }
    if merged == theirs, ours == base { return }
    expect(merged.isSorted(table), "an ordered list is not in the order of its positions")
    guard !table.hasElementsWithoutIdentity,
      [base, ours, theirs].allSatisfy({ $0.isSorted(table) })
    else { return }
    for token in table.tokens where base.position(of: token) == nil {
      guard let our = ours.position(of: token), let their = theirs.position(of: token), our != their
      else { continue }
      let step = PropertyPath.Step.element(
        identity: rule.identity.pointers, id: table.id(of: token))
      checkInserted(
        table.versions(of: token), name, at: table.merged.places[token],
        reported?.below(step)?.below(.key(name)))
    }
    let nobodyMoved = table.base.tokens.allSatisfy { token in
      [ours, theirs].allSatisfy { side in
        side.position(of: token).map { $0 == base.position(of: token) } ?? true
      }
    }
    guard nobodyMoved else { return }
    let areTheSides = table.merged.tokens.allSatisfy { token in
      let position = merged.position(of: token)
      return position == ours.position(of: token) || position == theirs.position(of: token)
    }
    expect(areTheSides, "an element has a position that no side gave it")
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

/// One version of an ordered list, in the order of its elements.
private struct AuditedList: Equatable {
  private let tokens: [Int]
  private let positions: [Int?]
  private let elements: [JSONNode]
  private let places: [Int]
  private let name: JSONString
  /// The token of the element at each index, or -1.
  private let tokenAt: [Int]

  init(
    _ array: JSONNode?, _ version: AuditedElements.Version, _ name: JSONString,
    _ range: PositionRange
  ) {
    self.name = name
    elements = array.map { Array($0.elements) } ?? []
    positions = elements.map { $0.listPosition(name, in: range) }
    tokens = version.tokens
    places = version.places
    var tokenAt = [Int](repeating: -1, count: elements.count)
    for token in version.tokens where version.places[token] >= 0 {
      tokenAt[version.places[token]] = token
    }
    self.tokenAt = tokenAt
  }

  static func == (one: AuditedList, other: AuditedList) -> Bool {
    one.tokens == other.tokens && one.positions == other.positions
  }

  func position(of token: Int) -> Int? { places[token] < 0 ? nil : positions[places[token]] }

  /// Returns true if each element that can have a position has one, and these match the order.
  func isSorted(_ table: AuditedElements) -> Bool {
    var last: (place: Int, position: Int)?
    for (place, element) in elements.enumerated() where element.kind == .object {
      guard let position = positions[place] else { return false }
      if let last, last.position > position { return false }
      if let last, last.position == position, !isTied(last.place, place, table) { return false }
      last = (place, position)
    }
    return true
  }

  private func isTied(_ one: Int, _ other: Int, _ table: AuditedElements) -> Bool {
    func named(_ place: Int) -> (id: [JSONNode]?, element: JSONNode?) {
      (tokenAt[place] < 0 ? nil : table.id(of: tokenAt[place]), elements[place])
    }
    return ListTies(name: name).precedes(named(one), named(other))
  }
}

extension ValueTokens {
  /// Returns the tokens of elements of an ordered list, without their positions.
  /// - Complexity: O(bytes of the elements).
  static func of(_ versions: [[JSONNode]], apartFrom name: JSONString) -> [[Int]] {
    var known: [[[UInt8]]: Int] = [:]
    return versions.map { elements in
      elements.map { element in
        let next = known.count
        let token = known[element.parts(apartFrom: name), default: next]
        if token == next { known[element.parts(apartFrom: name)] = next }
        return token
      }
    }
  }
}

/// The predicates for the order of elements that each have an id.
///
/// They hold for any choice of moved elements, since two shortest lists of moves may name different elements.
struct OrderPredicates {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let merged: [Int]
  /// An upper bound of the tokens, which it exceeds.
  private let bound: Int

  /// Creates the predicates for tokens that are small numbers from 0 on.
  init(base: [Int], ours: [Int], theirs: [Int], merged: [Int]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    bound = 1 + ([base, ours, theirs, merged].compactMap { $0.max() }.max() ?? -1)
  }

  /// True if the order follows that of the sides.
  ///
  /// If one side moved nothing, the other's order is required. Elements that are in no shortest list of moves of either
  /// side must be in base's order.
  /// - Complexity: O(elements).
  var hold: Bool {
    if merged == ours, theirs == base || theirs == ours { return true }
    if merged == theirs, ours == base { return true }
    let (inBase, inOurs, inTheirs) = (marks(of: base), marks(of: ours), marks(of: theirs))
    let isNewInBoth = { (token: Int) in inOurs[token] && inTheirs[token] && !inBase[token] }
    let (fixedByOurs, movedByOurs) = fixed(from: base, to: ours)
    let (fixedByTheirs, movedByTheirs) = fixed(from: base, to: theirs)
    return (movedByTheirs || isKept(ours.filter { !isNewInBoth($0) }))
      && (movedByOurs || isKept(theirs.filter { !isNewInBoth($0) }))
      && isKept(base.filter { fixedByOurs[$0] && fixedByTheirs[$0] })
  }

  /// True if elements are in the order that both sides have in common.
  ///
  /// If base was merged from several merge bases, its own order is only one of many.
  /// - Complexity: O(elements).
  var holdWhereHistoriesCrossed: Bool {
    let (fixed, _) = fixed(from: ours, to: theirs)
    return isKept(ours.filter { fixed[$0] })
  }

  /// Returns true if those of these elements that are in the result are in this order.
  private func isKept(_ order: [Int]) -> Bool {
    let (isWanted, isPresent) = (marks(of: order), marks(of: merged))
    return merged.filter { isWanted[$0] } == order.filter { isPresent[$0] }
  }

  /// Returns the common tokens that have the same tokens before them in both, and true if there are other common
  /// tokens.
  private func fixed(from base: [Int], to side: [Int]) -> (isFixed: [Bool], someMoved: Bool) {
    let (inBase, inSide) = (marks(of: base), marks(of: side))
    let common = base.filter { inSide[$0] }
    var places = [Int](repeating: -1, count: bound)
    for (place, token) in side.filter({ inBase[$0] }).enumerated() where places[token] < 0 {
      places[token] = place
    }
    var furthest = -1
    var isFixed = [Bool](repeating: false, count: bound)
    for (place, token) in common.enumerated() {
      if places[token] == place, furthest == place - 1 { isFixed[token] = true }
      furthest = max(furthest, places[token])
    }
    return (isFixed, common.contains { !isFixed[$0] })
  }

  private func marks(of tokens: [Int]) -> [Bool] {
    var marks = [Bool](repeating: false, count: bound)
    for token in tokens { marks[token] = true }
    return marks
  }
}
