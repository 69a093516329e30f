/// Elements that both sides added, not equal, that may be one: both hold the same natural key, or differ only in the number
/// of their place.
///
/// Nothing in base tells whether they are one element, which the sides then changed, or two.
struct AddedNamesakes {
  /// The places in ours and in theirs.
  private(set) var pairs: [(ours: Int, theirs: Int)] = []

  /// Complexity: O(parts of the open elements), in expectation.
  /// - Parameters:
  ///   - paths: paths that are unique in each version of the array. In a side with one element they say nothing.
  ///   - place: a path that only says where an element stands.
  init(
    ours: OpenElements, theirs: OpenElements, keyPaths paths: Set<Int>, place: Int?,
    _ table: ElementParts
  ) {
    if let place {
      let contents = PartContents(base: ours, side: theirs, apartFrom: [place], table)
      pairs = ours.places.compactMap { our in contents.equalPlace(to: our).map { (our, $0) } }
    }
    guard !paths.isEmpty, min(ours.version.containerCount, theirs.version.containerCount) > 1
    else { return }
    let isKeyPath = table.marks(of: paths)
    let equal = Set(pairs.map(\.ours))
    var taken = Set(pairs.map(\.theirs))
    for our in ours.places where !equal.contains(our) {
      let parts = ours.version.parts[our]
      let their = parts.lazy.filter { isKeyPath[table.path(of: $0)] }.compactMap { key in
        theirs.version.holder(of: key).flatMap { their -> Int? in
          let others = theirs.version.parts[their]
          // Numbers are often equal by chance.
          let isSame =
            !table.isNumber(key)
            || parts.sharedCount(with: others) * 2 >= max(parts.count, others.count)
          return theirs.contains(their) && isSame ? their : nil
        }
      }.first
      if let their, taken.insert(their).inserted { pairs.append((our, their)) }
    }
  }
}
