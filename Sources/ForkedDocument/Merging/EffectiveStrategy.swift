import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The strategy that merges one property: the plan's where it suits the values, else what the values
/// themselves say.
struct EffectiveStrategy {
  var strategy: MergeStrategy
  var origin: StrategyOrigin
  /// Pointers to the parts of an element's id.
  var identity: [JSONPointer] = []
  /// Whether somebody declared it, or a standard keyword says so: then no person needs to be asked.
  var isDeclared: Bool { origin != .inferred }

  init(for versions: Versions, plan: FieldPlan) {
    let values = versions.present.filter { $0.kind != .null }
    let hasBase = versions.base.withoutNull != nil
    if let declared = plan.strategy {
      self.init(declared, suiting: values, hasBase: hasBase, plan: plan)
    } else {
      self.init(inferredFrom: values, hasBase: hasBase)
    }
  }

  private init(
    _ declared: MergeStrategy, suiting values: [JSONNode], hasBase: Bool, plan: FieldPlan
  ) {
    let suits =
      values.allSatisfy(declared.suits) && (hasBase || declared.needsNoBase)
      && Set(values.map(\.kind)).count <= 1
    strategy = suits || declared == .manual ? declared : .mostRecent
    origin = plan.origin
    identity = plan.identity
    guard suits, strategy == .arrayOfIdentifiableMerge || strategy == .orderedMerge else { return }
    guard identity.isEmpty else { return }
    let inferred = UsualIdentity.inferred(in: values.map { Array($0.elements) })
    identity = inferred.map { [JSONPointer([$0])] } ?? [JSONPointer(["id"])]
  }

  private init(inferredFrom values: [JSONNode], hasBase: Bool) {
    origin = .inferred
    if values.allSatisfy({ $0.kind == .object }) {
      strategy = .object
    } else if values.allSatisfy({ $0.kind == .array }) {
      if let id = UsualIdentity.inferred(in: values.map { Array($0.elements) }) {
        strategy = .arrayOfIdentifiableMerge
        identity = [JSONPointer([id])]
      } else {
        strategy = hasBase ? .arrayMerge : .mostRecent
      }
    } else {
      strategy = .mostRecent
    }
  }
}

extension MergeStrategy {
  /// Whether the strategy can merge a value of this kind; null counts as absent before this is asked.
  fileprivate func suits(_ value: JSONNode) -> Bool {
    switch self {
    case .mostRecent, .manual: true
    case .object, .dictionaryMerge: value.kind == .object
    case .textMerge: value.kind == .string
    case .arrayMerge, .arrayOfIdentifiableMerge, .setMerge, .orderedMerge: value.kind == .array
    case .counterMerge: value.kind == .number
    case .maxMerge, .minMerge: value.kind == .number || value.kind == .string
    }
  }

  /// Whether two values without a common ancestor merge as against an empty one.
  fileprivate var needsNoBase: Bool {
    switch self {
    case .object, .dictionaryMerge, .setMerge, .arrayOfIdentifiableMerge, .orderedMerge: true
    case .mostRecent, .manual, .maxMerge, .minMerge: true
    case .textMerge, .arrayMerge, .counterMerge: false
    }
  }

  /// Whether it goes through a value part by part, so that comparing whole values first would only
  /// cost time.
  var mergesByParts: Bool {
    switch self {
    case .object, .dictionaryMerge, .arrayOfIdentifiableMerge, .orderedMerge: true
    case .arrayMerge, .setMerge: true
    case .textMerge, .counterMerge, .maxMerge, .minMerge, .mostRecent, .manual: false
    }
  }

  /// Whether the later change wins whole.
  var takesOneSide: Bool { self == .mostRecent || self == .manual }
}
