import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The rule by which the elements of an array are told apart and checked.
struct ElementRule {
  var identity: ElementIdentity
  /// The member that holds an element's position.
  var position: JSONString?
  var plan: FieldPlan

  init(identity: ElementIdentity, position: JSONString?, _ plan: FieldPlan) {
    self.identity = identity
    self.position = position
    self.plan = plan
  }
}

extension PropertyAudit {
  /// Checks elements by id: each by its own row, and no id twice.
  ///
  /// Elements without an id are checked as values. Elements that neither side moved must be in order.
  mutating func checkElements(
    _ versions: FourVersions, _ rule: ElementRule, _ reported: ReportedDecisions?
  ) {
    guard let merged = versions.merged, merged.kind == .array else {
      return expect(false, "the array is missing")
    }
    let table = rows.elements(versions, identity: rule.identity)
    let pointers = rule.identity.pointers
    var identities = IdentityCheck(pointers)
    for token in table.tokens where !table.holdsByBytes(token) {
      let versions = table.versions(of: token)
      expect(
        identities.hold(for: versions), "different ids are treated as one, or one as several")
      if versions.holdsByBytes(mayCount: !rule.plan.isSilent, by: rows.bytes) { continue }
      let below = reported?.below(.element(identity: pointers, id: table.id(of: token)))
      checkElement(versions, rule, index: table.merged.places[token], below)
    }
    expect(!table.merged.hasRepeated, "an id occurs twice")
    if let position = rule.position { checkPositions(versions, table, rule, position, reported) }
    if table.hasElementsWithoutIdentity { return checkElementsWithoutIdentity(table, rule) }
    let order = OrderPredicates(
      base: table.base.tokens, ours: table.ours.tokens, theirs: table.theirs.tokens,
      merged: table.merged.tokens)
    let holds =
      order.hold || rule.position != nil && isCrossed() && order.holdWhereHistoriesCrossed
    expect(holds, "elements that no side moved are in another order")
  }

  private mutating func checkElement(
    _ versions: FourVersions, _ rule: ElementRule, index: Int, _ reported: ReportedDecisions?
  ) {
    let plan = rule.plan.isSilent ? rule.plan : rule.plan.element(at: max(index, 0))
    below(.element(max(index, 0))) { audit in
      if let position = rule.position {
        audit.checkPlaced(versions, plan, reported, position)
      } else {
        audit.check(versions, plan, reported)
      }
    }
  }

  /// Checks an element of an ordered list, whose position depends on its neighbours.
  private mutating func checkPlaced(
    _ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?,
    _ position: JSONString
  ) {
    if versions.holdsByBytes(mayCount: !plan.isSilent, by: rows.bytes) { return }
    if let reported, isLeftToUser(versions, .whole, reported) { return }
    let positions = [versions.ours, versions.theirs].compactMap { $0 }.map { $0[position]?.kind }
    expect(
      versions.merged == nil || !positions.allSatisfy { $0 == .number }
        || versions.merged?[position]?.kind == .number, "an element has lost its position")
    if versions.ours?.kind == .object, versions.theirs?.kind == .object {
      return checkMembers(versions, plan, reported, skipping: position)
    }
    let side = versions.ours ?? versions.theirs
    guard side != nil else {
      return expect(versions.merged == nil, "an element that both sides deleted is not deleted")
    }
    if side.isSame(as: versions.base, apartFrom: position) {
      expect(versions.merged == nil, "an element that one side deleted is not deleted")
    } else if versions.base == nil {
      expect(
        side.isSame(as: versions.merged, apartFrom: position), "an inserted element is missing")
    } else if !side.isSame(as: versions.merged, apartFrom: position) {
      check(versions, plan, reported)
    } else {
      checkDecision(versions, reported) { $0.isSame(as: versions.merged, apartFrom: position) }
    }
  }

  /// Checks the number of occurrences of elements that have no id or share one.
  ///
  /// Other elements may have moved past them, so their order is not checked.
  private mutating func checkElementsWithoutIdentity(_ table: AuditedElements, _ rule: ElementRule)
  {
    let withoutIdentity = [table.base, table.ours, table.theirs, table.merged].map(
      \.withoutIdentity)
    var values = ValueTokens()
    let tokens =
      rule.position.map { ValueTokens.of(withoutIdentity, apartFrom: $0) }
      ?? withoutIdentity.map { values.of($0) }
    let counts = TokenCounts(
      base: tokens[0], ours: tokens[1], theirs: tokens[2], merged: tokens[3])
    let hold = counts.all.allSatisfy { count in
      if count.theirs == count.base { return count.merged == count.ours }
      if count.ours == count.base { return count.merged == count.theirs }
      return count.merged >= count.least && count.merged <= count.ours + count.theirs
    }
    expect(hold, "an element without an id is missing or unexplained")
  }
}

/// The elements of four versions of an array, by ids that are unique in every version.
struct AuditedElements {
  struct Version {
    /// The elements with an id of their own, as tokens, in order.
    private(set) var tokens: [Int] = []
    /// The index in the array of each token; -1 for a token that doesn't occur.
    private(set) var places: [Int]
    /// The elements without an id of their own.
    private(set) var withoutIdentity: [JSONNode] = []
    /// True if an id occurs twice.
    private(set) var hasRepeated = false
    private let elements: JSONElementList?

    fileprivate init(_ elements: JSONElementList?, _ ids: [Int?], count: Int) {
      self.elements = elements
      places = Array(repeating: -1, count: count)
      guard let elements else { return }
      tokens.reserveCapacity(ids.count)
      for (place, id) in ids.enumerated() {
        guard let id else {
          withoutIdentity.append(elements[place])
          continue
        }
        if places[id] >= 0 { hasRepeated = true }
        places[id] = place
        tokens.append(id)
      }
    }

    fileprivate func element(_ token: Int) -> JSONNode? {
      places[token] < 0 ? nil : elements?[places[token]]
    }

    fileprivate func hasSameBytes(
      _ token: Int, as other: Version, by comparison: JSONByteComparison
    ) -> Bool {
      let (place, otherPlace) = (places[token], other.places[token])
      guard place >= 0, otherPlace >= 0, let elements, let others = other.elements else {
        return place < 0 && otherPlace < 0
      }
      return elements.hasSameBytes(at: place, as: others, at: otherPlace, by: comparison)
    }
  }

  let base: Version
  let ours: Version
  let theirs: Version
  let merged: Version
  /// True for each token whose bytes differ between ours and merged, or that only one of the two has.
  private let differs: [Bool]
  private let ids: IdentityNumbers
  private let bytes: JSONByteComparison

  init(_ four: FourVersions, identity: ElementIdentity, by bytes: JSONByteComparison) {
    self.bytes = bytes
    let arrays = [four.base, four.ours, four.theirs, four.merged].map {
      $0.map { JSONElementList($0) }
    }
    var named: [[Int?]]
    var ids: IdentityNumbers
    switch identity {
    case .pointers(let pointers):
      ids = IdentityNumbers(pointers, capacity: four.base?.count ?? 0)
      named = []
    case .numbering(let numbering):
      ids = IdentityNumbers(numbering)
      named = Self.named([four.base, four.ours, four.theirs], by: numbering)
    }
    for array in arrays.dropFirst(named.count) {
      named.append(array?.map { ids.number(of: $0) } ?? [])
    }
    let shared = Self.shared(in: named[..<3], count: ids.count)
    if shared.contains(true) {
      named = named.map { $0.map { $0.flatMap { shared[$0] ? nil : $0 } } }
    }
    self.ids = ids
    base = Version(arrays[0], named[0], count: ids.count)
    ours = Version(arrays[1], named[1], count: ids.count)
    theirs = Version(arrays[2], named[2], count: ids.count)
    merged = Version(arrays[3], named[3], count: ids.count)
    differs = (0..<ids.count).map { [ours, merged] in
      !merged.hasSameBytes($0, as: ours, by: bytes)
    }
  }

  /// True if some elements have no id of their own.
  var hasElementsWithoutIdentity: Bool {
    ![base, ours, theirs, merged].allSatisfy { $0.withoutIdentity.isEmpty }
  }

  /// The tokens, one for each id.
  var tokens: Range<Int> { 0..<ids.count }

  /// Returns the id of a token.
  func id(of token: Int) -> [JSONNode] { ids.identity(of: token) }

  /// Returns true if merged has the bytes of ours.
  func isOurs(_ token: Int) -> Bool { !differs[token] }

  /// Returns true if theirs did not change the element and merged has that of ours, by bytes alone.
  func holdsByBytes(_ token: Int) -> Bool {
    isOurs(token) && base.hasSameBytes(token, as: theirs, by: bytes)
  }

  /// Returns the element with that token in the four versions.
  func versions(of token: Int) -> FourVersions {
    FourVersions(
      base: base.element(token), ours: ours.element(token), theirs: theirs.element(token),
      merged: merged.element(token))
  }

  /// Returns the numbers for each version; a numbering has none for a version that doesn't exist.
  private static func named(
    _ arrays: [JSONNode?], by numbering: UsualIdentity.Numbering
  ) -> [[Int?]] {
    var numbers = numbering.numbers[...]
    return arrays.map { $0.withoutNull == nil ? [] : numbers.popFirst() ?? [] }
  }

  /// Returns for each id true if it occurs more than once in one of the versions.
  private static func shared(in versions: ArraySlice<[Int?]>, count: Int) -> [Bool] {
    var shared = Array(repeating: false, count: count)
    for version in versions {
      var seen = Array(repeating: false, count: count)
      for case let id? in version {
        if seen[id] { shared[id] = true }
        seen[id] = true
      }
    }
    return shared
  }
}

/// Checks the table of elements by id, which merge and audit share, by the ids themselves, as far as elements changed.
struct IdentityCheck {
  private let pointers: [JSONPointer]
  private var values = JSONValueNumbers()
  private var ids = ListNumbers()

  /// - Parameter pointers: the pointers to the parts of an element's id.
  init(_ pointers: [JSONPointer]) { self.pointers = pointers }

  /// Returns true if these versions of an element have one id, which no earlier element had.
  mutating func hold(for versions: FourVersions) -> Bool {
    guard let first = versions.base ?? versions.ours ?? versions.theirs ?? versions.merged else {
      return true
    }
    let isOne = [versions.ours, versions.theirs].allSatisfy {
      first.hasSameParts(as: $0, at: pointers) || isRenamed($0, since: versions.base)
    }
    let isOld = [first, versions.ours, versions.theirs].contains {
      $0?.hasSameParts(as: versions.merged, at: pointers) ?? false
    }
    let id = pointers.map { first.value(at: $0).map { values.number(of: $0) } ?? -1 }
    let count = ids.count
    return isOne && isOld && ids.number(of: id) == count
  }

  /// True if a side changed nothing but the id.
  private func isRenamed(_ side: JSONNode?, since base: JSONNode?) -> Bool {
    guard let side, let base, pointers.count == 1, pointers[0].tokens.count == 1 else {
      return false
    }
    let key = pointers[0].tokens[0]
    let tells = side.members.contains { !$0.key.stringEquals(key) && $0.value.kind == .string }
    return tells && side.isSame(as: base, apartFrom: key)
  }
}

extension JSONNode {
  /// Returns true also if there is no other value.
  fileprivate func hasSameParts(as other: JSONNode?, at pointers: [JSONPointer]) -> Bool {
    guard let other, !isIdentical(to: other) else { return true }
    return pointers.allSatisfy { value(at: $0) == other.value(at: $0) }
  }
}
