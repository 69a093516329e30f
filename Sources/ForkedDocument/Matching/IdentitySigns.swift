import ForkedJSON

/// The signs that the ids of a list name other elements than before: values that went from one element and came to
/// another one, under the same key.
///
/// Ids without such signs need no further evidence. Most lists have none.
struct IdentitySigns {
  private let lists: [JSONElementList]
  /// The number of each element's id; the elements of the first list have the first numbers.
  private let ids: [[Int]]
  private let bytes = JSONByteComparison()
  private var values = JSONValueNumbers()
  private var signs = PairNumbers()

  /// Returns true if ids may name different elements in the versions of a list.
  /// - Parameters:
  ///   - lists: base, ours and theirs, or ours and theirs.
  ///   - ids: the numbers of their elements' ids, which no list has twice.
  ///   - areNames: true if the ids are names: then one value that both sides' additions have is a sign, else most of them.
  /// - Complexity: O(elements, and bytes of those that differ), in expectation; O(bytes) if both sides added elements
  ///   with equal values.
  static func areIn(
    _ lists: [JSONElementList], _ ids: [[Int]], areNames: Bool = false
  ) -> Bool {
    guard lists.count > 1 else { return false }
    var signs = Self(lists: lists, ids: ids)
    guard lists.count == 3 else { return signs.areBetween(0, 1) }
    return signs.areBetween(0, 1) || signs.areBetween(0, 2)
      || signs.areInAdditions(areNames: areNames)
  }

  private init(lists: [JSONElementList], ids: [[Int]]) { (self.lists, self.ids) = (lists, ids) }

  /// Returns true if a value went from one element of a version and came to another one of a later version.
  private mutating func areBetween(_ old: Int, _ new: Int) -> Bool {
    let changes = changes(old, new)
    // A value that went from one key of an element to another is no sign.
    guard changes.count > 1 else { return false }
    let come = changes.map { numbers($0.come) }
    let gone = changes.map { numbers($0.gone) }
    let (none, several) = (-1, -2)
    var sources = [Int](repeating: none, count: signs.count)
    for (index, numbers) in gone.enumerated() {
      for number in numbers {
        sources[number] = [none, index].contains(sources[number]) ? index : several
      }
    }
    return come.enumerated().contains { index, numbers in
      numbers.contains { ![none, index].contains(sources[$0]) }
    }
  }

  /// The values that went from each element that differs, and those that came to it, by ids.
  private func changes(_ old: Int, _ new: Int) -> [MoveSigns] {
    var places = [Int](repeating: -1, count: (ids.joined().max() ?? -1) + 1)
    for (place, id) in ids[new].enumerated() { places[id] = place }
    var changes: [MoveSigns] = []
    for (place, id) in ids[old].enumerated() {
      let other = places[id]
      places[id] = -1
      if other >= 0, lists[old].hasSameBytes(at: place, as: lists[new], at: other, by: bytes) {
        continue
      }
      changes.append(MoveSigns(lists[old][place], other < 0 ? nil : lists[new][other], bytes))
    }
    for (place, id) in ids[new].enumerated() where places[id] >= 0 {
      changes.append(MoveSigns(nil, lists[new][place], bytes))
    }
    return changes.filter { !$0.gone.isEmpty || !$0.come.isEmpty }
  }

  /// Returns true if both sides added elements with equal values under different ids, and base has none such.
  private mutating func areInAdditions(areNames: Bool) -> Bool {
    let old = Set(ids[0])
    let added = (1...2).map { side in
      ids[side].indices.filter { !old.contains(ids[side][$0]) }.map {
        (ids[side][$0], numbers(MoveSigns(nil, lists[side][$0], bytes).come))
      }
    }
    guard !added[0].isEmpty, !added[1].isEmpty else { return false }
    let holders = added.map(Self.holders)
    var shared = holders[0].filter { value, elements in
      holders[1][value].map { $0 != elements } ?? false
    }
    guard !shared.isEmpty else { return false }
    for element in lists[0] {
      for value in numbers(MoveSigns(nil, element, bytes).come) { shared[value] = nil }
    }
    return added.joined().contains { _, values in
      let count = values.count { shared[$0] != nil }
      return count > 0 && (areNames || 2 * count >= values.count)
    }
  }

  /// Returns equal numbers for equal values under equal keys.
  private mutating func numbers(_ found: [MoveSigns.Sign]) -> [Int] {
    found.map { sign in
      let key = sign.key.map { values.number(of: $0) } ?? -1
      return signs.number(of: key, values.number(of: sign.value))
    }
  }

  /// For each value the elements that hold it.
  private static func holders(_ elements: [(id: Int, values: [Int])]) -> [Int: Set<Int>] {
    var holders: [Int: Set<Int>] = [:]
    for element in elements {
      for value in element.values { holders[value, default: []].insert(element.id) }
    }
    return holders
  }
}
