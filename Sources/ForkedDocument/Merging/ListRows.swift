import ForkedJSON
import ForkedSchema

/// The elements of three versions of a list of objects or arrays, each once: the rows of the mapping, and what can't be
/// told apart from them.
struct ListRows {
  /// The reason for which an element's versions are never combined.
  enum Doubt {
    /// Nothing tells whether they are one element.
    case uncertain
    /// The sides put different elements in the place of base's.
    case replaced
  }

  /// The elements in the order of base, then those that ours added, then theirs.
  private(set) var rows: [ElementRows.Row]
  /// The doubt about each row; nil for none.
  private(set) var doubts: [Doubt?]
  /// True if both sides added equal elements, and nothing tells whether they are one.
  private(set) var mayRepeat = false
  /// True if each added element is one of its own, as in a log.
  let areLines: Bool
  private let elements: ElementRows
  /// The elements of each version, by its number.
  private let lists: [JSONElementList?]
  private let ours: MatchedSide
  private let theirs: MatchedSide
  /// The rows of each version's elements, by its number.
  private var numbers: [[Int]]

  /// Nil for a list of scalars, and for one whose scalars are not told apart by themselves: they have nothing but values and
  /// places.
  /// - Parameters:
  ///   - keepsReplacements: true if what both sides put in the place of one element is kept, as two.
  ///   - elements: returns the rows of the elements. Called only if they are needed.
  /// - Complexity: O(elements), and that of `elements`.
  init?(_ versions: Versions, keepsReplacements: Bool, _ elements: () -> ElementRows?) {
    let present = versions.withoutNulls.present
    guard let our = versions.ours, let their = versions.theirs,
      present.contains(where: { $0.elements.contains(where: \.kind.isContainer) }),
      present.areScalarsTold, let elements = elements()
    else { return nil }
    self.elements = elements
    lists = versions.lists
    let count = lists[0]?.count ?? 0
    ours = MatchedSide(
      elements.rows.pairs { $0.ours }, base: Array(0..<count),
      side: (0..<our.count).map { count + $0 })
    theirs = MatchedSide(
      elements.rows.pairs { $0.theirs }, base: Array(0..<count),
      side: (0..<their.count).map { count + $0 })
    areLines = our.isListOfLines
    rows = areLines ? elements.rows.flatMap(\.apartUnlessInBase) : elements.rows
    doubts = Array(repeating: nil, count: rows.count)
    numbers = lists.map { Array(repeating: 0, count: $0?.count ?? 0) }
    for (number, row) in rows.enumerated() { note(row, number) }
    joinOpen()
    joinUntouched()
    doubtRivals()
    doubtAdded()
    if !keepsReplacements {
      joinReplaced(by: .ours, ours, unlessMovedBy: theirs)
      joinReplaced(by: .theirs, theirs, unlessMovedBy: ours)
    }
    doubtRepeated()
    dropEmptyRows()
  }

  private mutating func note(_ row: ElementRows.Row, _ number: Int) {
    for version in Mapping.Version.allCases {
      if let place = row[version] { numbers[version.rawValue][place] = number }
    }
  }

  private mutating func dropEmptyRows() {
    let kept = rows.indices.filter { !rows[$0].isEmpty }
    (rows, doubts) = (kept.map { rows[$0] }, kept.map { doubts[$0] })
  }

  /// True if nothing that both sides have may be two elements.
  var isCertain: Bool { !mayRepeat && !doubts.contains(.uncertain) }

  /// Returns true if a side has an element of base at another place of the list.
  func isMoved(_ row: Int) -> Bool {
    rows[row].base.map { ours.isMoved($0) || theirs.isMoved($0) } ?? false
  }

  /// Returns the evidence for which an element's versions are one element.
  func evidence(of row: Int) -> String {
    switch doubts[row] {
    case .uncertain?: "nothing tells whether it is another one"
    case .replaced?: MappingEvidence.place
    case nil: rows[row].base.flatMap(elements.evidence) ?? "both sides added it"
    }
  }

  // MARK: - Doubts

  private func number(_ place: Int, in version: Mapping.Version) -> Int {
    numbers[version.rawValue][place]
  }

  private func value(_ place: Int, in version: Mapping.Version) -> JSONNode? {
    lists[version.rawValue]?[place]
  }

  /// Returns true if a side changed, moved or deleted an element of base.
  private func isTouched(_ element: Int, by side: Mapping.Version) -> Bool {
    guard let place = rows[number(element, in: .base)][side] else { return true }
    return (side == .ours ? ours : theirs).isMoved(element)
      || value(element, in: .base) != value(place, in: side)
  }

  /// Joins what may be one element where the other side changed, moved or deleted it, or added it, too.
  private mutating func joinOpen() {
    for pair in elements.open {
      switch (pair.base, pair.ours, pair.theirs) {
      case (let element?, let our?, nil) where isTouched(element, by: .theirs):
        join(number(element, in: .base), number(our, in: .ours), as: .uncertain)
      case (let element?, nil, let their?) where isTouched(element, by: .ours):
        join(number(element, in: .base), number(their, in: .theirs), as: .uncertain)
      case (nil, let our?, let their?) where !areLines:
        let (row, other) = (number(our, in: .ours), number(their, in: .theirs))
        guard rows[row].base == nil, rows[other].base == nil else { continue }
        if value(our, in: .ours) == value(their, in: .theirs) {
          mayRepeat = true
        } else {
          join(row, other, as: .uncertain)
        }
      default: break
      }
    }
  }

  /// Joins what may be one element where the other side left it as it was: whatever it is, the result is the same, and it
  /// stands in the place of nothing else.
  private mutating func joinUntouched() {
    for pair in elements.open {
      guard let element = pair.base, let place = pair.ours ?? pair.theirs else { continue }
      let side = pair.ours == nil ? Mapping.Version.theirs : .ours
      guard !isTouched(element, by: side == .ours ? .theirs : .ours) else { continue }
      join(number(element, in: .base), number(place, in: side), as: nil)
    }
  }

  /// Joins two rows if no version has elements of both; the other one becomes empty. A row that is in doubt stays so.
  private mutating func join(_ row: Int, _ other: Int, as doubt: Doubt?) {
    let (one, two) = (rows[row], rows[other])
    guard row != other,
      Mapping.Version.allCases.allSatisfy({ one[$0] == nil || two[$0] == nil })
    else { return }
    rows[row] = ElementRows.Row(
      base: one.base ?? two.base, ours: one.ours ?? two.ours, theirs: one.theirs ?? two.theirs)
    rows[other] = ElementRows.Row()
    note(two, row)
    if doubts[row] != .uncertain { doubts[row] = doubt }
  }

  /// Doubts elements of base that both sides touched, and that may be what stands beside them.
  private mutating func doubtRivals() {
    for element in elements.rivals where !areLines {
      guard isTouched(element, by: .ours), isTouched(element, by: .theirs) else { continue }
      doubts[number(element, in: .base)] = .uncertain
    }
  }

  /// Doubts elements that both sides added as one and that differ.
  private mutating func doubtAdded() {
    for (number, row) in rows.enumerated() {
      guard row.base == nil, let our = row.ours, let their = row.theirs,
        value(our, in: .ours) != value(their, in: .theirs)
      else { continue }
      doubts[number] = .uncertain
    }
  }

  /// Doubts what each side has once as something new, in two rows: they may be one element, which would stand twice.
  private mutating func doubtRepeated() {
    guard !areLines, let base = elements.numbers(.base), let our = elements.numbers(.ours),
      let their = elements.numbers(.theirs)
    else { return }
    let (known, others) = (Set(base), their.solePlaces)
    for (value, place) in our.solePlaces where !known.contains(value) {
      guard let other = others[value] else { continue }
      let (row, rival) = (number(place, in: .ours), number(other, in: .theirs))
      guard row != rival else { continue }
      if rows[row].base == nil, rows[rival].base == nil { mayRepeat = true }
      for doubtful in [row, rival] where rows[doubtful].base != nil {
        doubts[doubtful] = .uncertain
      }
    }
  }

  // MARK: - Replaced elements

  /// Joins what a side put in the place of elements that it deleted: it stands there whatever the other side did.
  private mutating func joinReplaced(
    by side: Mapping.Version, _ matched: MatchedSide, unlessMovedBy other: MatchedSide
  ) {
    for gap in matched.gaps {
      let gone = gap.old.filter { rows[number($0, in: .base)][side] == nil }
      let come = gap.new.filter { rows[number($0, in: side)].isOnly(in: side) }
      for (element, place) in replaced(gone, come, in: side) where !other.isMoved(element) {
        join(number(element, in: .base), number(place, in: side), as: .replaced)
      }
    }
  }

  /// The number of pairs in a gap that are all compared.
  private static let mostPairs = 1024

  /// Returns elements of base with what stands in their place: as many in their order, else those that have most in
  /// common with them, unless there are very many.
  private func replaced(
    _ gone: [Int], _ come: [Int], in side: Mapping.Version
  ) -> [(element: Int, place: Int)] {
    if gone.count == come.count || gone.count * come.count > Self.mostPairs {
      return zip(gone, come).map { ($0, $1) }
    }
    func likeness(_ element: Int, _ place: Int) -> Int {
      guard let old = value(element, in: .base), let new = value(place, in: side) else { return 0 }
      return old.countOfEqualParts(with: new)
    }
    var free = come
    return gone.compactMap { element in
      let best = free.indices.max { likeness(element, free[$0]) < likeness(element, free[$1]) }
      return best.map { (element, free.remove(at: $0)) }
    }
  }
}

extension [JSONNode] {
  /// True if the scalars in these lists are equal, or no list has an element twice, or its scalars in another order than the
  /// first.
  fileprivate var areScalarsTold: Bool {
    let scalars = map { $0.elements.filter { !$0.kind.isContainer } }
    if scalars.dropFirst().allSatisfy({ $0 == scalars[0] }) { return true }
    let (first, known) = (scalars[0], Set(scalars[0]))
    return zip(self, scalars).allSatisfy { list, scalars in
      let values = Set(list.elements)
      return values.count == list.count
        && first.filter(values.contains) == scalars.filter(known.contains)
    }
  }
}

extension JSONNode {
  /// The number of members, or elements, that both have, at the same place.
  fileprivate func countOfEqualParts(with other: JSONNode) -> Int {
    guard kind == other.kind else { return 0 }
    if kind == .array { return zip(elements, other.elements).count { $0 == $1 } }
    return commonMembers(with: other).equal
  }
}

extension [Int] {
  /// The index of each number that occurs once.
  fileprivate var solePlaces: [Int: Int] {
    let counts = reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return enumerated().reduce(into: [:]) { places, element in
      if counts[element.element] == 1 { places[element.element] = element.offset }
    }
  }
}

extension ElementRows.Row {
  fileprivate var isEmpty: Bool { base == nil && ours == nil && theirs == nil }

  /// Returns true if no other version has the element.
  fileprivate func isOnly(in version: Mapping.Version) -> Bool {
    Mapping.Version.allCases.allSatisfy { $0 == version || self[$0] == nil }
  }

  /// The additions of both sides, each as a row of its own.
  fileprivate var apartUnlessInBase: [Self] {
    guard base == nil, ours != nil, theirs != nil else { return [self] }
    return [Self(ours: ours), Self(theirs: theirs)]
  }
}
