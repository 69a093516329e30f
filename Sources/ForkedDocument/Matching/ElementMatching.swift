import ForkedMerge

/// Finds the version in one side of each element of base, in an array whose elements have no id.
///
/// - Equal elements match: those that a shortest edit script keeps, and those that were moved.
/// - Natural keys, scalars under one path that are unique in each version, must be equal in two elements that match. An
///   element that has as much of another element as of the one with its keys matches neither: it may be a copy.
/// - If a side reordered the keys, the elements may not have moved with them: elements that are more like those at
///   their old index don't match.
/// - Two elements match if they share more exclusive parts, which only one element of each version holds, than either
///   shares with any other element. Without keys they must also share several, and none with other elements.
/// - In a long run of equally many elements, elements at the same index match if each is more like its counterpart than
///   like the counterpart's neighbours.
///
/// All other elements are left unmatched: a wrong match would put a change on another record.
struct ElementMatching {
  /// For each element of base, the index of its version in the side; nil if there is none or it is uncertain.
  private(set) var places: [Int?]
  /// For unmatched elements of base, the index in the side of an element that may be another version of them: of
  /// several that share as much with one, the first.
  private(set) var possiblePlaces: [Int: Int] = [:]
  /// The matched elements that the side left in their order; equal elements take precedence.
  private(set) var unmoved: [Int] = []
  /// True if an element that is not matched may have moved within a run of equally many between unmoved ones.
  private var mayHaveMovesInRuns = false
  let base: MatchedVersion
  let side: MatchedVersion
  private let table: ElementParts
  private(set) var isTaken: [Bool]

  /// Matches the elements of two versions.
  /// - Parameters:
  ///   - base: the elements of base.
  ///   - side: the elements of the side.
  ///   - keyPaths: the paths whose values are unique in each version of the array.
  ///   - fixed: the tokens of elements that are too much alike to be matched after a move.
  ///   - shifted: elements of base whose values the side has in other records; they are not matched.
  ///   - place: a path that only tells an element's index.
  /// - Complexity: that of `SequenceDiff.commonRuns`, plus O(bytes of the elements) in expectation.
  init(
    base: MatchedVersion, side: MatchedVersion, keyPaths: Set<Int>, fixed: Set<Int>,
    shifted: Set<Int>, place: Int?, _ table: ElementParts
  ) {
    self.base = base
    self.side = side
    self.table = table
    places = Array(repeating: nil, count: base.tokens.count)
    isTaken = Array(repeating: false, count: side.tokens.count)
    matchEqual(fixed: fixed)
    let open = OpenElements(
      base.elements, places: base.tokens.indices.filter { places[$0] == nil && base.isParted($0) })
    let sideOpen = OpenElements(
      side.elements, places: side.tokens.indices.filter { !isTaken[$0] && side.isParted($0) })
    guard !open.places.isEmpty, !sideOpen.places.isEmpty else { return }
    let keys = NaturalKeys(keyPaths, place: place, base: open, side: sideOpen, table)
    let links = PartLinks(base: open, side: sideOpen, apartFrom: keys.places, table)
    matchByParts(open, sideOpen, links, keys, shifted)
    if keys.paths.isEmpty, !keys.areAllChanged { matchLongRuns(links) }
    unmatchExchanged()
    unmoved = withMatchedBetween(unmoved)
    unmatchMovedWithRivals()
    guard !possiblePlaces.isEmpty else { return }
    let shuffled = shuffledGaps
    mayHaveMovesInRuns = possiblePlaces.contains { element, place in
      let gap = gap(at: element)
      return gap.base.count == gap.side.count && gap.side.contains(place) && !isTaken[place]
        && !haveSameOffset(element, place)
    }
    possiblePlaces = possiblePlaces.filter { element, place in
      let gap = gap(at: element)
      return !isTaken[place]
        && (!gap.side.contains(place) || shuffled.contains(gap.base.lowerBound))
    }
  }

  private mutating func match(_ element: Int, _ place: Int) {
    places[element] = place
    isTaken[place] = true
  }

  /// Undoes a match; the two may still be one element that was moved.
  mutating func unmatch(_ element: Int, _ place: Int) {
    places[element] = nil
    isTaken[place] = false
    possiblePlaces[element] = place
  }

  private mutating func matchEqual(fixed: Set<Int>) {
    for run in SequenceDiff.commonRuns(old: base.tokens, new: side.tokens) {
      for offset in 0..<run.count {
        match(run.old + offset, run.new + offset)
        unmoved.append(run.old + offset)
      }
    }
    var rest = WaitingIndices(
      base.tokens.indices.filter { places[$0] == nil }, of: base.tokens)
    for place in side.tokens.indices where !isTaken[place] && !fixed.contains(side.tokens[place]) {
      if let element = rest.take(side.tokens[place]) { match(element, place) }
    }
  }

  /// Adds the matched elements that are between the same neighbours in both versions, in the same order.
  private func withMatchedBetween(_ neighbours: [Int]) -> [Int] {
    var result: [Int] = []
    var (element, place) = (0, 0)
    for end in neighbours + [places.count] {
      let endPlace = end < places.count ? places[end] ?? place : isTaken.count
      let between = (element..<max(element, end)).filter { element in
        places[element].map { place <= $0 && $0 < endPlace } ?? false
      }
      if !between.isEmpty {
        result += LongestIncreasing.indices(of: between.map { places[$0] ?? 0 }).map { between[$0] }
      }
      if end < places.count { result.append(end) }
      (element, place) = (end + 1, endPlace + 1)
    }
    return result
  }

  /// For each element of base, true if it is unmoved.
  var stays: [Bool] {
    unmoved.reduce(into: Array(repeating: false, count: places.count)) { $0[$1] = true }
  }

  /// The starts in base of the gaps between unmoved elements out of which, or into which, elements were moved.
  private var shuffledGaps: Set<Int> {
    let stays = stays
    let starts = unmoved.compactMap { places[$0] }
    var gaps: Set<Int> = []
    for element in places.indices where !stays[element] {
      guard let place = places[element] else { continue }
      gaps.insert(gap(at: element).base.lowerBound)
      let count = starts.partitioningCount { $0 < place }
      gaps.insert(count == 0 ? 0 : unmoved[count - 1] + 1)
    }
    return gaps
  }

  /// Returns true if an element and an index of the side have the same offset in equally long runs between unmoved
  /// ones.
  private func haveSameOffset(_ element: Int, _ place: Int) -> Bool {
    let gap = gap(at: element)
    return gap.base.count == gap.side.count
      && element - gap.base.lowerBound == place - gap.side.lowerBound
  }

  /// Returns the run around a moved or unmatched element, up to the next unmoved ones, in both versions.
  func gap(at element: Int) -> (base: Range<Int>, side: Range<Int>) {
    let low = unmoved.partitioningCount { $0 < element }
    let before = low > 0 ? unmoved[low - 1] : -1
    let behind = low < unmoved.count ? unmoved[low] : places.count
    let start = before < 0 ? 0 : (places[before] ?? -1) + 1
    let end = behind == places.count ? isTaken.count : places[behind] ?? isTaken.count
    return (before + 1..<max(before + 1, behind), start..<max(start, end))
  }

  /// The unmoved elements as runs.
  var runs: [CommonRun] {
    var runs: [CommonRun] = []
    for element in unmoved {
      guard let place = places[element] else { continue }
      if let last = runs.last, last.old + last.count == element, last.new + last.count == place {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(CommonRun(old: element, new: place, count: 1))
      }
    }
    return runs
  }

  /// Returns true if the condition holds at an index in the side at which an element of base would be: its own, and
  /// those next to the matches of its neighbours, as far as no element is matched there.
  func isAnyUnmatchedPlace(of element: Int, _ condition: (Int) -> Bool) -> Bool {
    let before = element == 0 ? 0 : places[element - 1].map { $0 + 1 }
    let behind =
      element + 1 == places.count ? isTaken.count - 1 : places[element + 1].map { $0 - 1 }
    func holds(_ place: Int?) -> Bool {
      guard let place, isTaken.indices.contains(place), !isTaken[place] else { return false }
      return condition(place)
    }
    return holds(before) || holds(element) || holds(behind)
  }

  /// The indices of the side's containers that match no element of base.
  var addedPlaces: [Int] { isTaken.indices.filter { !isTaken[$0] && side.isParted($0) } }

  /// True if the side moved an element that it still has.
  var hasMoves: Bool { unmoved.count < places.count { $0 != nil } }

  /// True if the side moved an element, or may have moved one that it also changed.
  var mayHaveMoves: Bool { hasMoves || !possiblePlaces.isEmpty || mayHaveMovesInRuns }

  // MARK: - By parts

  private mutating func matchByParts(
    _ open: OpenElements, _ sideOpen: OpenElements, _ links: PartLinks, _ keys: NaturalKeys,
    _ shifted: Set<Int>
  ) {
    if isAlone, let element = open.places.first, let place = side.firstParted {
      if isMostlySame(element, place) { return match(element, place) }
    }
    for element in open.places {
      guard let place = links.mutualBest(of: element) else {
        possiblePlaces[element] =
          placeOfKey(element, sideOpen, keys) ?? links.firstBest(of: element)
        continue
      }
      let isCertain =
        keys.paths.isEmpty
        ? !keys.areAllChanged && areLinkedClosely(element, place, links)
        : !keys.uncertain.contains(element) && haveSameKeys(element, place, keys)
          && !isAsLikeAnother(place, as: element, keys)
      let isUnshifted = !shifted.contains(element)
      if isCertain, isUnshifted { match(element, place) } else { possiblePlaces[element] = place }
    }
  }

  /// Returns the open element of the side that has a key of an element of base; nil if there is none.
  private func placeOfKey(
    _ element: Int, _ sideOpen: OpenElements, _ keys: NaturalKeys
  ) -> Int? {
    base.elements.parts[element].lazy.filter(keys.isKey).compactMap(side.elements.holder)
      .first(where: sideOpen.contains)
  }

  /// True if each version has exactly one container.
  private var isAlone: Bool {
    base.elements.containerCount == 1 && side.elements.containerCount == 1
  }

  /// Returns true if two elements with the same keys have enough of their parts in common.
  private func haveEnoughInCommon(_ one: ArraySlice<Int>, _ other: ArraySlice<Int>) -> Bool {
    guard isAlone else {
      return one.sharedCount(with: other) * leastShare.of
        >= max(one.count, other.count) * leastShare.parts
    }
    // Empty containers and Booleans are equal in any two elements.
    let most = max(one.count(where: table.isTelling), other.count(where: table.isTelling))
    return one.sharedCount(with: other, where: table.isTelling) * 2 > most
  }

  /// The share of their parts that two elements with the same keys must have in common, if they are not the only ones.
  private var leastShare: (parts: Int, of: Int) {
    // Any string of an only element may be its key.
    let least = min(base.elements.containerCount, side.elements.containerCount)
    if least == 1 { return (2, 3) }
    return (1, least < Self.leastElementsForThird ? 2 : 3)
  }

  /// The number of elements from which on a third of the parts in common suffices: with fewer, each may have another
  /// value by chance.
  private static let leastElementsForThird = 4

  /// Returns true if two elements have many parts and three quarters of them in common, among these a key if they may
  /// have one.
  private func isMostlySame(_ element: Int, _ place: Int) -> Bool {
    let (one, other) = (base.elements.parts[element], side.elements.parts[place])
    let most = max(one.count, other.count)
    return most >= Self.manyParts && one.sharedCount(with: other) * 4 >= most * 3
      && (!one.contains(where: table.mayBeKey)
        || one.sharedCount(with: other, where: table.mayBeKey) > 0)
  }

  /// A number of parts of which two elements don't have most in common by chance.
  private static let manyParts = 8

  /// Returns true if two elements have the same keys and enough other parts in common.
  ///
  /// A third of their parts is enough, half if there are few elements, two thirds if one is the only one of its
  /// version, and more than half of their strings and numbers if both are. If the keys are numbers, half of the parts
  /// that each alone holds are required too.
  private func haveSameKeys(_ element: Int, _ place: Int, _ keys: NaturalKeys) -> Bool {
    let (one, other) = (base.elements.parts[element], side.elements.parts[place])
    guard keys.areEqual(one, other), haveEnoughInCommon(one, other) else { return false }
    if keys.holdString { return true }
    let (own, otherOwn) = (ownParts(of: element, in: base), ownParts(of: place, in: side))
    return own.sharedCount(with: otherOwn) * 2 >= max(own.count, otherOwn.count)
  }

  /// Returns true if two elements without keys are at the same offset between the same unmoved ones, with enough parts
  /// in common.
  ///
  /// They must share several of the parts that each alone holds, at least half of them, and none with other elements.
  private func areLinkedClosely(_ element: Int, _ place: Int, _ links: PartLinks) -> Bool {
    guard min(base.elements.containerCount, side.elements.containerCount) > 1,
      haveSameOffset(element, place)
    else { return false }
    let shared = links.exclusiveCount(of: element, with: place)
    let own = max(ownParts(of: element, in: base).count, ownParts(of: place, in: side).count)
    return shared > 1 && shared * 2 >= own
  }

  /// Returns true if an element of the side has as many of the strings and numbers that only one other element of base
  /// holds as of those of this element: it may be a copy of the other one, under a key that is free.
  private func isAsLikeAnother(_ place: Int, as element: Int, _ keys: NaturalKeys) -> Bool {
    let holders = side.elements.parts[place].filter {
      table.isTelling($0) && !keys.places.contains(table.path(of: $0))
    }.compactMap(base.elements.holder)
    let others = holders.filter { $0 != element }
    return others.greatestMultiplicity >= max(holders.count - others.count, 1)
  }

  /// Returns the strings and numbers of an element that no other element of its version holds.
  private func ownParts(of place: Int, in version: MatchedVersion) -> [Int] {
    version.elements.parts[place].filter {
      table.isTelling($0) && version.elements.holder(of: $0) != nil
    }
  }

  // MARK: - By place

  /// The number of elements in a row that are not alike by chance.
  private static let longRun = 8

  private mutating func matchLongRuns(_ links: PartLinks) {
    var element = 0
    while element < places.count {
      guard places[element] == nil else {
        element += 1
        continue
      }
      var end = element
      while end < places.count, places[end] == nil { end += 1 }
      matchLongRun(element..<end, links)
      element = end
    }
  }

  private mutating func matchLongRun(_ run: Range<Int>, _ links: PartLinks) {
    let start = run.lowerBound == 0 ? 0 : (places[run.lowerBound - 1] ?? 0) + 1
    guard run.count >= Self.longRun, start + run.count <= side.tokens.count else { return }
    let others = start..<start + run.count
    let isClosed =
      run.upperBound == places.count
      ? others.upperBound == side.tokens.count : places[run.upperBound] == others.upperBound
    guard isClosed, others.allSatisfy({ !isTaken[$0] }) else { return }
    let shift = start - run.lowerBound
    guard run.allSatisfy({ isLikeItsCounterpart($0, in: run, shift, links) }) else { return }
    for element in run { match(element, element + shift) }
  }

  /// Returns true if an element of base shares at least half of its parts with its counterpart, more than either shares
  /// with a neighbour of the other, and has no link with another element.
  private func isLikeItsCounterpart(
    _ element: Int, in run: Range<Int>, _ shift: Int, _ links: PartLinks
  ) -> Bool {
    let (one, other) = (base.elements.parts[element], side.elements.parts[element + shift])
    let own = one.sharedCount(with: other)
    guard own > 0, own * 2 >= max(one.count, other.count),
      links.links(of: element).allSatisfy({ $0.place == element + shift })
    else { return false }
    return [element - 1, element + 1].filter(run.contains).allSatisfy {
      one.sharedCount(with: side.elements.parts[$0 + shift]) < own
        && base.elements.parts[$0].sharedCount(with: other) < own
    }
  }
}

/// One version of an array, prepared for matching.
struct MatchedVersion {
  /// Equal integers for equal elements.
  var tokens: [Int]
  var elements: PartedElements

  /// Returns true if the element is a container that is not empty.
  func isParted(_ place: Int) -> Bool { !elements.parts[place].isEmpty }

  /// The index of the first such element.
  var firstParted: Int? { elements.parts.firstIndex { !$0.isEmpty } }
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
