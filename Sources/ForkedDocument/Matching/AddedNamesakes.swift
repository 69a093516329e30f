/// Elements that both sides added, not equal, that may be one: both hold the same natural key.
///
/// Nothing in base tells whether they are one element, which the sides then changed, or two.
struct AddedNamesakes {
  /// The places in ours and in theirs.
  private(set) var pairs: [(ours: Int, theirs: Int)] = []

  /// Complexity: O(parts of the open elements), in expectation.
  /// - Parameter paths: paths that are unique in each version of the array. In a side with one element they say nothing.
  init(
    ours: OpenElements, theirs: OpenElements, keyPaths paths: Set<Int>, _ table: ElementParts
  ) {
    guard !paths.isEmpty, min(ours.version.containerCount, theirs.version.containerCount) > 1
    else { return }
    let names = paths.filter { path in
      ours.version.parts.all.contains { table.path(of: $0) == path && !table.isNumber($0) }
    }
    let (isKeyPath, isNamePath) = (table.marks(of: paths), table.marks(of: Set(names)))
    func areNamedAlike(_ parts: ArraySlice<Int>, _ others: ArraySlice<Int>) -> Bool {
      func isName(_ part: Int) -> Bool { isNamePath[table.path(of: part)] }
      return parts.lazy.filter(isName).elementsEqual(others.lazy.filter(isName))
    }
    var taken: Set<Int> = []
    for our in ours.places {
      let parts = ours.version.parts[our]
      let their = parts.lazy.filter { isKeyPath[table.path(of: $0)] }.compactMap { key in
        theirs.version.holder(of: key).flatMap { their -> Int? in
          let others = theirs.version.parts[their]
          // Numbers are often equal by chance.
          let least = max(parts.count, others.count) * (table.isNumber(key) ? 3 : 2)
          let isSame = parts.sharedCount(with: others) * 6 >= least
          let hasName = !table.isNumber(key) && areNamedAlike(parts, others)
          return theirs.contains(their) && (isSame || hasName) ? their : nil
        }
      }.first
      if let their, taken.insert(their).inserted { pairs.append((our, their)) }
    }
  }
}
