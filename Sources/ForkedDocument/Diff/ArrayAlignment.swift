import ForkedJSON
import ForkedMerge

/// The origin in an older array of each element of a newer one.
struct ArrayAlignment {
  /// By index in the newer array: the index in the older one; nil for a new element.
  let origins: [Int?]
  /// By index in the newer array: true if the element is an old one that was not moved.
  private(set) var stays: [Bool]
  /// The indices of the older elements that are gone, ascending.
  private(set) var removed: [Int] = []

  /// Aligns two versions of an array as they are mapped.
  /// - Complexity: O(elements log elements).
  init(from old: JSONNode, to new: JSONNode, by mapping: Mapping) {
    let places = Dictionary(
      uniqueKeysWithValues: old.elements.enumerated().map { index, element in
        (mapping.row(of: element, in: .base), index)
      })
    origins = new.elements.map { places[mapping.row(of: $0, in: .ours)] }
    stays = Array(repeating: false, count: new.count)
    var survives = Array(repeating: false, count: old.count)
    let kept = origins.indices.filter { origins[$0] != nil }
    for position in LongestIncreasing.indices(of: kept.map { origins[$0] ?? 0 }) {
      stays[kept[position]] = true
    }
    for case let origin? in origins { survives[origin] = true }
    removed = survives.indices.filter { !survives[$0] }
  }
}
