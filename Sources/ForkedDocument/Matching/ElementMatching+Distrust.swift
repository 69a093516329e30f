/// Matches that are undone, because another element may be the right one as well.
extension ElementMatching {
  /// Undoes the matches of elements that were changed and moved if the side's element at their old index is as like
  /// them.
  mutating func unmatchMovedWithRivals() {
    let stays = stays
    for element in places.indices where !stays[element] {
      guard let place = places[element], base.tokens[element] != side.tokens[place] else {
        continue
      }
      let gap = gap(at: element)
      let rival = gap.side.lowerBound + element - gap.base.lowerBound
      guard gap.base.count == gap.side.count, !isTaken[rival] else { continue }
      if sharedCount(element, rival) >= sharedCount(element, place) { unmatch(element, place) }
    }
  }

  /// Undoes the matches of changed elements that may only have exchanged their keys.
  ///
  /// These are elements in another order, in runs of equally many elements between equal ones or in lists of equal
  /// length, if both are more like the other version's element at their index, or if the element at their index is
  /// unmatched and as like them.
  mutating func unmatchExchanged() {
    let exchanged = places.indices.filter { element in
      guard let place = places[element], base.tokens[element] != side.tokens[place] else {
        return false
      }
      let gap = gap(at: element)
      let isRun = gap.base.count == gap.side.count
      guard isRun || base.tokens.count == side.tokens.count, gap.side.contains(place) else {
        return false
      }
      let shift = isRun ? gap.side.lowerBound - gap.base.lowerBound : 0
      return mayBeExchanged(element, place, shift: shift, in: gap)
    }
    for element in exchanged {
      if let place = places[element] { unmatch(element, place) }
    }
  }

  private func mayBeExchanged(
    _ element: Int, _ place: Int, shift: Int, in gap: (base: Range<Int>, side: Range<Int>)
  ) -> Bool {
    let (rival, other) = (element + shift, place - shift)
    guard rival != place, gap.side.contains(rival) else { return false }
    let shared = sharedCount(element, place)
    if !isTaken[rival], sharedCount(element, rival) >= shared { return true }
    return gap.base.contains(other) && sharedCount(element, rival) > shared
      && sharedCount(other, place) > shared
  }

  private func sharedCount(_ element: Int, _ place: Int) -> Int {
    base.elements.parts[element].sharedCount(with: side.elements.parts[place])
  }
}
