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
    let origins = origins(of: rival)
    let kept = origins.first { $0.place == element }?.count ?? 0
    return origins.contains { $0.place != element && $0.count > kept }
      || holders(of: element, apartFrom: rival).contains { $0.count >= kept }
  }

  /// The elements of the side that hold parts which an element of base alone held, with the number of these parts; those that
  /// several hold under -1.
  private func holders(of element: Int, apartFrom rival: Int) -> [(place: Int, count: Int)] {
    let others = side.version.parts[rival]
    return base.version.parts[element].filter { part in
      links.contents.isContent(part) && table.isTelling(part)
        && base.version.holder(of: part) == element && side.version.holds(part)
        && !others.contains(part)
    }.map { side.version.holder(of: $0) ?? -1 }.counted
  }

  /// The elements of base that alone hold parts of an element of the side, with the number of these parts.
  private func origins(of place: Int) -> [(place: Int, count: Int)] {
    side.version.parts[place]
      .filter { links.contents.isContent($0) && table.isTelling($0) }
      .compactMap(base.version.holder).counted
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
  /// The places in it, ascending, and how often each stands there. O(n log n).
  fileprivate var counted: [(place: Int, count: Int)] {
    var counts: [(place: Int, count: Int)] = []
    for place in sorted() {
      if counts.last?.place == place {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((place, 1))
      }
    }
    return counts
  }
}
