/// The elements whose content a side holds under another key than base: what was renumbered, or copied and changed.
struct KeyShifts {
  /// Elements of base, each with the element of the side that is more like it than what the side holds under its key.
  private(set) var pairs: [(element: Int, place: Int)] = []
  /// The number of these that share more than one part.
  private var strongCount = 0
  /// The number of these whose own key is gone, while the one that they have now was another's.
  private var successorCount = 0
  /// Elements of base that the side changed under their key, and that are no less like another element: it says the same, or
  /// has as much in common with them of what nothing else has; or what the side has there is more like another one of base.
  private(set) var strangers: [Int] = []
  /// Elements of base whose key the side gave to another one of them.
  private(set) var namesakes: [Int] = []

  /// True if at least half of a side's elements hold what base has under another key, or one took over the key of another
  /// and gave up its own: then the key says where an element stands.
  /// - Parameter count: the number of the side's elements.
  func isRenumbering(of count: Int) -> Bool {
    successorCount > 0 || strongCount > 1 && !namesakes.isEmpty && strongCount * 2 >= count
  }

  private let base: OpenElements
  private let side: OpenElements
  private let path: Int
  private let links: PartLinks
  private let table: ElementParts

  /// Complexity: O(parts of the open elements), in expectation.
  /// - Parameters:
  ///   - path: the path of a key that each element has, and none twice.
  ///   - places: paths that only say where an element stands.
  init(
    of path: Int, apartFrom places: Set<Int>, base: OpenElements, side: OpenElements,
    _ table: ElementParts
  ) {
    (self.base, self.side, self.path, self.table) = (base, side, path, table)
    // Elements within elements are numbered, too.
    let excluded = places.union(table.paths(endingLike: path))
    links = PartLinks(base: base, side: side, apartFrom: excluded, table)
    for element in base.places {
      guard let key = key(element, in: base) else { continue }
      let rival = side.version.holder(of: key)
      if let rival, isStranger(element, to: rival) { strangers.append(element) }
      if let place = links.mutualBest(of: element), self.key(place, in: side) != key {
        notePair(element, place, rival: rival)
      }
    }
  }

  private func key(_ place: Int, in elements: OpenElements) -> Int? {
    elements.version.parts[place].first { table.path(of: $0) == path }
  }

  private func sharedCount(_ element: Int, _ place: Int) -> Int {
    base.version.parts[element].sharedCount(
      with: side.version.parts[place], where: links.contents.isContent)
  }

  private func isStranger(_ element: Int, to rival: Int) -> Bool {
    if base.version.parts[element].count(where: links.contents.isContent) > 1,
      links.contents.isInSide(element)
    {
      return true
    }
    let (kept, others) = origins(of: rival, apartFrom: element)
    return others.greatestMultiplicity > kept
      || holders(of: element, apartFrom: rival).greatestMultiplicity >= max(kept, 1)
  }

  /// For each part that an element of base alone held, and other elements of the side hold, that element; -1 where there are
  /// several.
  private func holders(of element: Int, apartFrom rival: Int) -> [Int] {
    let others = side.version.parts[rival]
    var holders: [Int] = []
    for part in base.version.parts[element] where base.version.holder(of: part) == element {
      if side.version.holds(part), isEvidence(part), !others.holdsAscending(part) {
        holders.append(side.version.holder(of: part) ?? -1)
      }
    }
    return holders
  }

  /// For each part of an element of the side that only one of base holds, that element; those of one of them as their number.
  private func origins(of place: Int, apartFrom element: Int) -> (kept: Int, others: [Int]) {
    var (kept, others) = (0, [Int]())
    for part in side.version.parts[place] where isEvidence(part) {
      guard let origin = base.version.holder(of: part) else { continue }
      if origin == element { kept += 1 } else { others.append(origin) }
    }
    return (kept, others)
  }

  private func isEvidence(_ part: Int) -> Bool {
    links.contents.isContent(part) && table.isTelling(part)
  }

  /// Notes an element that the side has under another key, if that is more like it than what the side has under its own, and
  /// than what base has under the other.
  /// - Parameter rival: the element of the side that has its key.
  private mutating func notePair(_ element: Int, _ place: Int, rival: Int?) {
    guard let sideKey = key(place, in: side) else { return }
    let shared = sharedCount(element, place)
    if let rival, sharedCount(element, rival) >= shared { return }
    let namesake = base.version.holder(of: sideKey)
    if let namesake, sharedCount(namesake, place) >= shared { return }
    let most = max(base.version.parts[element].count, side.version.parts[place].count) - 1
    let isAlike = shared * 2 >= most
    guard isAlike || rival.map({ links.count(of: element, with: $0) == 0 }) == true else { return }
    pairs.append((element, place))
    if isAlike, shared > 1 {
      strongCount += 1
      if rival == nil, namesake != nil { successorCount += 1 }
    }
    if let namesake { namesakes.append(namesake) }
  }
}

extension [Int] {
  /// How often the number stands in it that does so most often. O(n log n).
  fileprivate var greatestMultiplicity: Int {
    guard count > 1 else { return count }
    var (greatest, current) = (0, 0)
    var last: Int?
    for number in sorted() {
      current = number == last ? current + 1 : 1
      last = number
      greatest = Swift.max(greatest, current)
    }
    return greatest
  }
}

extension ArraySlice<Int> {
  /// True if the number is in it, whose numbers ascend. O(log n).
  fileprivate func holdsAscending(_ number: Int) -> Bool {
    let place = startIndex + partitioningCount { $0 < number }
    return place < endIndex && self[place] == number
  }
}
