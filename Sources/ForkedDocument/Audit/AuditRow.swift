import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The predicates that must hold for a property.
enum AuditRow {
  /// The value is one side's whole value.
  case whole
  case members
  case tuple
  case elements(ElementIdentity)
  case set
  case sequence
  case text
  /// The value is the number that the rule computes, or one side's whole value if there is none.
  case number(Merging.Rule<ExactDecimal?>)
  /// The value is that of the side that the rule chooses.
  case side(Merging.Rule<SideChoice>)

  /// Creates the row of a property: its declared strategy's if that suits the values, else one inferred from them.
  init(_ versions: FourVersions, _ plan: FieldPlan, _ reported: ReportedDecisions?) {
    let values = versions.all.dropLast().compactMap(\.withoutNull)
    guard let kind = versions.ours.withoutNull?.kind, versions.theirs.withoutNull != nil,
      values.allSatisfy({ $0.kind == kind })
    else {
      self = .whole
      return
    }
    let hasBase = versions.base.withoutNull != nil
    guard let strategy = plan.strategy, strategy.merges(kind) || !plan.isImplied else {
      self = Self(inferredFrom: values, reported)
      return
    }
    guard strategy.merges(kind), hasBase || !strategy.needsBase else {
      self = .whole
      return
    }
    switch strategy.merging {
    case .whole: self = .whole
    case .side(_, let rule): self = .side(rule)
    case .number(_, let rule): self = .number(rule)
    case .text: self = .text
    case .members: self = .members
    case .set: self = .set
    case .sequence: self = .sequence
    case .elements:
      let inferred = { UsualIdentity.inferred(in: values.map { Array($0.elements) }) ?? "id" }
      let identity = plan.identity.isEmpty ? [JSONPointer([inferred()])] : plan.identity
      let isUsed = values.areTold(at: identity) && !values.haveNewIDs(at: identity)
      self =
        isUsed
        ? .elements(ElementIdentity(pointers: identity)) : Self(inferredFrom: values, reported)
    }
  }

  private init(inferredFrom values: [JSONNode], _ reported: ReportedDecisions?) {
    switch values[0].kind {
    case .object: self = .members
    case .array:
      let lists = values.map { JSONElementList($0) }
      if !(reported?.distrustsIDs ?? false),
        let numbering = UsualIdentity.numbering(of: lists), numbering.survives(in: lists)
      {
        self = .elements(
          ElementIdentity(pointers: [JSONPointer([numbering.key])], numbering: numbering))
      } else {
        self = values.count == 3 && Self.areTuples(lists) ? .tuple : .sequence
      }
    default: self = .whole
    }
  }

  /// True if elements are compared by their values and their order.
  var isSequence: Bool { if case .sequence = self { true } else { false } }

  /// True if elements have ids that no version has twice, and that are checked by themselves.
  var hasIDs: Bool {
    guard case .elements(let identity) = self, let key = identity.numbering?.key else {
      return false
    }
    return Self.idKeys.contains(key)
  }

  /// The usual ids that are no names, which may change.
  static let idKeys: [JSONString] = ["id", "_id", "uuid", "key"]

  /// True if the result is one side's whole value when both changed it.
  var isWhole: Bool { if case .whole = self { true } else { false } }

  private static func areTuples(_ lists: [JSONElementList]) -> Bool {
    lists.allSatisfy { list in
      list.count == lists[0].count && list.allSatisfy { $0.kind == .number }
    }
  }
}

extension FieldPlan {
  /// True if a standard keyword implies the strategy, perhaps for values of another kind.
  fileprivate var isImplied: Bool { if case .keyword = origin { true } else { false } }
}

extension [JSONNode] {
  /// True if an element has all parts of an id.
  fileprivate func areTold(at identity: [JSONPointer]) -> Bool {
    contains { array in
      array.elements.contains { element in identity.allSatisfy { element.value(at: $0) != nil } }
    }
  }
}

/// The rule that tells the elements of an array apart.
struct ElementIdentity {
  /// The pointers to the parts of an id.
  let pointers: [JSONPointer]
  /// The elements by a usual id; nil for a declared one.
  var numbering: UsualIdentity.Numbering?
}

/// The elements of four versions of an array, by ids that none of base, ours and theirs has twice.
struct AuditedElements {
  /// For each version the number of each element's id; nil for an element without an id of its own.
  let numbers: [[Int?]]
  /// For each version the index of each number; -1 for one that it doesn't have.
  let places: [[Int]]
  /// True if the result has an id twice.
  let hasRepeated: Bool
  let lists: [JSONElementList?]
  private let ids: IdentityNumbers

  init(_ four: FourVersions, _ identity: ElementIdentity) {
    lists = four.all.map { $0.withoutNull.map { JSONElementList($0) } }
    var ids =
      identity.numbering.map { IdentityNumbers($0) }
      ?? IdentityNumbers(identity.pointers, capacity: four.base?.count ?? 0)
    var known = identity.numbering?.numbers[...] ?? []
    let numbers = lists.map { list -> [Int?] in
      guard let list else { return [] }
      return known.popFirst() ?? list.map { ids.number(of: $0) }
    }
    var places = Array(repeating: Array(repeating: -1, count: ids.count), count: 4)
    // The ids that one of the versions has twice, and those that the result has twice.
    var repeated: [Set<Int>] = [[], []]
    for (version, numbers) in numbers.enumerated() {
      for case (let place, let id?) in numbers.enumerated() {
        if places[version][id] >= 0 { repeated[version / 3].insert(id) }
        places[version][id] = place
      }
    }
    let shared = repeated[0]
    for id in shared {
      for version in 0...3 { places[version][id] = -1 }
    }
    self.numbers = numbers.map { $0.map { $0.flatMap { shared.contains($0) ? nil : $0 } } }
    self.places = places
    self.ids = ids
    hasRepeated = !repeated[1].isSubset(of: shared)
  }

  /// The elements of each version that have no id of their own.
  var withoutIdentity: [[JSONNode]] {
    lists.indices.map { version in
      numbers[version].indices.compactMap {
        numbers[version][$0] == nil ? lists[version]?[$0] : nil
      }
    }
  }

  /// The numbers of each version, in order.
  var tokens: [[Int]] { numbers.map { $0.compactMap { $0 } } }

  /// The number of different ids.
  var count: Int { ids.count }

  /// Returns the id with a number.
  func id(of number: Int) -> [JSONNode] { ids.identity(of: number) }

  /// Returns the element with that number in the four versions.
  func versions(of number: Int) -> FourVersions {
    func element(_ version: Int) -> JSONNode? {
      let place = places[version][number]
      return place < 0 ? nil : lists[version]?[place]
    }
    return FourVersions(
      base: element(0), ours: element(1), theirs: element(2), merged: element(3))
  }
}
