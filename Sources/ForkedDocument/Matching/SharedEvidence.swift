/// Judges by all three versions if an element that both sides changed was matched to the right elements.
///
/// Each match may rest on other parts: ours has the name of base's element, and theirs its coordinates. Then the three
/// may be two elements, and a merge of them would put a change on another record.
struct SharedEvidence {
  private let versions: [PartedElements]
  private let table: ElementParts
  /// The least number of elements in a version.
  private let least: Int
  /// The number of elements from which on a value that one element alone holds tells enough: with fewer, most values are
  /// in one element alone.
  private static let leastElementsForAnyShare = 8

  /// - Parameter versions: base, ours and theirs.
  init(_ versions: [PartedElements], _ table: ElementParts) {
    self.versions = versions
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
  ///   - rivals: for ours and for theirs, the indices of unmatched elements where the element of base stood.
  /// - Complexity: O(parts of the elements), in expectation.
  func holds(_ places: [Int], rivals: [[Int]]) -> Bool {
    let parts = zip(versions, places).map { Set($0.parts[$1].filter(table.isTelling)) }
    let shared = parts[0].intersection(parts[1]).intersection(parts[2])
    return haveEnoughInCommon(parts) && !areLess(like: places[0], Array(places[1...]), rivals)
      && shared.contains { part in
        zip(versions, places).allSatisfy { $0.holder(of: part) == $1 }
      }
  }

  /// Returns true if one of the rivals is more like base's element than its match in the same side.
  private func areLess(like element: Int, _ places: [Int], _ rivals: [[Int]]) -> Bool {
    let base = versions[0].parts[element]
    return places.indices.contains { index in
      let side = versions[index + 1]
      let shared = base.sharedCount(with: side.parts[places[index]], where: table.isTelling)
      return rivals[index].contains {
        base.sharedCount(with: side.parts[$0], where: table.isTelling) > shared
      }
    }
  }

  private func haveEnoughInCommon(_ parts: [Set<Int>]) -> Bool {
    guard least < Self.leastElementsForAnyShare else { return true }
    let share = least == 1 ? (2, of: 3) : (1, of: 2)
    return parts.dropFirst().allSatisfy { side in
      let common = parts[0].intersection(side).count
      return common == parts[0].count
        || common * share.of > max(parts[0].count, side.count) * share.0
    }
  }
}
