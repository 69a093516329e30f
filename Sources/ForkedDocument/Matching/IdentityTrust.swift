import ForkedJSON
import ForkedSchema

/// The trust in the usual ids of one side: how far they name what they name in base.
///
/// Generators number elements anew, so that an insertion gives each element behind it the id of its neighbour; people copy
/// an element and change the original. Only elements that a side changed or added are looked at.
struct IdentityTrust {
  /// True if the side has the elements of base as they are, under their ids.
  let isUnchanged: Bool
  /// True if less than half of the side's elements hold under their id what base has under another one.
  let isTrusted: Bool
  /// The numbers of ids whose element in base is more like another element of the side than like the one that has its id
  /// there, or whose element in the side is more like another one of base.
  let uncertain: Set<Int>
  /// For numbers of ids that the side doesn't have, the id under which it has the element.
  let renamed: [Int: Int]
  /// The numbers of ids that are numbers, and under which the side has something else than the element of base, which it has
  /// under another.
  let shifted: [Int]

  /// Complexity: O(elements, and bytes of what the side changed or added), in expectation.
  /// - Parameters:
  ///   - numbers: for each element of base the number of its id.
  ///   - sideNumbers: for each element of the side the number of its id.
  init(
    _ key: JSONString, base: JSONElementList, _ numbers: [Int], side: JSONElementList,
    _ sideNumbers: [Int]
  ) {
    let count = 1 + max(numbers.max() ?? -1, sideNumbers.max() ?? -1)
    let (places, sidePlaces) = (numbers.places(count), sideNumbers.places(count))
    func isSame(_ place: Int?, _ sidePlace: Int?) -> Bool {
      guard let place, let sidePlace else { return false }
      return base[place].hasSameBytes(as: side[sidePlace])
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
      _ elements: [JSONNode], _ sideElements: [JSONNode], _ open: [Int], _ sideOpen: [Int]
    )
      -> KeyShifts
    {
      KeyShifts(
        of: path, apartFrom: [], base: OpenElements(PartedElements(elements, table), places: open),
        side: OpenElements(PartedElements(sideElements, table), places: sideOpen), table)
    }
    // As a rule what changed has no likeness among itself, and so the rest need not be looked at.
    let suspects = shifts(
      open.map { base[$0] }, sideOpen.map { side[$0] }, Array(open.indices), Array(sideOpen.indices)
    )
    guard !suspects.pairs.isEmpty || !suspects.strangers.isEmpty else {
      (isTrusted, uncertain, renamed, shifted) = (true, [], [:], [])
      return
    }
    let found = shifts(Array(base), Array(side), open, sideOpen)
    // Generators number elements; nobody gives names in turn.
    let areNumbers = side.allSatisfy { $0[key]?.kind == .number }
    isTrusted = !areNumbers || !found.isRenumbering(of: side.count)
    var uncertain = areNumbers ? Set((found.namesakes + found.strangers).map { numbers[$0] }) : []
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
  /// For each number below the count where it stands; nil where it doesn't.
  fileprivate func places(_ count: Int) -> [Int?] {
    var places = [Int?](repeating: nil, count: count)
    for (place, number) in enumerated() { places[number] = place }
    return places
  }
}
