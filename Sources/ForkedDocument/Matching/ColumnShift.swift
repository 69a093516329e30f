import ForkedJSON
import ForkedMerge

/// The elements of a side that hold a value of another record, because the side shifted a column.
///
/// If a side moves the values of a column from record to record, each value stands beside what another record holds. If
/// nothing else tells the records apart, they seem to be moved and changed in all else. Both may be true, so these
/// elements match no element of base.
struct ColumnShift {
  /// The elements of base whose values stand in other records.
  private(set) var elements: Set<Int> = []
  /// The elements of the side that hold them.
  private(set) var places: Set<Int> = []

  private let base: PartedElements
  private let side: PartedElements
  private let table: ElementParts

  /// The greatest number of columns that are looked at, those with the most values that are unique.
  private static let mostColumns = 8

  /// - Complexity: that of `SequenceDiff.commonRuns` for at most 8 columns, plus O(parts), in expectation.
  init(base: PartedElements, side: PartedElements, _ table: ElementParts) {
    (self.base, self.side, self.table) = (base, side, table)
    for origin in columns().flatMap(shiftedOrigins) {
      elements.insert(origin.element)
      places.insert(origin.place)
    }
  }

  /// Paths whose values the side has from the same elements of base.
  private struct Column {
    let paths: Set<Int>
    /// The elements of the side, ascending, and for each the element of base that alone has its value.
    let origins: [Origin]
  }

  private struct Origin: Hashable {
    let place: Int
    let element: Int
  }

  /// Returns the columns of which values have another index, and several are in elements that were changed.
  private func columns() -> [Column] {
    let areMoved = pathsOfMovedValues
    guard areMoved.contains(true) else { return [] }
    var origins: [[Origin]] = Array(repeating: [], count: areMoved.count)
    for place in side.parts.indices {
      for part in side.parts[place] where areMoved[table.path(of: part)] {
        guard let element = commonHolders(of: part)?.element else { continue }
        let origin = Origin(place: place, element: element)
        let path = table.path(of: part)
        if origins[path].last != origin { origins[path].append(origin) }
      }
    }
    let columns = Dictionary(grouping: origins.indices.filter { areSeveralChanged(origins[$0]) }) {
      origins[$0]
    }
    .map { Column(paths: Set($0.value), origins: $0.key) }
    .sorted { ($0.origins.count, $1.paths.min() ?? 0) > ($1.origins.count, $0.paths.min() ?? 0) }
    return Array(columns.prefix(Self.mostColumns))
  }

  /// For each path, true if a value under it has another index than in base.
  private var pathsOfMovedValues: [Bool] {
    var areMoved = Array(repeating: false, count: table.pathCount)
    for part in 0..<table.count {
      if let origin = commonHolders(of: part), origin.place != origin.element {
        areMoved[table.path(of: part)] = true
      }
    }
    return areMoved
  }

  /// Returns the only elements of both versions that hold a string or number; nil if there are none.
  private func commonHolders(of part: Int) -> Origin? {
    guard table.isTelling(part), let place = side.holder(of: part),
      let element = base.holder(of: part)
    else { return nil }
    return Origin(place: place, element: element)
  }

  private func areSeveralChanged(_ origins: [Origin]) -> Bool {
    origins.lazy.filter { !side.parts[$0.place].elementsEqual(base.parts[$0.element]) }
      .prefix(2).count > 1
  }

  /// Returns the values of a column that stand in other records, if it was shifted; none if it was not.
  ///
  /// It was if most elements that hold one of its values, and are changed apart from it, equal in all else another
  /// element of base, or the element of base equals another one of the side so. An unchanged element that equals no other
  /// one in the order of base stays matched.
  private func shiftedOrigins(of column: Column) -> [Origin] {
    let rests = rests(without: column.paths)
    let aligned = alignment(rests[0], rests[1])
    let known = rests.map(Set.init)
    var (shifted, moved, edited) = (0, 0, 0)
    var result: [Origin] = []
    for origin in column.origins {
      let isChanged = rests[0][origin.element] != rests[1][origin.place]
      let other = aligned[origin.place]
      guard other != origin.element, !isIdentified(origin.place, apartFrom: column.paths)
      else { continue }
      if isChanged || other != nil { result.append(origin) }
      if !isChanged {
        moved += 1
      } else if known[0].contains(rests[1][origin.place])
        || known[1].contains(rests[0][origin.element])
      {
        shifted += 1
      } else {
        edited += 1
      }
    }
    let isShifted = shifted > 1 && shifted > moved && shifted >= edited * 3
    return isShifted ? result : []
  }

  /// Returns numbers for what the elements of base and of the side hold apart from these paths, and from those that tell
  /// no elements of a version apart.
  private func rests(without paths: Set<Int>) -> [[Int]] {
    let isIgnored = table.marks(
      of: paths.union(base.uniformPaths(table)).union(side.uniformPaths(table)))
    var numbers = ListNumbers()
    return [base, side].map { version in
      version.parts.map { parts in
        numbers.number(of: parts.filter { !isIgnored[table.path(of: $0)] })
      }
    }
  }

  /// Returns for each index of the side the index of base that a shortest edit script keeps there.
  private func alignment(_ base: [Int], _ side: [Int]) -> [Int?] {
    var result = [Int?](repeating: nil, count: side.count)
    for run in SequenceDiff.commonRuns(old: base, new: side) {
      for offset in 0..<run.count { result[run.new + offset] = run.old + offset }
    }
    return result
  }

  /// Returns true if another value than those of the column shows which element of base an element of the side is.
  private func isIdentified(_ place: Int, apartFrom paths: Set<Int>) -> Bool {
    side.parts[place].contains { part in
      !paths.contains(table.path(of: part)) && commonHolders(of: part) != nil
    }
  }
}
