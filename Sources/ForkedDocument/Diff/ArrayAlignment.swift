import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The origin in an older array of each element of a newer one.
struct ArrayAlignment {
  /// By index in the newer array: the index in the older one; nil for a new element.
  let origins: [Int?]
  /// By index in the newer array: true if the element is an old one that was not moved.
  private(set) var stays: [Bool]
  /// The indices of the older elements that are gone, ascending.
  private(set) var removed: [Int] = []

  /// Aligns two versions of an array by the ids of the elements, or by what the ``Mapping`` finds.
  /// - Complexity: O(elements log elements), and that of ``Mapping`` where no ids tell the elements apart.
  init(from old: JSONNode, to new: JSONNode, plan: FieldPlan) {
    origins = Self.originsByID(old, new, plan) ?? Self.mappedOrigins(old, new, plan)
    stays = Array(repeating: false, count: new.count)
    var survives = Array(repeating: false, count: old.count)
    let kept = origins.indices.filter { origins[$0] != nil }
    for position in LongestIncreasing.indices(of: kept.map { origins[$0] ?? 0 }) {
      stays[kept[position]] = true
    }
    for case let origin? in origins { survives[origin] = true }
    removed = survives.indices.filter { !survives[$0] }
  }

  private static func mappedOrigins(
    _ old: JSONNode, _ new: JSONNode, _ plan: FieldPlan
  ) -> [Int?] {
    let mapping = Mapping(old: old, new: new, plan: plan)
    func rows(_ version: Mapping.Version) -> [Int] {
      mapping.tables[version.rawValue]?.children(0).map { mapping.row(of: $0, in: version) } ?? []
    }
    return origins(rows(.base), rows(.ours))
  }

  /// Returns the origins by declared or usual ids, or in a set by values; nil if these don't tell the elements apart.
  private static func originsByID(
    _ old: JSONNode, _ new: JSONNode, _ plan: FieldPlan
  ) -> [Int?]? {
    guard plan.strategy == .setMerge || !plan.identity.isEmpty else {
      guard plan.strategy != .arrayMerge,
        let usual = ElementMatching().identities(of: [old, new]), usual.isTrusted
      else { return nil }
      return origins(usual.numbering.numbers[0], usual.numbering.numbers[1])
    }
    let identity = plan.strategy == .setMerge ? [JSONPointer()] : plan.identity
    var ids = IdentityNumbers(identity, capacity: old.count)
    let numbers = [old, new].map { $0.elements.compactMap { ids.number(of: $0) } }
    guard zip(numbers, [old, new]).allSatisfy({ Set($0).count == $1.count }) else { return nil }
    return origins(numbers[0], numbers[1])
  }

  /// For each number of a newer array the index that it has in the older one.
  private static func origins(_ old: [Int], _ new: [Int]) -> [Int?] {
    let places = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    return new.map { places[$0] }
  }
}
