import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The predicates that must hold for a property: a row of the audit's table.
enum AuditRow {
  /// The value is one side's whole value.
  case whole
  case members
  case tuple
  case elements(ElementIdentity, position: JSONString?)
  case set
  case sequence
  case text
  case counter
  /// The value is the greater or the smaller of the two.
  case extreme(greater: Bool)
  /// The greater of two versions of software.
  case version

  /// Creates the row of a property: its declared strategy's if that suits the values, else one inferred from them.
  init(_ versions: FourVersions, _ plan: FieldPlan, _ identities: UsualIdentityCache) {
    guard let ours = versions.ours.withoutNull, let theirs = versions.theirs.withoutNull,
      ours.kind == theirs.kind, versions.base.withoutNull.map({ $0.kind == ours.kind }) ?? true
    else {
      self = .whole
      return
    }
    if plan.strategy == nil, ours.kind != .array {
      self = ours.kind == .object ? .members : .whole
      return
    }
    let values = [versions.base.withoutNull, ours, theirs].compactMap { $0 }
    let declared = plan.strategy.map { AuditRow($0, plan, values) }
    self =
      declared?.unlessInferenceIsBetter(plan, values) ?? AuditRow(inferredFrom: values, identities)
  }

  private init(_ declared: MergeStrategy, _ plan: FieldPlan, _ values: [JSONNode]) {
    let hasBase = values.count == 3
    switch (declared, values[0].kind) {
    case (.object, .object), (.dictionaryMerge, .object): self = .members
    case (.setMerge, .array): self = .set
    case (.arrayMerge, .array) where hasBase: self = .sequence
    case (.textMerge, .string) where hasBase: self = .text
    case (.counterMerge, .number) where hasBase: self = .counter
    case (.maxMerge, .number), (.maxMerge, .string): self = .extreme(greater: true)
    case (.minMerge, .number), (.minMerge, .string): self = .extreme(greater: false)
    case (.versionMerge, .string): self = .version
    case (.arrayOfIdentifiableMerge, .array), (.orderedMerge, .array):
      self = .elements(.pointers(Self.identity(plan, values)), position: plan.position)
    default: self = .whole
    }
  }

  private init(inferredFrom values: [JSONNode], _ identities: UsualIdentityCache) {
    let hasBase = values.count == 3
    switch values[0].kind {
    case .object: self = .members
    case .array:
      if let numbering = identities.numbering(of: values) {
        self = .elements(.numbering(numbering), position: nil)
      } else {
        self = hasBase && Self.areTuples(values) ? .tuple : .sequence
      }
    default: self = .whole
    }
  }

  /// Returns nil if a standard keyword implies the strategy for values of another kind, or if no element has an id.
  private func unlessInferenceIsBetter(_ plan: FieldPlan, _ values: [JSONNode]) -> AuditRow? {
    switch self {
    case .elements(let identity, _):
      let identity = identity.pointers
      let hasID = { (element: JSONNode) in
        identity.allSatisfy { element.value(at: $0) != nil }
      }
      if Self.haveAllNewIDs(values, identity) { return nil }
      return values.contains { $0.elements.contains(where: hasID) } ? self : nil
    case .whole:
      guard let strategy = plan.strategy, case .keyword = plan.origin else { return self }
      return strategy.merges(values[0].kind) ? self : nil
    default: return self
    }
  }

  /// True if no element of either side has an id of base, and some are base's in all else, so that only contents tell
  /// what they are.
  private static func haveAllNewIDs(_ arrays: [JSONNode], _ identity: [JSONPointer]) -> Bool {
    guard arrays.count == 3, arrays[0].count > 1, identity.count == 1,
      let key = identity[0].tokens.first, identity[0].tokens.count == 1
    else { return false }
    let known = Set(arrays[0].elements.compactMap { $0[key] })
    return arrays[1...].allSatisfy { side in
      let ids = side.elements.compactMap { $0[key] }
      guard !ids.isEmpty, !ids.contains(where: known.contains) else { return false }
      let contents = Set(arrays[0].elements.map { $0.parts(apartFrom: key) })
      return side.elements.contains { contents.contains($0.parts(apartFrom: key)) }
    }
  }

  /// True if elements are compared by their values and their order.
  var isSequence: Bool { if case .sequence = self { true } else { false } }

  /// True if the result is one side's whole value when both changed it.
  var isWhole: Bool { if case .whole = self { true } else { false } }

  private static func identity(_ plan: FieldPlan, _ values: [JSONNode]) -> [JSONPointer] {
    guard plan.identity.isEmpty else { return plan.identity }
    let inferred = UsualIdentity.inferred(in: values.map { Array($0.elements) })
    return [JSONPointer([inferred ?? "id"])]
  }

  private static func areTuples(_ arrays: [JSONNode]) -> Bool {
    Set(arrays.map(\.count)).count == 1
      && arrays.allSatisfy { $0.elements.allSatisfy { $0.kind == .number } }
  }
}

/// The rule that tells the elements of an array apart.
enum ElementIdentity {
  /// The declared pointers to the parts of an id.
  case pointers([JSONPointer])
  /// A usual id, with the elements of base, ours and theirs numbered by it, as far as these exist.
  case numbering(UsualIdentity.Numbering)

  /// The pointers to the parts of an id.
  var pointers: [JSONPointer] {
    switch self {
    case .pointers(let pointers): pointers
    case .numbering(let numbering): [JSONPointer([numbering.key])]
    }
  }
}

/// A cache of the rows of arrays, and of their elements by id: with many elements that is most of the audit's work.
final class AuditRows {
  let bytes = JSONByteComparison()
  let identities: UsualIdentityCache
  private let rows = ArrayTable<AuditRow>()
  private let elements = ArrayTable<AuditedElements>()

  init(_ identities: UsualIdentityCache) { self.identities = identities }

  /// Returns the row of a property.
  ///
  /// If ours and theirs hold different entities, the result must be one of these, whole. Only a document that is an
  /// entity itself is merged by its parts.
  func row(_ versions: FourVersions, _ plan: FieldPlan, at place: AuditedProperty) -> AuditRow {
    let (base, ours, theirs) = (versions.base, versions.ours, versions.theirs)
    if plan.entityIdentity != nil, !place.steps.isEmpty,
      EntityReplacement(base: base, ours: ours, theirs: theirs, plan) != nil
    {
      return .whole
    }
    guard versions.ours?.kind == .array else {
      return AuditRow(versions, plan, identities)
    }
    return rows.value(of: versions.all) { AuditRow(versions, plan, identities) }
  }

  /// Returns the elements of an array whose row goes by that identity.
  func elements(_ versions: FourVersions, identity: ElementIdentity) -> AuditedElements {
    elements.value(of: versions.all) { AuditedElements(versions, identity: identity, by: bytes) }
  }
}
