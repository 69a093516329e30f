import ForkedJSON

/// The elements of a version that the other version doesn't have unchanged.
struct OpenElements {
  let version: PartedElements
  let places: [Int]
  private let isOpen: [Bool]

  /// - Parameter places: the indices of the open elements, in ascending order.
  init(_ version: PartedElements, places: [Int]) {
    self.version = version
    self.places = places
    var isOpen = Array(repeating: false, count: version.parts.count)
    for place in places { isOpen[place] = true }
    self.isOpen = isOpen
  }

  func contains(_ place: Int) -> Bool { isOpen[place] }
}

/// Links between open elements of base and of a side.
///
/// Each part that only one element of each version holds is a link. Two elements that are equal apart from the excluded
/// paths have one more.
struct PartLinks {
  private let links: LinkLists
  private let reverse: LinkLists
  /// For each element of the side, the greatest number of links with one element of base.
  private let greatestCounts: [Int]
  let contents: PartContents

  /// Finds the links.
  /// - Parameter excluded: the paths whose parts don't identify an element.
  /// - Complexity: O(parts), in expectation.
  init(
    base: OpenElements, side: OpenElements, apartFrom excluded: Set<Int>, _ table: ElementParts
  ) {
    let contents = PartContents(base: base, side: side, apartFrom: excluded, table)
    var links = LinkLists(count: base.version.parts.count)
    var places: [Int] = []
    for element in base.places {
      places.removeAll(keepingCapacity: true)
      for part in base.version.parts[element] where base.version.holder(of: part) != nil {
        guard table.isTelling(part), let place = side.version.holder(of: part),
          side.contains(place), contents.isContent(part)
        else { continue }
        places.append(place)
      }
      if !excluded.isEmpty, let place = contents.equalPlace(to: element) { places.append(place) }
      places.sort()
      links.append(places, of: element)
    }
    (self.links, self.contents) = (links, contents)
    let reverse = links.reversed(count: side.version.parts.count)
    greatestCounts = side.version.parts.indices.map { place in
      reverse[place].map(\.count).max() ?? 0
    }
    self.reverse = reverse
  }

  /// Returns the links of an element of base with elements of the side.
  func links(of element: Int) -> ArraySlice<LinkLists.Link> { links[element] }

  /// Returns the number of links between an element of base and an element of the side.
  func count(of element: Int, with place: Int) -> Int {
    links[element].first { $0.place == place }?.count ?? 0
  }

  /// Returns the element of the side with which an element of base has more links than either has with any other; nil
  /// if there is none.
  func mutualBest(of element: Int) -> Int? {
    guard let place = Self.strongest(links[element]),
      Self.strongest(reverse[place]) == element
    else { return nil }
    return place
  }

  /// The element of the side with which an element of base has more links than with any other, and no other element of
  /// base has more; nil where there is none.
  func best(of element: Int) -> Int? {
    guard let place = Self.strongest(links[element]),
      count(of: element, with: place) == greatestCounts[place]
    else { return nil }
    return place
  }

  private static func strongest(_ links: ArraySlice<LinkLists.Link>) -> Int? {
    guard let strongest = links.max(by: { $0.count < $1.count }),
      links.count(where: { $0.count == strongest.count }) == 1
    else { return nil }
    return strongest.place
  }
}

/// The links of each element of one version with elements of another one, in one block of memory.
struct LinkLists {
  struct Link {
    let place: Int
    var count: Int
  }

  private var links: [Link] = []
  /// For each element, the range of its links.
  private var ranges: [Range<Int>]

  init(count: Int) { ranges = Array(repeating: 0..<0, count: count) }

  subscript(element: Int) -> ArraySlice<Link> { links[ranges[element]] }

  /// Adds the links of an element that has none yet.
  /// - Parameter places: the index at the other end of each link, in ascending order.
  mutating func append(_ places: [Int], of element: Int) {
    let start = links.count
    for place in places {
      if links.count > start, links[links.count - 1].place == place {
        links[links.count - 1].count += 1
      } else {
        links.append(Link(place: place, count: 1))
      }
    }
    ranges[element] = start..<links.count
  }

  /// Returns the same links by the elements of the other version.
  /// - Parameter count: the number of elements of that version.
  /// - Complexity: O(links).
  func reversed(count: Int) -> LinkLists {
    var result = LinkLists(count: count)
    var counts = Array(repeating: 0, count: count)
    for link in links { counts[link.place] += 1 }
    var end = 0
    for place in counts.indices where counts[place] > 0 {
      result.ranges[place] = end..<end
      end += counts[place]
    }
    result.links = Array(repeating: Link(place: 0, count: 0), count: links.count)
    for (element, range) in ranges.enumerated() {
      for link in links[range] {
        let next = result.ranges[link.place].upperBound
        result.links[next] = Link(place: element, count: link.count)
        result.ranges[link.place] = result.ranges[link.place].lowerBound..<next + 1
      }
    }
    return result
  }
}

/// Compares the elements of two versions apart from the parts under some paths.
final class PartContents {
  private let base: OpenElements
  private let side: OpenElements
  private let isExcluded: [Bool]
  private let table: ElementParts
  private lazy var numbers = ContentNumbers(base: base, side: side, where: isContent)

  /// - Parameter excluded: the paths whose parts don't count.
  init(
    base: OpenElements, side: OpenElements, apartFrom excluded: Set<Int>, _ table: ElementParts
  ) {
    (self.base, self.side, self.table) = (base, side, table)
    isExcluded = table.marks(of: excluded)
  }

  /// Returns true if the part belongs to the content of an element.
  func isContent(_ part: Int) -> Bool { !isExcluded[table.path(of: part)] }

  /// Returns true if an open element of the side has the same content as the element of base, and that is not empty.
  func isInSide(_ element: Int) -> Bool {
    switch evidence(of: element) {
    case .none: false
    case .only(let place): side.contains(place) && areEqual(element, place)
    case .several: numbers.isInSide(element)
    }
  }

  /// Returns the element of the side with the same content, if both are open and no other element of either has it.
  func equalPlace(to element: Int) -> Int? {
    let parts = base.version.parts[element]
    let isAlone = parts.contains { isContent($0) && base.version.holder(of: $0) == element }
    switch evidence(of: element) {
    case .none: return nil
    case .only(let place) where isAlone:
      return side.contains(place) && areEqual(element, place) ? place : nil
    case .only, .several: return numbers.equalPlace(to: element)
    }
  }

  /// The elements of the side that may have the content of an element of base.
  private enum Evidence {
    case none, several
    case only(Int)
  }

  /// - Complexity: O(parts).
  private func evidence(of element: Int) -> Evidence {
    var (hasContent, only) = (false, nil as Int?)
    for part in base.version.parts[element] where isContent(part) {
      guard side.version.holds(part) else { return .none }
      hasContent = true
      only = side.version.holder(of: part) ?? only
    }
    return only.map { .only($0) } ?? (hasContent ? .several : .none)
  }

  private func areEqual(_ element: Int, _ place: Int) -> Bool {
    base.version.parts[element].lazy.filter(isContent)
      .elementsEqual(side.version.parts[place].lazy.filter(isContent))
  }
}

/// Numbers for the contents of elements, equal for equal contents.
private struct ContentNumbers {
  /// For each element of base, the number of its content; -1 if it is empty.
  private let base: [Int]
  /// For each content, the open element of base that alone has it in its version; negative if there is none.
  private let basePlaces: [Int]
  private let sidePlaces: [Int]
  /// For each content, true if an open element of the side has it.
  private let isInSide: [Bool]

  /// - Complexity: O(parts), in expectation.
  init(base: OpenElements, side: OpenElements, where isContent: (Int) -> Bool) {
    var lists = ListNumbers()
    let numbers = [base, side].map { elements in
      elements.version.parts.map { parts in
        let content = parts.filter(isContent)
        return content.isEmpty ? -1 : lists.number(of: content)
      }
    }
    self.base = numbers[0]
    basePlaces = base.onlyPlaces(of: numbers[0], count: lists.count)
    sidePlaces = side.onlyPlaces(of: numbers[1], count: lists.count)
    var isInSide = Array(repeating: false, count: lists.count)
    for place in side.places where numbers[1][place] >= 0 { isInSide[numbers[1][place]] = true }
    self.isInSide = isInSide
  }

  func isInSide(_ element: Int) -> Bool { base[element] >= 0 && isInSide[base[element]] }

  func equalPlace(to element: Int) -> Int? {
    guard base[element] >= 0, basePlaces[base[element]] == element else { return nil }
    let place = sidePlaces[base[element]]
    return place < 0 ? nil : place
  }
}

extension OpenElements {
  /// Returns for each number the index of the only element that has it, if that is open; else a negative number.
  fileprivate func onlyPlaces(of numbers: [Int], count: Int) -> [Int] {
    let (none, several) = (-1, -2)
    var places = Array(repeating: none, count: count)
    for (place, number) in numbers.enumerated() where number >= 0 {
      places[number] = places[number] == none && contains(place) ? place : several
    }
    return places
  }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Returns the number of elements at the start for which the condition holds; it holds for no element after them.
  /// - Complexity: O(log count).
  func partitioningCount(while condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[startIndex + middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of elements that two ascending lists have in common.
  /// - Parameter isCounted: returns true for elements that count.
  /// - Complexity: O(count).
  func sharedCount(with other: Self, where isCounted: (Int) -> Bool = { _ in true }) -> Int {
    var (shared, place) = (0, other.startIndex)
    for element in self {
      while place < other.endIndex, other[place] < element { place += 1 }
      if place < other.endIndex, other[place] == element, isCounted(element) { shared += 1 }
    }
    return shared
  }
}
