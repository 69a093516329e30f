/// The elements of a version that the other version doesn't have as they are.
struct OpenElements {
  let version: PartedElements
  let places: [Int]
  private let isOpen: [Bool]

  init(_ version: PartedElements, places: [Int]) {
    self.version = version
    self.places = places
    var isOpen = Array(repeating: false, count: version.parts.count)
    for place in places { isOpen[place] = true }
    self.isOpen = isOpen
  }

  func contains(_ place: Int) -> Bool { isOpen[place] }
}

/// Links between open elements of base and of a side: each part that only one element of each version holds is one, and
/// so is being equal but for the paths that are left out.
struct PartLinks {
  private(set) var counts: [Int: [Int: Int]] = [:]
  private var reverse: [Int: [Int: Int]] = [:]
  private var best: [Int: Int] = [:]

  /// Complexity: O(parts), in expectation.
  /// - Parameter excluded: paths whose parts say nothing of what an element is.
  init(
    base: OpenElements, side: OpenElements, apartFrom excluded: Set<Int>, _ table: ElementParts
  ) {
    var (counts, reverse) = (self.counts, self.reverse)
    func link(_ element: Int, _ place: Int) {
      counts[element, default: [:]][place, default: 0] += 1
      reverse[place, default: [:]][element, default: 0] += 1
    }
    for element in base.places {
      for part in base.version.parts[element] where base.version.holder(of: part) != nil {
        guard table.isTelling(part), let place = side.version.holder(of: part),
          side.contains(place), !excluded.contains(table.path(of: part))
        else { continue }
        link(element, place)
      }
    }
    if !excluded.isEmpty {
      let places = side.placesByContent(apartFrom: excluded, table)
      for (content, element) in base.placesByContent(apartFrom: excluded, table) {
        if element >= 0, let place = places[content], place >= 0 { link(element, place) }
      }
    }
    best = reverse.compactMapValues(Self.strongest)
    (self.counts, self.reverse) = (counts, reverse)
  }

  /// The number of links of an element of base with that place, if neither has any with others; else 0.
  func exclusiveCount(of element: Int, with place: Int) -> Int {
    guard let links = counts[element], links.count == 1, reverse[place]?.count == 1 else {
      return 0
    }
    return links[place] ?? 0
  }

  /// The element of the side with which an element of base has more links than either has with any other; nil where there
  /// is none.
  func mutualBest(of element: Int) -> Int? {
    guard let place = counts[element].flatMap(Self.strongest), best[place] == element else {
      return nil
    }
    return place
  }

  private static func strongest(_ counts: [Int: Int]) -> Int? {
    guard let most = counts.values.max() else { return nil }
    let strongest = counts.filter { $0.value == most }
    return strongest.count == 1 ? strongest.first?.key : nil
  }
}

extension OpenElements {
  /// The open elements by their parts but for those paths; -1 where another element of the version has the same.
  fileprivate func placesByContent(
    apartFrom excluded: Set<Int>, _ table: ElementParts
  ) -> [[Int]: Int] {
    var found: [[Int]: Int] = [:]
    for place in version.parts.indices {
      let content = version.parts[place].filter { !excluded.contains(table.path(of: $0)) }
      guard !content.isEmpty else { continue }
      found[content] = found[content] == nil && contains(place) ? place : -1
    }
    return found
  }
}
