import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The origin in an older array of each element of a newer one.
struct ArrayAlignment {
  /// By index in the newer array: the index in the older one; nil for a new element.
  private(set) var origins: [Int?]
  /// By index in the newer array: true if the element is an old one that was not moved.
  private(set) var stays: [Bool]
  /// The indices of the older elements that are gone, ascending.
  private(set) var removed: [Int] = []
  /// True if the elements are matched by their ids.
  let isByIdentity: Bool

  init(from old: [JSONNode], to new: [JSONNode], plan: FieldPlan) {
    origins = Array(repeating: nil, count: new.count)
    stays = Array(repeating: false, count: new.count)
    let identities = ElementIdentities(old: old, new: new, plan: plan)
    isByIdentity = identities != nil
    if let identities {
      align(by: identities)
    } else {
      alignAsSequences(old, new)
    }
    var survives = Array(repeating: false, count: old.count)
    for case let origin? in origins { survives[origin] = true }
    removed = old.indices.filter { !survives[$0] }
  }

  private mutating func align(by identities: ElementIdentities) {
    let places = Dictionary(
      identities.old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    origins = identities.new.map { places[$0] }
    let kept = origins.indices.filter { origins[$0] != nil }
    for position in LongestIncreasing.indices(of: kept.map { origins[$0] ?? 0 }) {
      stays[kept[position]] = true
    }
  }

  private mutating func alignAsSequences(_ old: [JSONNode], _ new: [JSONNode]) {
    var tokens = NodeTokens()
    let base = old.map { tokens.token(of: $0) }
    let changed = new.map { tokens.token(of: $0) }
    for chunk in SequenceMerge(base: base, ours: changed, theirs: base).chunks {
      switch chunk {
      case .unchanged(let old, let new, _), .changedByOurs(let old, let new, _),
        .changedByTheirs(let old, let new, _), .changedAlike(let old, let new, _),
        .conflict(let old, let new, _):
        for (origin, index) in zip(old, new) { pair(origin, index) }
      }
    }
  }

  /// Pairs an element with the one that it replaces.
  private mutating func pair(_ origin: Int, _ index: Int) {
    origins[index] = origin
    stays[index] = true
  }
}

/// Integers for values, equal for equal values.
private struct NodeTokens {
  private var known: [JSONNode: Int] = [:]

  mutating func token(of node: JSONNode) -> Int {
    let next = known.count
    if let token = known[node] { return token }
    known[node] = next
    return next
  }
}

/// The ids of the elements of an array in two versions; no id occurs twice in either.
struct ElementIdentities {
  private(set) var old: [[JSONNode]] = []
  private(set) var new: [[JSONNode]] = []

  /// Reads the ids; nil if elements have none, or share one, or the array is merged as a list of values.
  init?(old: [JSONNode], new: [JSONNode], plan: FieldPlan) {
    guard let parts = Self.parts(old, new, plan),
      let oldIdentities = Self.identities(of: old, by: parts),
      let newIdentities = Self.identities(of: new, by: parts)
    else { return nil }
    (self.old, self.new) = (oldIdentities, newIdentities)
  }

  /// Returns the pointers to the parts of an element's id; none if the element itself is its id.
  private static func parts(
    _ old: [JSONNode], _ new: [JSONNode], _ plan: FieldPlan
  ) -> [JSONPointer]? {
    switch plan.strategy {
    case .setMerge: return []
    case .arrayMerge: return nil
    default:
      if !plan.identity.isEmpty { return plan.identity }
      return UsualIdentity.inferred(in: [old, new]).map { [JSONPointer([$0])] }
    }
  }

  private static func identities(of elements: [JSONNode], by parts: [JSONPointer]) -> [[JSONNode]]?
  {
    var known = Set<[JSONNode]>(minimumCapacity: elements.count)
    var result: [[JSONNode]] = []
    for element in elements {
      let identity = parts.isEmpty ? [element] : parts.compactMap { element.value(at: $0) }
      guard identity.count == max(parts.count, 1), known.insert(identity).inserted else {
        return nil
      }
      result.append(identity)
    }
    return result
  }
}
