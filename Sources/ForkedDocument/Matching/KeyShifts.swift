/// The elements whose content a side has under another key than base: renumbered elements, or copied and changed ones.
struct KeyShifts {
  /// Elements of base, each with the element of the side that is more like it than the side's element under its key.
  private(set) var pairs: [(element: Int, place: Int)] = []
  /// The number of pairs that share more than one part.
  private var strongCount = 0
  /// The number of these pairs whose own key is gone, and whose new key was another element's.
  private var successorCount = 0
  /// Elements of base, each with the element of the side that has its key.
  private var rivals: [(element: Int, rival: Int)] = []
  /// Elements of base whose key the side gave to another element of base.
  private(set) var namesakes: [Int] = []

  /// Returns true if the key only tells an element's index.
  ///
  /// So it is if at least half of a side's elements hold the content that base has under another key, or if one element
  /// gave up its own key and took over another's.
  /// - Parameter count: the number of the side's elements.
  func isRenumbering(of count: Int) -> Bool {
    successorCount > 0 || strongCount > 1 && !namesakes.isEmpty && strongCount * 2 >= count
  }

  /// Elements of base that the side changed under their key, and that may be another element now.
  ///
  /// Another element of the side has equal content, or shares as many exclusive parts with them; or the side's element
  /// under their key is more like another one of base.
  /// - Complexity: O(parts of the open elements), in expectation.
  var possiblyReplaced: [Int] {
    rivals.filter { isPossiblyReplaced($0.element, to: $0.rival) }.map(\.element)
  }

  /// Returns the elements of the side that are most like these of base, as far as there are such.
  func likeliestPlaces(of elements: [Int]) -> [Int] { elements.compactMap(links.best) }

  private let base: OpenElements
  private let side: OpenElements
  private let path: Int
  private let links: PartLinks
  private let table: ElementParts

  /// Finds the shifts of one key.
  /// - Parameters:
  ///   - path: the path of a key that each element has, and none twice.
  ///   - places: the paths of scalars that only tell an element's index.
  /// - Complexity: O(parts of the open elements), in expectation.
  init(
    of path: Int, apartFrom places: Set<Int>, base: OpenElements, side: OpenElements,
    _ table: ElementParts
  ) {
    (self.base, self.side, self.path, self.table) = (base, side, path, table)
    // Elements within elements are numbered as well.
    let excluded = places.union(table.paths(endingLike: path))
    links = PartLinks(base: base, side: side, apartFrom: excluded, table)
    for element in base.places {
      guard let key = key(element, in: base) else { continue }
      let rival = side.version.holder(of: key)
      if let rival { rivals.append((element, rival)) }
      let place = rival == nil ? links.best(of: element) : links.mutualBest(of: element)
      if let place, self.key(place, in: side) != key {
        notePair(element, place, rival: rival)
      } else if place == nil, rival == nil, isOnlyUnderKeysOfOthers(element) {
        successorCount += 1
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

  /// Returns true if the side has parts of the element, but only in elements that have other elements' keys and nothing
  /// of these.
  private func isOnlyUnderKeysOfOthers(_ element: Int) -> Bool {
    let places = links.links(of: element).map(\.place)
    return !places.isEmpty
      && places.allSatisfy { place in
        key(place, in: side).flatMap(base.version.holder).map {
          links.count(of: $0, with: place) == 0
        } ?? false
      }
  }

  /// Returns true if another element of the side may be the element of base, and the rival, which has its key, another
  /// one. What lists within the elements hold may have been copied from one to the other, so the evidence is judged
  /// without it, too.
  private func isPossiblyReplaced(_ element: Int, to rival: Int) -> Bool {
    if base.version.parts[element].count(where: links.contents.isContent) > 1,
      links.contents.isInSide(element)
    {
      return true
    }
    return areOthersMoreAlike(element, rival, by: .anyPart)
      || table.holdLists && areOthersMoreAlike(element, rival, by: .possibleKey)
  }

  /// The parts by which elements are compared.
  private enum Evidence {
    /// Strings and numbers.
    case anyPart
    /// Those that are in no list within the element.
    case possibleKey
  }

  private func areOthersMoreAlike(_ element: Int, _ rival: Int, by evidence: Evidence) -> Bool {
    let (kept, others) = origins(of: rival, apartFrom: element, by: evidence)
    return others.greatestMultiplicity > kept
      || holders(of: element, apartFrom: rival, by: evidence).greatestMultiplicity
        >= max(kept, 1)
  }

  /// For each part that in base only this element holds, and in the side other elements hold: the index of the holder
  /// in the side; -1 if there are several.
  private func holders(of element: Int, apartFrom rival: Int, by evidence: Evidence) -> [Int] {
    let others = side.version.parts[rival]
    var holders: [Int] = []
    for part in base.version.parts[element] where base.version.holder(of: part) == element {
      let holder = side.version.holder(of: part)
      guard holder != rival, side.version.holds(part), isEvidence(part, evidence) else { continue }
      if !others.holdsAscending(part) { holders.append(holder ?? -1) }
    }
    return holders
  }

  /// Finds the origins of an element of the side: for each part that only one element of base holds, that element.
  ///
  /// Those of the given element are only counted.
  private func origins(
    of place: Int, apartFrom element: Int, by evidence: Evidence
  ) -> (kept: Int, others: [Int]) {
    var (kept, others) = (0, [Int]())
    for part in side.version.parts[place] where isEvidence(part, evidence) {
      guard let origin = base.version.holder(of: part) else { continue }
      if origin == element { kept += 1 } else { others.append(origin) }
    }
    return (kept, others)
  }

  private func isEvidence(_ part: Int, _ evidence: Evidence) -> Bool {
    guard links.contents.isContent(part) else { return false }
    return switch evidence {
    case .anyPart: table.isTelling(part)
    case .possibleKey: table.mayBeKey(part)
    }
  }

  /// Adds a pair if the two elements are more like each other than like the elements that have their keys in the other
  /// version.
  /// - Parameter rival: the element of the side that has the key of the element of base.
  private mutating func notePair(_ element: Int, _ place: Int, rival: Int?) {
    guard let sideKey = key(place, in: side) else { return }
    let shared = sharedCount(element, place)
    if let rival, sharedCount(element, rival) >= shared { return }
    let namesake = base.version.holder(of: sideKey)
    if let namesake {
      let other = sharedCount(namesake, place)
      // Of a key that is gone it is not certain which of two alike the other key names now.
      if other > shared || other == shared && rival != nil { return }
    }
    let isAlike = shared * 2 >= base.version.parts[element].count - 1
    let isUnlikeNamesake = namesake.map { links.count(of: $0, with: place) == 0 } ?? false
    let isUnlikeRival = rival.map { links.count(of: element, with: $0) == 0 } ?? isUnlikeNamesake
    guard isAlike || isUnlikeRival else { return }
    pairs.append((element, place))
    if isAlike, shared > 1 { strongCount += 1 }
    if rival == nil, isUnlikeNamesake || namesake != nil && isAlike && shared > 1 {
      successorCount += 1
    }
    if let namesake { namesakes.append(namesake) }
  }
}

extension ArraySlice<Int> {
  /// Returns true if the ascending numbers contain the number.
  /// - Complexity: O(log n).
  fileprivate func holdsAscending(_ number: Int) -> Bool {
    let place = startIndex + partitioningCount { $0 < number }
    return place < endIndex && self[place] == number
  }
}

extension [Int] {
  /// The number of occurrences of the most frequent number.
  /// - Complexity: O(count) in expectation.
  fileprivate var greatestMultiplicity: Int {
    var counts: [Int: Int] = [:]
    for number in self { counts[number, default: 0] += 1 }
    return counts.values.max() ?? 0
  }
}
