import ForkedJSON
import ForkedSchema

/// The trust in the usual ids of one side: the degree to which they name the same elements as in base.
///
/// A generator may renumber elements, so that an insertion gives each later element the id of its neighbour. A user may
/// copy an element and change the original. Only elements that a side changed or added are examined.
struct IdentityTrust {
  /// True if the side has the elements of base unchanged, under their ids.
  let isUnchanged: Bool
  /// True if less than half of the side's elements have under their id the content that base has under another id.
  let isTrusted: Bool
  /// The numbers of ids that may name different elements.
  ///
  /// Their element in base is more like another element of the side than like the one with the same id, or the side's
  /// element is more like another one of base.
  let uncertain: Set<Int>
  /// The new ids of elements, by the numbers of the old ids, which the side no longer has.
  let renamed: [Int: Int]
  /// The numbers of numeric ids whose element the side has under another id, and another element under theirs.
  let shifted: [Int]

  /// Compares a side with base.
  /// - Parameters:
  ///   - numbers: the number of the id of each element of base.
  ///   - sideNumbers: the number of the id of each element of the side.
  /// - Complexity: O(elements, and bytes that the side changed or added), in expectation.
  init(
    _ key: JSONString, base: JSONElementList, _ numbers: [Int], side: JSONElementList,
    _ sideNumbers: [Int]
  ) {
    let count = 1 + max(numbers.max() ?? -1, sideNumbers.max() ?? -1)
    let (places, sidePlaces) = (numbers.places(count), sideNumbers.places(count))
    func isSame(_ place: Int?, _ sidePlace: Int?) -> Bool {
      guard let place, let sidePlace else { return false }
      // White space is no change.
      return base[place].isSame(as: side[sidePlace], apartFrom: nil)
    }
    let open = base.indices.filter { !isSame($0, sidePlaces[numbers[$0]]) }
    let sideOpen = side.indices.filter { !isSame(places[sideNumbers[$0]], $0) }
    isUnchanged = open.isEmpty && sideOpen.isEmpty
    guard
      open.count > 1 || sideOpen.count > 1
        || open.map({ numbers[$0] }) != sideOpen.map({ sideNumbers[$0] })
    else {
      (isTrusted, uncertain, renamed, shifted) = (true, [], [:], [])
      return
    }
    let table = ElementParts()
    let path = table.path(under: key)
    func shifts(
      _ base: PartedElements, _ side: PartedElements, _ open: [Int], _ sideOpen: [Int]
    ) -> KeyShifts {
      KeyShifts(
        of: path, apartFrom: [], base: OpenElements(base, places: open),
        side: OpenElements(side, places: sideOpen), table)
    }
    let changed = PartedElements(open.map { base[$0] }, table)
    let sideChanged = PartedElements(sideOpen.map { side[$0] }, table)
    // Usually the changed elements are not alike, and then the others need not be examined.
    let suspects = shifts(changed, sideChanged, Array(open.indices), Array(sideOpen.indices))
    guard !suspects.pairs.isEmpty || !suspects.possiblyReplaced.isEmpty else {
      (isTrusted, uncertain, renamed, shifted) = (true, [], [:], [])
      return
    }
    let areAllChanged = open.count == base.count && sideOpen.count == side.count
    let found =
      areAllChanged
      ? suspects
      : shifts(
        PartedElements(base, reusing: changed, at: open, table),
        PartedElements(side, reusing: sideChanged, at: sideOpen, table), open, sideOpen)
    // Generators number elements in sequence; names are never given in sequence.
    let areNumbers = [base, side].joined().allSatisfy { $0[key]?.kind == .number }
    isTrusted = !areNumbers || !found.isRenumbering(of: side.count)
    var uncertain: Set<Int> = []
    if areNumbers {
      let replaced = found.possiblyReplaced
      uncertain = Set((found.namesakes + replaced).map { numbers[$0] })
      uncertain.formUnion(found.likeliestPlaces(of: replaced).map { sideNumbers[$0] })
    }
    var renamed: [Int: Int] = [:]
    for pair in found.pairs {
      let id = numbers[pair.element]
      if sidePlaces[id] == nil {
        renamed[id] = sideNumbers[pair.place]
      } else if areNumbers {
        uncertain.formUnion([id, sideNumbers[pair.place]])
      }
    }
    (self.uncertain, self.renamed) = (uncertain, renamed)
    let kept = found.pairs.map { numbers[$0.element] }.filter { sidePlaces[$0] != nil }
    shifted = areNumbers ? kept : []
  }
}

extension [Int] {
  /// Returns the index of each number below the count; nil for a number that does not occur.
  fileprivate func places(_ count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (place, number) in enumerated() { places[number] = place }
    return places
  }
}
