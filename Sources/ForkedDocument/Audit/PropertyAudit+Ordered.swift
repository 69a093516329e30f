import ForkedJSON
import ForkedMerge

/// The row of ordered lists, as far as it differs from that of other elements by id.
extension PropertyAudit {
  /// A list that both sides changed is sorted by position and id. Where all that they did was to insert, delete and edit,
  /// each position is a side's own: only an element without a place of its own, or one that made room, is a reason to
  /// draw another.
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
    expect(merged.isSorted(table), "an ordered list does not stand in the order of its positions")
    guard !table.hasStrays, [base, ours, theirs].allSatisfy({ $0.isSorted(table) }) else { return }
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
    expect(areTheSides, "an element of an ordered list stands where nobody put it")
  }

  /// Of the two positions at which both sides inserted one element, the report says which was kept; it stands, unless
  /// the neighbours left no room for either.
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

/// One version of an ordered list, in the order in which it stands.
private struct AuditedList: Equatable {
  private let tokens: [Int]
  private let positions: [Int?]
  private let elements: [JSONNode]
  private let places: [Int]
  private let name: JSONString
  /// The token of the element at each place, or -1.
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

  /// True if each element that can say where it stands says so, and truly.
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
  /// The tokens of elements of an ordered list, whose positions say nothing of what they are.
  /// O(bytes of the elements).
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

/// What must hold for the order of elements that each have an identity, whichever elements a merge takes for
/// the moved ones: two shortest lists of moves may name different elements.
struct OrderPredicates {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let merged: [Int]
  /// All tokens are below it.
  private let bound: Int

  /// Tokens are small numbers from 0 on.
  init(base: [Int], ours: [Int], theirs: [Int], merged: [Int]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    bound = 1 + ([base, ours, theirs, merged].compactMap { $0.max() }.max() ?? -1)
  }

  /// Where one side moved nothing, the other's order stands; elements that no shortest list of moves of either
  /// side names stand in base's order. O(elements).
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

  /// Where base was merged from several ancestors, its own order is one of many: what both sides have in one order stands
  /// so. O(elements).
  var holdWhereHistoriesCrossed: Bool {
    let (fixed, _) = fixed(from: ours, to: theirs)
    return isKept(ours.filter { fixed[$0] })
  }

  /// True if those of these elements that stand, stand in this order.
  private func isKept(_ order: [Int]) -> Bool {
    let (isWanted, stands) = (marks(of: order), marks(of: merged))
    return merged.filter { isWanted[$0] } == order.filter { stands[$0] }
  }

  /// The tokens of both that have the same tokens before them in both, and whether there are others.
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
