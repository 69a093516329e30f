import ForkedJSON
import ForkedSchema

/// The elements of three versions of a list of objects and arrays, each once: the rows of the mapping, and what can't be
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
  /// By the indices of rows.
  private(set) var doubts: [Int: Doubt] = [:]
  /// The elements of base that a side has at another place of the list.
  private(set) var moved: Set<Int> = []
  /// True if both sides added equal elements, and nothing tells whether they are one.
  private(set) var mayRepeat = false
  private let elements: ElementRows
  private let ours: MatchedSide
  private let theirs: MatchedSide
  private let lists: Lists
  /// True if each added element is one of its own, as in a log.
  let areLines: Bool
  private var index: RowIndex

  /// The values of the three versions.
  private struct Lists {
    let base: JSONElementList?
    let ours: JSONElementList?
    let theirs: JSONElementList?

    func isChanged(_ element: Int, ours place: Int) -> Bool { base?[element] != ours?[place] }
    func isChanged(_ element: Int, theirs place: Int) -> Bool { base?[element] != theirs?[place] }
  }

  /// Nil if an element is a scalar: those are told apart by their values and places alone.
  /// - Complexity: O(elements), and that of ``Mapping`` once.
  init?(_ versions: Versions, _ plan: FieldPlan, _ matching: ElementMatching) {
    guard let our = versions.ours, let their = versions.theirs,
      versions.withoutNulls.present.allSatisfy({ $0.elements.allSatisfy(\.kind.isContainer) })
    else { return nil }
    elements = matching.rows(base: versions.base.withoutNull, ours: our, theirs: their, plan)
    let list = { (node: JSONNode?) in node.withoutNull.map { JSONElementList($0) } }
    lists = Lists(base: list(versions.base), ours: list(our), theirs: list(their))
    rows = elements.rows
    let count = lists.base?.count ?? 0
    ours = MatchedSide(
      rows.pairs { $0.ours }, base: Array(0..<count), side: (0..<our.count).map { count + $0 })
    theirs = MatchedSide(
      rows.pairs { $0.theirs }, base: Array(0..<count), side: (0..<their.count).map { count + $0 })
    areLines = our.isListOfLines
    if areLines { rows = rows.flatMap(\.apartUnlessInBase) }
    index = RowIndex(rows)
    moved = Set((0..<count).filter { ours.isMoved($0) || theirs.isMoved($0) })
    joinOpen()
    doubtRivals()
    doubtAdded()
    joinReplaced(ours, from: \.ours, other: \.theirs)
    joinReplaced(theirs, from: \.theirs, other: \.ours)
    doubtRepeated()
    dropEmptyRows()
  }

  private mutating func dropEmptyRows() {
    let kept = index.rows.indices.filter { !index.rows[$0].isEmpty }
    doubts = Dictionary(
      uniqueKeysWithValues: kept.enumerated().compactMap { number, row in
        doubts[row].map { (number, $0) }
      })
    rows = kept.map { index.rows[$0] }
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

  /// Joins what may be one element where the other side changed, moved or deleted it, or added it, too.
  private mutating func joinOpen() {
    for pair in elements.open {
      switch (pair.base, pair.ours, pair.theirs) {
      case (let element?, let our?, nil) where isTouchedByTheirs(element):
        index.join(index.ofBase[element], index.ofOurs[our]).map { doubts[$0] = .uncertain }
      case (let element?, nil, let their?) where isTouchedByOurs(element):
        index.join(index.ofBase[element], index.ofTheirs[their]).map { doubts[$0] = .uncertain }
      case (nil, let our?, let their?) where !areLines && areAdded(our, their):
        if lists.ours?[our] == lists.theirs?[their] {
          mayRepeat = true
        } else {
          index.join(index.ofOurs[our], index.ofTheirs[their]).map { doubts[$0] = .uncertain }
        }
      default: break
      }
    }
  }

  /// Doubts elements of base that both sides touched, and that may be what stands beside them.
  private mutating func doubtRivals() {
    for element in elements.rivals where !areLines {
      guard isTouchedByOurs(element), isTouchedByTheirs(element) else { continue }
      if let row = index.ofBase[element] { doubts[row] = .uncertain }
    }
  }

  private func areAdded(_ our: Int, _ their: Int) -> Bool {
    index.rows[index.row(at: our, \.ours)].base == nil
      && index.rows[index.row(at: their, \.theirs)].base == nil
  }

  /// Doubts elements that both sides added as one and that differ.
  private mutating func doubtAdded() {
    guard lists.base != nil else { return }
    for (number, row) in index.rows.enumerated() {
      guard row.base == nil, let our = row.ours, let their = row.theirs,
        lists.ours?[our] != lists.theirs?[their]
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
    for (number, place) in our.solePlaces where !known.contains(number) {
      guard let other = others[number] else { continue }
      let (row, rival) = (index.row(at: place, \.ours), index.row(at: other, \.theirs))
      guard row != rival else { continue }
      if index.rows[row].base == nil, index.rows[rival].base == nil { mayRepeat = true }
      for doubtful in [row, rival] where index.rows[doubtful].base != nil {
        doubts[doubtful] = .uncertain
      }
    }
  }

  private func isTouchedByOurs(_ element: Int) -> Bool {
    guard let place = index.row(ofBase: element).ours else { return true }
    return ours.isMoved(element) || lists.isChanged(element, ours: place)
  }

  private func isTouchedByTheirs(_ element: Int) -> Bool {
    guard let place = index.row(ofBase: element).theirs else { return true }
    return theirs.isMoved(element) || lists.isChanged(element, theirs: place)
  }

  /// Joins what a side put in the place of elements that it deleted: it stands there whatever the other side did.
  private mutating func joinReplaced(
    _ side: MatchedSide, from place: WritableKeyPath<ElementRows.Row, Int?>,
    other: WritableKeyPath<ElementRows.Row, Int?>
  ) {
    for gap in side.gaps {
      let gone = gap.old.filter { index.row(ofBase: $0)[keyPath: place] == nil }
      let come = gap.new.map { index.row(at: $0, place) }.filter {
        index.rows[$0].base == nil && index.rows[$0][keyPath: other] == nil
      }
      for (element, row) in replaced(gone, come, place) {
        let isMoved = place == \.ours ? theirs.isMoved(element) : ours.isMoved(element)
        guard !isMoved, let joined = index.join(index.ofBase[element], row) else {
          continue
        }
        if doubts[joined] == nil { doubts[joined] = .replaced }
      }
    }
  }
}

extension ListRows {
  /// The number of pairs in a gap that are all compared.
  private static let mostPairs = 1024

  /// Returns elements of base with the rows that stand in their place: as many in their order, else those that have most
  /// in common with them, unless there are very many.
  private func replaced(
    _ gone: [Int], _ come: [Int], _ place: KeyPath<ElementRows.Row, Int?>
  ) -> [(element: Int, row: Int)] {
    if gone.count == come.count || gone.count * come.count > Self.mostPairs {
      return zip(gone, come).map { ($0, $1) }
    }
    let side = place == \.ours ? lists.ours : lists.theirs
    func likeness(_ element: Int, _ row: Int) -> Int {
      guard let place = index.rows[row][keyPath: place], let base = lists.base?[element] else {
        return 0
      }
      return side.map { base.countOfEqualParts(with: $0[place]) } ?? 0
    }
    var free = come
    return gone.compactMap { element in
      let best = free.indices.max { likeness(element, free[$0]) < likeness(element, free[$1]) }
      return best.map { (element, free.remove(at: $0)) }
    }
  }
}

extension JSONNode {
  /// The number of members, or elements, that both have, at the same place.
  fileprivate func countOfEqualParts(with other: JSONNode) -> Int {
    guard kind == other.kind else { return 0 }
    if kind == .array { return zip(elements, other.elements).count { $0 == $1 } }
    var others = JSONMemberCursor(other)
    return members.count { others.value($0.key) == $0.value }
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

/// Rows by the elements that they have.
private struct RowIndex {
  private(set) var rows: [ElementRows.Row]
  private(set) var ofBase: [Int: Int] = [:]
  private(set) var ofOurs: [Int: Int] = [:]
  private(set) var ofTheirs: [Int: Int] = [:]

  init(_ rows: [ElementRows.Row]) {
    self.rows = rows
    for (number, row) in rows.enumerated() {
      if let element = row.base { ofBase[element] = number }
      if let place = row.ours { ofOurs[place] = number }
      if let place = row.theirs { ofTheirs[place] = number }
    }
  }

  func row(ofBase element: Int) -> ElementRows.Row {
    ofBase[element].map { rows[$0] } ?? ElementRows.Row()
  }

  func row(at place: Int, _ side: WritableKeyPath<ElementRows.Row, Int?>) -> Int {
    (side == \.ours ? ofOurs[place] : ofTheirs[place]) ?? 0
  }

  /// Joins two rows if no version has elements of both, and returns the one that is left; the other becomes empty.
  mutating func join(_ row: Int?, _ other: Int?) -> Int? {
    guard let row, let other, row != other else { return nil }
    let (one, two) = (rows[row], rows[other])
    guard one.base == nil || two.base == nil, one.ours == nil || two.ours == nil,
      one.theirs == nil || two.theirs == nil
    else { return nil }
    rows[row] = ElementRows.Row(
      base: one.base ?? two.base, ours: one.ours ?? two.ours, theirs: one.theirs ?? two.theirs)
    rows[other] = ElementRows.Row()
    if let place = two.ours { ofOurs[place] = row }
    if let place = two.theirs { ofTheirs[place] = row }
    return row
  }
}

extension ElementRows.Row {
  fileprivate var isEmpty: Bool { base == nil && ours == nil && theirs == nil }

  /// The additions of both sides, each as a row of its own.
  fileprivate var apartUnlessInBase: [Self] {
    guard base == nil, ours != nil, theirs != nil else { return [self] }
    return [Self(ours: ours), Self(theirs: theirs)]
  }
}
