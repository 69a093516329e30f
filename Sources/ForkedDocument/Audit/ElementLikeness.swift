import ForkedJSON

/// Judges by content alone if elements of base, ours and theirs can be versions of one element.
///
/// The evidence are the strings and numbers that only one element of each of two versions holds. If an element shares
/// more of them with another one, and is not less like that one altogether, it is no version of this one; unless that one
/// is reported as a version of a third, and both would be less like each other if they were exchanged.
struct ElementLikeness {
  private var baseToOurs: Comparison
  private var baseToTheirs: Comparison
  /// That of the elements that both added.
  private var oursToTheirs: Comparison

  /// - Parameters:
  ///   - pairs: the elements that are reported to be versions of one.
  ///   - key: the member whose values are indices and no ids.
  ///   - arrays: the cache of parted elements, which the merge may have filled.
  /// - Complexity: O(bytes of the arrays), in expectation.
  init(
    _ versions: FourVersions, _ pairs: [PairedElement], ignoring key: JSONString?,
    _ arrays: PartedArrays
  ) {
    let present = [
      versions.base.withoutNull, versions.ours.withoutNull, versions.theirs.withoutNull,
    ]
    let (table, elements) = arrays.elements(of: present)
    let lists = zip(present, elements).map { array, elements in
      Version(list: array.map { JSONElementList($0) }, elements: elements)
    }
    let ignored = key.map { table.path(under: $0) }
    func comparison(_ old: Int, _ new: Int) -> Comparison {
      Comparison(old: lists[old], new: lists[new], table: table, ignored: ignored)
    }
    baseToOurs = comparison(0, 1)
    baseToTheirs = comparison(0, 2)
    oursToTheirs = comparison(1, 2)
    for pair in pairs {
      if let element = pair.base {
        baseToOurs.addPartners(element, pair.ours)
        baseToTheirs.addPartners(element, pair.theirs)
      } else {
        oursToTheirs.addPartners(pair.ours, pair.theirs)
      }
    }
  }

  /// Returns true unless one of the versions is more like another element.
  func holds(for pair: PairedElement) -> Bool {
    guard let element = pair.base else { return oursToTheirs.areLikest(pair.ours, pair.theirs) }
    return baseToOurs.areLikest(element, pair.ours) && baseToTheirs.areLikest(element, pair.theirs)
  }
}

/// One version of an array.
private struct Version {
  let list: JSONElementList?
  let elements: PartedElements
  /// For the place of each element, that of its reported partner in the other version; nil if it has none.
  var partners: [Int?]

  init(list: JSONElementList?, elements: PartedElements) {
    self.list = list
    self.elements = elements
    partners = Array(repeating: nil, count: elements.parts.count)
  }
}

/// Two versions of an array.
private struct Comparison {
  var old: Version
  var new: Version
  let table: ElementParts
  /// The path of the member whose values are indices and no ids.
  let ignored: Int?

  mutating func addPartners(_ one: JSONNode?, _ other: JSONNode?) {
    guard let places = places(one, other) else { return }
    old.partners[places.old] = places.new
    new.partners[places.new] = places.old
  }

  /// Returns true also if one of the two is absent.
  func areLikest(_ one: JSONNode?, _ other: JSONNode?) -> Bool {
    guard one != nil, other != nil else { return true }
    guard let places = places(one, other) else { return false }
    return isLikest(places.old, of: old, to: places.new, of: new)
      && isLikest(places.new, of: new, to: places.old, of: old)
  }

  private func places(_ one: JSONNode?, _ other: JSONNode?) -> (old: Int, new: Int)? {
    guard let one, let other, let place = old.list?.place(of: one),
      let otherPlace = new.list?.place(of: other)
    else { return nil }
    return (place, otherPlace)
  }

  private func isLikest(
    _ place: Int, of version: Version, to other: Int, of side: Version
  ) -> Bool {
    var votes = 0
    var rivals: [Int: Int] = [:]
    for part in version.elements.parts[place]
    where version.elements.holder(of: part) == place && table.isTelling(part) && isCounted(part) {
      guard let holder = side.elements.holder(of: part) else { continue }
      if holder == other { votes += 1 } else { rivals[holder, default: 0] += 1 }
    }
    func shared(_ one: Int, _ other: Int) -> Int {
      version.elements.parts[one].sharedCount(with: side.elements.parts[other], where: isCounted)
    }
    return rivals.allSatisfy { rival, count in
      if count <= votes { return true }
      let (gain, loss) = (shared(place, rival), shared(place, other))
      guard gain == loss, let third = side.partners[rival] else { return gain < loss }
      return shared(third, other) < shared(third, rival)
    }
  }

  private func isCounted(_ part: Int) -> Bool { table.path(of: part) != ignored }
}
