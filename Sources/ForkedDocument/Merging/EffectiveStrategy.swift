import ForkedJSON
import ForkedSchema

/// The strategy that merges one property: the plan's if it suits the values, else one inferred from the values.
struct EffectiveStrategy {
  var strategy: MergeStrategy
  var origin: StrategyOrigin
  /// Pointers to the parts of an element's id.
  var identity: [JSONPointer] = []
  /// The elements by their ids, if these were inferred, reliable or not.
  var usual: UsualIdentities?
  /// True if a schema or a standard keyword declares the strategy, so that no user needs to be asked.
  var isDeclared: Bool { origin != .inferred }

  /// - Parameter mapping: the mapping of the documents, if there is one; else a list that needs one gets its own.
  init(for versions: Versions, plan: FieldPlan, _ mapping: Mapping?) {
    if plan.strategy == nil, versions.areObjects {
      strategy = .object
      origin = .inferred
      return
    }
    let values = versions.withoutNulls.present
    let hasBase = versions.base.withoutNull != nil
    let declared = plan.strategy.flatMap {
      EffectiveStrategy($0, suiting: values, hasBase: hasBase, plan: plan)
    }
    self = declared ?? EffectiveStrategy(inferredFrom: values, hasBase: hasBase, plan, mapping)
  }

  /// Takes the declared strategy; `mostRecent` if it does not merge values of this type.
  ///
  /// Nil if a standard keyword implies the strategy for values of another type, or if it goes by ids and no element has
  /// one: then the strategy is inferred from the values.
  private init?(
    _ declared: MergeStrategy, suiting values: [JSONNode], hasBase: Bool, plan: FieldPlan
  ) {
    let isOneKind = values.dropFirst().allSatisfy { $0.kind == values[0].kind }
    let suits = isOneKind && values.allSatisfy { declared.merges($0.kind) }
    if !suits, case .keyword = plan.origin { return nil }
    let merges = suits && (hasBase || !declared.needsBase)
    strategy = merges || declared.leavesToUser ? declared : .mostRecent
    origin = plan.origin
    identity = plan.identity
    guard merges, strategy.goesByID else { return }
    if identity.isEmpty {
      let arrays = values.map { Array($0.elements) }
      identity = [JSONPointer([UsualIdentity.inferred(in: arrays) ?? "id"])]
    }
    guard values.contains(where: { $0.hasIdentifiedElement(by: identity) }) else { return nil }
    if values.haveNewIDs(at: identity) { return nil }
  }

  private init(
    inferredFrom values: [JSONNode], hasBase: Bool, _ plan: FieldPlan, _ mapping: Mapping?
  ) {
    origin = .inferred
    if values.allSatisfy({ $0.kind == .object }) {
      strategy = .object
    } else if values.allSatisfy({ $0.kind == .array }) {
      usual = UsualIdentities(of: values, plan, in: mapping)
      if let usual, usual.isTrusted {
        strategy = .arrayOfIdentifiableMerge
        identity = [JSONPointer([usual.numbering.key])]
      } else {
        strategy = hasBase || values.count == 2 ? .arrayMerge : .mostRecent
      }
    } else {
      strategy = .mostRecent
    }
  }
}

extension Versions {
  fileprivate var areObjects: Bool {
    base?.kind == .object && ours?.kind == .object && theirs?.kind == .object
  }
}

extension [JSONNode] {
  /// True if these are base, ours and theirs, and a side has an element of base, told by its texts, under another id, or
  /// without one: then a program gave elements new ids, and which is which is to be found otherwise.
  /// - Complexity: O(elements), in expectation, and O(bytes) of those whose ids are gone or new.
  func haveNewIDs(at identity: [JSONPointer]) -> Bool {
    guard count == 3, identity.count == 1, identity[0].tokens.count == 1 else { return false }
    let key = identity[0].tokens[0]
    let ids = map { Set($0.elements.compactMap { $0[key] }) }
    let old = self[0].elements.filter { $0.holdsText(apartFrom: key) }
    return [1, 2].contains { side in
      let gone = old.filter { $0[key].map { !ids[side].contains($0) } ?? true }
      let come = self[side].elements.filter { $0[key].map { !ids[0].contains($0) } ?? true }
      guard !gone.isEmpty, !come.isEmpty else { return false }
      let rests = Dictionary(grouping: gone) { $0.parts(apartFrom: key) }
      return come.contains { element in
        rests[element.parts(apartFrom: key)]?.contains { $0[key] != element[key] } ?? false
      }
    }
  }
}

extension JSONNode {
  /// The least length of a text, with its quotes, that no two elements have by chance.
  private static let leastLength = 6

  fileprivate func holdsText(apartFrom key: JSONString) -> Bool {
    var open = members.filter { !$0.key.stringEquals(key) }.map(\.value)
    while let value = open.popLast() {
      if value.kind == .string, value.range.count >= Self.leastLength { return true }
      open += value.childValues
    }
    return false
  }
}

extension JSONNode {
  /// Returns true if an element has all parts of an id.
  fileprivate func hasIdentifiedElement(by identity: [JSONPointer]) -> Bool {
    elements.contains { element in identity.allSatisfy { element.value(at: $0) != nil } }
  }
}
