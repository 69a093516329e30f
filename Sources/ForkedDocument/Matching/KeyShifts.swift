/// The elements whose content a side holds under another key than base: what was renumbered, or copied and changed.
struct KeyShifts {
  /// Elements of base, each with the element of the side that is more like it than what the side holds under its key.
  private(set) var pairs: [(element: Int, place: Int)] = []
  /// The number of these that share more than one part.
  private var strongCount = 0
  /// The number of these whose own key is gone, while the one that they have now was another's.
  private var successorCount = 0
  /// Elements of base that have no more of their own in common with what the side holds under their key than with another
  /// element.
  private(set) var strangers: [Int] = []
  /// Elements of base whose key the side gave to another one of them.
  private(set) var namesakes: [Int] = []

  /// True if at least half of a side's elements hold what base has under another key, or one took over the key of another
  /// and gave up its own: then the key says where an element stands.
  /// - Parameter count: the number of the side's elements.
  func isRenumbering(of count: Int) -> Bool {
    successorCount > 0 || strongCount > 1 && !namesakes.isEmpty && strongCount * 2 >= count
  }

  /// Complexity: O(parts of the open elements), in expectation.
  /// - Parameters:
  ///   - path: the path of a key that each element has, and none twice.
  ///   - places: paths that only say where an element stands.
  init(
    of path: Int, apartFrom places: Set<Int>, base: OpenElements, side: OpenElements,
    _ table: ElementParts
  ) {
    let excluded = places.union([path])
    let links = PartLinks(base: base, side: side, apartFrom: excluded, table)
    func key(_ parts: [Int]) -> Int? { parts.first { table.path(of: $0) == path } }
    func content(_ parts: [Int]) -> [Int] {
      parts.filter { !excluded.contains(table.path(of: $0)) }
    }
    func shared(_ element: Int, _ place: Int) -> Int {
      content(base.version.parts[element]).sharedCount(with: content(side.version.parts[place]))
    }
    for element in base.places {
      if let key = key(base.version.parts[element]), let rival = side.version.holder(of: key),
        let linked = links.counts[element],
        linked.contains(where: { $0.key != rival && $0.value >= linked[rival] ?? 0 })
      {
        strangers.append(element)
      }
      guard let place = links.mutualBest(of: element),
        let baseKey = key(base.version.parts[element]),
        let sideKey = key(side.version.parts[place]), baseKey != sideKey
      else { continue }
      let own = shared(element, place)
      let most = max(base.version.parts[element].count, side.version.parts[place].count) - 1
      let rival = side.version.holder(of: baseKey)
      if let rival, shared(element, rival) >= own { continue }
      let namesake = base.version.holder(of: sideKey)
      if let namesake, shared(namesake, place) >= own { continue }
      let isAlike = own * 2 >= most
      guard isAlike || rival.map({ links.counts[element]?[$0] == nil }) == true else { continue }
      pairs.append((element, place))
      if isAlike, own > 1 {
        strongCount += 1
        if rival == nil, namesake != nil { successorCount += 1 }
      }
      if let namesake { namesakes.append(namesake) }
    }
  }
}
