/// Judges by all three versions if an element that both sides changed was matched to the right elements.
///
/// Each match may rest on other parts: ours has the name of base's element, and theirs its coordinates. Then the three
/// may be two elements, and a merge of them would put a change on another record.
final class SharedEvidence {
  private let versions: (base: PartedElements, ours: PartedElements, theirs: PartedElements)
  private let table: ElementParts
  /// The least number of elements in a version.
  private let least: Int
  /// The number of elements from which on a value that one element alone holds tells enough: with fewer, most values are
  /// in one element alone.
  private static let leastElementsForAnyShare = 8

  /// - Parameter versions: base, ours and theirs.
  init(_ versions: [PartedElements], _ table: ElementParts) {
    self.versions = (versions[0], versions[1], versions[2])
    self.table = table
    least = versions.map(\.containerCount).min() ?? 0
  }

  /// Returns true if the three versions share a string or number that no other element of their versions holds, and no
  /// side's element at their place is more like base's.
  ///
  /// If the elements are few, most values are in one element alone, and each may be another one by chance. Then a side
  /// must have all of base's strings and numbers, or more than half of them in common; two thirds of an only element.
  /// - Parameters:
  ///   - places: the element's index in base, ours and theirs.
  ///   - sides: the matching of each side, which tells the unmatched elements where the element of base stood.
  /// - Complexity: O(parts of the elements); without allocation.
  func holds(
    _ places: (base: Int, ours: Int, theirs: Int),
    _ sides: (ours: ElementMatching, theirs: ElementMatching)
  ) -> Bool {
    isShared(places)
      && haveEnoughInCommon(places.base, places.ours, of: versions.ours)
      && haveEnoughInCommon(places.base, places.theirs, of: versions.theirs)
      && !isLess(like: places.base, places.ours, in: sides.ours, of: versions.ours)
      && !isLess(like: places.base, places.theirs, in: sides.theirs, of: versions.theirs)
  }

  /// Returns true if one element alone holds a string or number in each version, and it is this one.
  private func isShared(_ places: (base: Int, ours: Int, theirs: Int)) -> Bool {
    versions.base.parts[places.base].contains { part in
      table.isTelling(part) && versions.base.holder(of: part) == places.base
        && versions.ours.holder(of: part) == places.ours
        && versions.theirs.holder(of: part) == places.theirs
    }
  }

  /// Returns true if an unmatched element of the side is more like base's element than its match is.
  private func isLess(
    like element: Int, _ place: Int, in matching: ElementMatching, of side: PartedElements
  ) -> Bool {
    let base = versions.base.parts[element]
    let shared = base.sharedCount(with: side.parts[place], where: table.isTelling)
    return matching.isAnyUnmatchedPlace(of: element) {
      base.sharedCount(with: side.parts[$0], where: table.isTelling) > shared
    }
  }

  private func haveEnoughInCommon(_ element: Int, _ place: Int, of side: PartedElements) -> Bool {
    guard least < Self.leastElementsForAnyShare else { return true }
    let (one, other) = (versions.base.parts[element], side.parts[place])
    let (count, otherCount) = (
      one.count(where: table.isTelling), other.count(where: table.isTelling)
    )
    let common = one.sharedCount(with: other, where: table.isTelling)
    let share = least == 1 ? (2, of: 3) : (1, of: 2)
    return common == count || common * share.of > max(count, otherCount) * share.0
  }
}
