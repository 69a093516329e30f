/// Tells a list whose records were changed in one column from one whose records were moved.
///
/// If a side moves the values of a column from record to record, each value stands in another record than before. If
/// these values are the only ones that are unique, the records seem to be moved and changed in all else.
struct ColumnShift {
  private let base: PartedElements
  private let side: PartedElements
  private let table: ElementParts

  init(base: PartedElements, side: PartedElements, _ table: ElementParts) {
    (self.base, self.side, self.table) = (base, side, table)
  }

  /// Returns true if the side's records differ from those at the same index of base in a key only, in more cases than
  /// they differ from the record with their key in nothing.
  /// - Parameter keyPaths: the paths whose values are unique in each version of the array.
  /// - Complexity: O(keys · parts), in expectation; O(1) if the versions have different numbers of elements.
  func isLikely(_ keyPaths: Set<Int>) -> Bool {
    base.parts.count == side.parts.count && keyPaths.contains { isShifted($0) }
  }

  private func isShifted(_ path: Int) -> Bool {
    var (shifted, moved) = (0, 0)
    for place in side.parts.indices {
      guard let key = side.parts[place].first(where: { table.path(of: $0) == path }),
        let origin = base.holder(of: key), origin != place
      else { continue }
      let rest = side.parts[place].filter { $0 != key }
      let isShifted = rest == self.rest(of: place, without: path)
      let isMoved = rest == self.rest(of: origin, without: path)
      if isShifted, !isMoved { shifted += 1 }
      if isMoved, !isShifted { moved += 1 }
    }
    return shifted > 1 && shifted > moved
  }

  private func rest(of element: Int, without path: Int) -> [Int] {
    base.parts[element].filter { table.path(of: $0) != path }
  }
}
