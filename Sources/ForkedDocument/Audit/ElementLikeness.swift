import ForkedJSON

/// Judges by content alone if elements of base, ours and theirs can be versions of one element.
///
/// The evidence are the strings and numbers that only one element of each of two versions holds. If an element shares
/// more of them with another one, and is not less like that one altogether, it is no version of this one.
struct ElementLikeness {
  /// One version of the array.
  private struct Version {
    let list: JSONElementList?
    let elements: PartedElements
  }

  private let table: ElementParts
  private let base: Version
  private let ours: Version
  private let theirs: Version
  /// The path of the member whose values are indices and no ids.
  private let ignored: Int?

  /// - Parameters:
  ///   - key: the member whose values are indices and no ids.
  ///   - arrays: the cache of parted elements, which the merge may have filled.
  /// - Complexity: O(bytes of the arrays), in expectation.
  init(_ versions: FourVersions, ignoring key: JSONString?, _ arrays: PartedArrays) {
    let present = [
      versions.base.withoutNull, versions.ours.withoutNull, versions.theirs.withoutNull,
    ]
    let (table, elements) = arrays.elements(of: present)
    let lists = zip(present, elements).map { array, elements in
      Version(list: array.map { JSONElementList($0) }, elements: elements)
    }
    (base, ours, theirs) = (lists[0], lists[1], lists[2])
    ignored = key.map { table.path(under: $0) }
    self.table = table
  }

  /// Returns true unless one of the versions is more like another element.
  func holds(for pair: PairedElement) -> Bool {
    guard let element = pair.base else { return areLikest(pair.ours, ours, pair.theirs, theirs) }
    return areLikest(element, base, pair.ours, ours)
      && areLikest(element, base, pair.theirs, theirs)
  }

  /// Returns true also if one of the two is absent.
  private func areLikest(
    _ one: JSONNode?, _ version: Version, _ other: JSONNode?, _ otherVersion: Version
  ) -> Bool {
    guard let one, let other else { return true }
    guard let place = version.list?.place(of: one),
      let otherPlace = otherVersion.list?.place(of: other)
    else { return false }
    return isLikest(place, of: version.elements, to: otherPlace, of: otherVersion.elements)
      && isLikest(otherPlace, of: otherVersion.elements, to: place, of: version.elements)
  }

  private func isLikest(
    _ place: Int, of version: PartedElements, to other: Int, of side: PartedElements
  ) -> Bool {
    var votes = 0
    var rivals: [Int: Int] = [:]
    for part in version.parts[place]
    where version.holder(of: part) == place && table.isTelling(part) && isCounted(part) {
      guard let holder = side.holder(of: part) else { continue }
      if holder == other { votes += 1 } else { rivals[holder, default: 0] += 1 }
    }
    let shared = { (element: Int) in
      version.parts[place].sharedCount(with: side.parts[element], where: isCounted)
    }
    return rivals.allSatisfy { rival, count in count <= votes || shared(rival) < shared(other) }
  }

  private func isCounted(_ part: Int) -> Bool { table.path(of: part) != ignored }
}
