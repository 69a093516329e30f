import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The identities of the elements of an array in two versions: none is there twice in either.
struct ElementIdentities {
  private(set) var old: [[JSONNode]] = []
  private(set) var new: [[JSONNode]] = []

  /// nil where the elements have no identities, or share one, or the array is a mere list of values.
  init?(old: [JSONNode], new: [JSONNode], plan: FieldPlan) {
    guard let parts = Self.parts(old, new, plan),
      let oldIdentities = Self.identities(of: old, by: parts),
      let newIdentities = Self.identities(of: new, by: parts)
    else { return nil }
    (self.old, self.new) = (oldIdentities, newIdentities)
  }

  /// Pointers to the parts of an element's identity; none where the element itself is its identity.
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
