import ForkedJSON

/// The elements of four versions of a list without those that all four have, for the count of what they hold.
///
/// Any pairs of them do, since counts are of the whole document.
struct DifferingElements {
  private let bytes: JSONByteComparison

  init(by bytes: JSONByteComparison) { self.bytes = bytes }

  /// Returns the elements that not all four lists have, with their places, in pairs if they stand at the same ones.
  /// - Complexity: O(elements, and bytes of those that differ), in expectation.
  func pairs(of lists: [JSONElementList]) -> [(Int, FourVersions)] {
    let rest = unequalElements(lists)
    if rest.allSatisfy({ $0 == rest[0] }) {
      return rest[0].map { place in (place, FourVersions(lists.map { $0[place] })) }
    }
    var numbers = JSONValueNumbers()
    let tokens = lists.indices.map { list in
      rest[list].map { numbers.number(of: lists[list][$0]) }
    }
    var counts = Array(repeating: SIMD4<Int>(), count: numbers.count)
    for version in lists.indices {
      for token in tokens[version] { counts[token][version] += 1 }
    }
    return lists.indices.flatMap { version in
      zip(tokens[version], rest[version]).compactMap { token, place in
        if counts[token] == SIMD4(repeating: counts[token][0]) { return nil }
        var values: [JSONNode?] = [nil, nil, nil, nil]
        values[version] = lists[version][place]
        return (place, FourVersions(values))
      }
    }
  }

  /// Returns the places of the elements of each list without those that all four have, with the same bytes, in one order.
  private func unequalElements(_ lists: [JSONElementList]) -> [[Int]] {
    let places = lists.dropFirst().map { equalPlaces(lists[0], $0) }
    var areEqual = lists.map { Array(repeating: false, count: $0.count) }
    for place in lists[0].indices where places.allSatisfy({ $0[place] >= 0 }) {
      areEqual[0][place] = true
      for version in 1...3 { areEqual[version][places[version - 1][place]] = true }
    }
    return areEqual.map { list in list.indices.filter { !list[$0] } }
  }

  /// The number of elements that are passed over to find the next equal ones.
  private static let window = 16

  /// Returns for each element of a list the place of one with the same bytes in another list, in the same order; -1 for
  /// one without. They are looked for near each other.
  private func equalPlaces(_ list: JSONElementList, _ other: JSONElementList) -> [Int] {
    var places = Array(repeating: -1, count: list.count)
    var (place, otherPlace) = (0, 0)
    func areSame(_ skipped: Int, _ otherSkipped: Int) -> Bool {
      place + skipped < list.count && otherPlace + otherSkipped < other.count
        && list.hasSameBytes(
          at: place + skipped, as: other, at: otherPlace + otherSkipped, by: bytes)
    }
    while place < list.count, otherPlace < other.count {
      if areSame(0, 0) {
        places[place] = otherPlace
      } else if let way = (1...Self.window).first(where: {
        areSame($0, $0) || areSame(0, $0) || areSame($0, 0)
      }) {
        // Back to the start of the loop, where the next two are equal.
        let (isBoth, isOther) = (areSame(way, way), areSame(0, way))
        if isBoth || !isOther { place += way }
        if isBoth || isOther { otherPlace += way }
        continue
      }
      place += 1
      otherPlace += 1
    }
    return places
  }
}
