/// The scalars that tell the elements of an array apart without being named an id: `code`, `path`, `denom`.
struct NaturalKeys {
  /// The paths of the keys: their values are unique in each version, and most of them are in both versions.
  private(set) var paths: Set<Int> = []
  /// The paths of scalars that only tell an element's index: most elements have a value that others had.
  private(set) var places: Set<Int> = []
  /// True if one of the keys is a string; numbers may be equal by chance.
  private(set) var holdString = false
  /// Elements of base whose content the side has under another key, so that no key identifies them.
  private(set) var uncertain: Set<Int> = []
  /// True if there are keys but most elements kept none of them, so that elements cannot be matched.
  let areAllChanged: Bool
  /// For each path, true if it is the path of a key.
  private let isKeyPath: [Bool]
  private let table: ElementParts

  /// - Parameters:
  ///   - candidates: the paths under which each element has a scalar that is unique in each version.
  ///   - place: a path that is known to hold indices.
  init(
    _ candidates: Set<Int>, place: Int?, base: OpenElements, side: OpenElements,
    _ table: ElementParts
  ) {
    self.table = table
    if let place { places.insert(place) }
    let (count, sideCount) = (base.version.containerCount, side.version.containerCount)
    guard min(count, sideCount) > 1 else {
      // Any string of an only element may be its key; numbers are counts and measures, which change.
      paths = Set(
        base.version.parts.all.filter { !table.isNumber($0) }.map(table.path)
      ).intersection(candidates)
      (holdString, areAllChanged, isKeyPath) = (true, false, table.marks(of: paths))
      return
    }
    let keysOfPaths = candidates.sorted().filter { $0 != place }.map { path in
      (path, base.version.parts.all.filter { table.path(of: $0) == path })
    }
    let keptCounts = keysOfPaths.map { $0.1.count(where: side.version.holds) }
    // If the side has none of the values of a path, these may be the keys, and all elements other ones.
    let least = min(count, sideCount) + (keptCounts.contains(0) ? 1 : 0)
    for ((path, keys), kept) in zip(keysOfPaths, keptCounts) where kept * 2 >= least {
      let shifts = KeyShifts(
        of: path, apartFrom: Set([place].compactMap { $0 }), base: base, side: side, table)
      if keys.allSatisfy(table.isNumber), shifts.isRenumbering(of: sideCount) {
        places.insert(path)
      } else {
        paths.insert(path)
        if !keys.contains(where: table.isNumber) { holdString = true }
        uncertain.formUnion(shifts.pairs.map(\.element) + shifts.namesakes)
      }
    }
    areAllChanged = paths.isEmpty && !candidates.subtracting(places).isEmpty
    isKeyPath = table.marks(of: paths)
  }

  /// Returns true if the part is a key.
  func isKey(_ part: Int) -> Bool { isKeyPath[table.path(of: part)] }

  /// Returns true if two elements have equal keys.
  func areEqual(_ parts: ArraySlice<Int>, _ others: ArraySlice<Int>) -> Bool {
    parts.lazy.filter(isKey).elementsEqual(others.lazy.filter(isKey))
  }
}

/// Pairs of different elements, added by the two sides, that may be the same element.
///
/// Both have the same natural key, or they differ only in the number that tells their index. Base does not show
/// whether they are one element, which the sides then changed, or two.
struct AddedNamesakes {
  /// The indices in ours and in theirs.
  private(set) var pairs: [(ours: Int, theirs: Int)] = []

  /// Finds the pairs.
  /// - Parameters:
  ///   - paths: the paths whose values are unique in each version of the array; ignored if a side has one element.
  ///   - place: a path that only tells an element's index.
  /// - Complexity: O(parts of the open elements), in expectation.
  init(
    ours: OpenElements, theirs: OpenElements, keyPaths paths: Set<Int>, place: Int?,
    _ table: ElementParts
  ) {
    guard !ours.places.isEmpty, !theirs.places.isEmpty else { return }
    if let place {
      pairs = Self.equalElements(ours, theirs, apartFrom: place, table)
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

  /// Returns the open elements of both sides that are equal apart from the parts under a path; copies in their order.
  ///
  /// An element with a copy that isn't open is more likely to be another copy.
  /// - Complexity: O(parts), in expectation.
  private static func equalElements(
    _ ours: OpenElements, _ theirs: OpenElements, apartFrom path: Int, _ table: ElementParts
  ) -> [(ours: Int, theirs: Int)] {
    let isContent = { (part: Int) in table.path(of: part) != path }
    let ours = ours.open(by: isContent)
    var theirs = theirs.open(by: isContent).mapValues { Array($0.reversed()) }
    return ours.flatMap { content, places in
      places.compactMap { our in theirs[content]?.popLast().map { (our, $0) } }
    }.sorted { $0.0 < $1.0 }
  }
}

extension OpenElements {
  /// Returns the indices of the elements by their contents, without empty ones and those of elements that aren't open.
  fileprivate func open(by isContent: (Int) -> Bool) -> [[Int]: [Int]] {
    Dictionary(grouping: version.parts.indices) { version.parts[$0].filter(isContent) }
      .filter { content, places in !content.isEmpty && places.allSatisfy(contains) }
  }
}
