import ForkedJSON

/// Judges by content alone whether elements of base, ours and theirs can be versions of one element.
///
/// The strings and numbers that only one element of each of two versions holds are its evidence: an element that shares more of them
/// with another one, and is not less like that altogether, is not a version of this one.
struct ElementLikeness {
  private struct Leaf: Hashable {
    var path: [JSONString?]
    var value: JSONNode
  }

  /// One version of the array.
  private struct Version {
    var leaves: [Set<Leaf>] = []
    /// The element that holds a leaf; nil where several do.
    var holders: [Leaf: Int?] = [:]
    var places: [Int: Int] = [:]

    init(_ array: JSONNode?, ignoring key: JSONString?) {
      guard let elements = array?.elements else { return }
      for (place, element) in elements.enumerated() {
        var found: Set<Leaf> = []
        Self.collect(element, [], into: &found)
        if let key { found = found.filter { $0.path != [key] } }
        for leaf in found { holders[leaf] = holders[leaf] == nil ? .some(place) : .some(nil) }
        leaves.append(found)
        places[element.range.lowerBound] = place
      }
    }

    private static func collect(
      _ node: JSONNode, _ path: [JSONString?], into found: inout Set<Leaf>
    ) {
      if node.kind.isContainer, node.count > 0, path.count < 4 {
        for member in node.members {
          collect(member.value, path + [member.key.string], into: &found)
        }
        for element in node.elements { collect(element, path + [nil], into: &found) }
      } else {
        found.insert(Leaf(path: path, value: node))
      }
    }
  }

  private let base: Version
  private let ours: Version
  private let theirs: Version

  /// O(bytes of the arrays), in expectation.
  /// - Parameter key: the member whose values are places and no ids.
  init(_ versions: FourVersions, ignoring key: JSONString?) {
    base = Version(versions.base, ignoring: key)
    ours = Version(versions.ours, ignoring: key)
    theirs = Version(versions.theirs, ignoring: key)
  }

  /// True unless one of the versions is more like another element.
  func holds(for pair: PairedElement) -> Bool {
    let present = [(pair.base, base), (pair.ours, ours), (pair.theirs, theirs)]
      .compactMap { element, version in element.map { ($0, version) } }
    guard let (first, version) = present.first else { return false }
    return present.dropFirst().allSatisfy { Self.areLikest(first, version, $0.0, $0.1) }
  }

  private static func areLikest(
    _ one: JSONNode, _ version: Version, _ other: JSONNode, _ otherVersion: Version
  ) -> Bool {
    guard let place = version.places[one.range.lowerBound],
      let otherPlace = otherVersion.places[other.range.lowerBound]
    else { return false }
    return isLikest(place, of: version, to: otherPlace, of: otherVersion)
      && isLikest(otherPlace, of: otherVersion, to: place, of: version)
  }

  private static func isLikest(
    _ place: Int, of version: Version, to other: Int, of side: Version
  ) -> Bool {
    var votes: [Int: Int] = [:]
    for leaf in version.leaves[place]
    where version.holders[leaf] == .some(place)
      && (leaf.value.kind == .string || leaf.value.kind == .number)
    {
      if let holder = side.holders[leaf] ?? nil { votes[holder, default: 0] += 1 }
    }
    let shared = { (element: Int) in
      version.leaves[place].count { side.leaves[element].contains($0) }
    }
    return votes.allSatisfy { rival, count in
      count <= votes[other, default: 0] || shared(rival) < shared(other)
    }
  }
}
