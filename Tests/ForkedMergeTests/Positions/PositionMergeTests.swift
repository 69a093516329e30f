import Forked
import ForkedTestSupport
import Testing

@testable import ForkedMerge

/// Laws of ordered lists, for lists that programs and people edited.
@Suite struct PositionMergeTests {
  @Test func itIsSymmetric() {
    forAll { lists, merged in
      merged.list == lists.swapped.merged().list
    }
  }

  @Test func oneSideAloneStandsAsItIs() {
    forAll { lists, _ in
      ListCase(base: lists.base, ours: lists.ours, theirs: lists.base).merged().list == lists.ours
        && ListCase(base: lists.base, ours: lists.base, theirs: lists.theirs).merged().list
          == lists.theirs
        && ListCase(base: lists.base, ours: lists.ours, theirs: lists.ours).merged().list
          == lists.ours
    }
  }

  @Test func nothingIsLostOrBroughtBack() {
    forAll { lists, merged in
      let (base, ours, theirs) = (
        Set(lists.base.tokens), Set(lists.ours.tokens), Set(lists.theirs.tokens)
      )
      let wanted = ours.intersection(theirs).union(ours.subtracting(base))
        .union(theirs.subtracting(base))
      return Set(merged.list.tokens) == wanted && merged.list.tokens.count == wanted.count
    }
  }

  @Test func listsThatBothChangedAreSorted() {
    forAll { lists, merged in lists.isChangedByOne || merged.list.isSorted }
  }

  @Test func unmovedElementsKeepTheirOrder() {
    forAll { lists, merged in
      let touched = lists.touched
      let kept = lists.base.tokens.filter { !touched.contains($0) }
      let standing = merged.list.tokens.filter(Set(kept).contains)
      return standing == kept.filter(Set(standing).contains)
    }
  }

  /// However much was renumbered, and whatever both inserted alike before. (Of two positions of one element that both
  /// inserted the later one stands.)
  @Test func insertionsStayBetweenTheirNeighbours() {
    forAll([.insert, .delete, .renumber]) { lists, merged in
      let there = Set(merged.list.tokens)
      if !merged.changedByBoth.isEmpty { return true }
      return [lists.ours, lists.theirs].allSatisfy { side in
        merged.list.tokens.filter(Set(side.tokens).contains) == side.tokens.filter(there.contains)
      }
    }
  }

  @Test func equalInsertionsOfBothStayBesideTheirNeighbours() {
    let lists = ListCase(
      base: PositionedList(tokens: [0], positions: [100]),
      ours: PositionedList(tokens: [1, 2, 0], positions: [0, 50, 100]),
      theirs: PositionedList(tokens: [1, 0], positions: [0, 10]))
    #expect(lists.merged().list.tokens == [1, 2, 0])
    #expect(lists.swapped.merged().list.tokens == [1, 2, 0])
  }

  /// Without moves and renumbering, every position is that of one side.
  @Test func insertionsChangeNoOther() {
    forAll(ListEdit.insertsAndDeletes) { lists, merged in
      let known = lists.ours.byToken.merging(lists.theirs.byToken) { $1 }
      return zip(merged.list.tokens, merged.list.positions).allSatisfy { known[$0] == $1 }
    }
  }

  private func forAll(
    _ edits: [ListEdit] = ListEdit.allCases, _ holds: (ListCase, PositionMerge.Result) -> Bool,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for seed in LawCases.seeds {
      let lists = ListCase(seed: seed, edits)
      let merged = lists.merged()
      #expect(
        holds(lists, merged), "seed \(seed)\n\(lists)\nmerged \(merged.list)",
        sourceLocation: location)
    }
  }
}

/// An edit of an ordered list.
enum ListEdit: CaseIterable {
  case insert, delete, move, renumber, moveByHand, dropPosition

  static let insertsAndDeletes = [ListEdit.insert, .delete]
}

/// Three versions of an ordered list.
struct ListCase: CustomStringConvertible {
  var base: PositionedList
  var ours: PositionedList
  var theirs: PositionedList
  /// The elements that a side moved, or gave no position.
  var touched: Set<Int> = []

  var swapped: ListCase { ListCase(base: base, ours: theirs, theirs: ours) }

  var isChangedByOne: Bool { ours == base || theirs == base || ours == theirs }

  var description: String { "base \(base)\nours \(ours)\ntheirs \(theirs)" }

  init(base: PositionedList, ours: PositionedList, theirs: PositionedList) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  init(seed: UInt64, _ edits: [ListEdit]) {
    var random = SeededGenerator(seed: seed)
    let count = random.below(8)
    // Narrow ranges, so that positions meet and elements have to be renumbered.
    let range = PositionRange(0...[60, 1000, 1 << 40][random.below(3)])
    let positions = range.arranged([Int?](repeating: nil, count: count), using: &random)
    base = PositionedList(tokens: Array(0..<count), positions: positions)
    (ours, theirs) = (base, base)
    if random.oneIn(3) {
      edit(\.ours, from: 60, [.insert], range, &random)
      theirs = ours
    }
    for _ in 0..<random.below(4) { edit(\.ours, from: 20, edits, range, &random) }
    for _ in 0..<random.below(4) { edit(\.theirs, from: 40, edits, range, &random) }
  }

  func merged() -> PositionMerge.Result {
    let (base, ours, theirs) = (
      Set(base.tokens), Set(ours.tokens), Set(theirs.tokens)
    )
    return PositionMerge.merge(
      base: self.base, ours: self.ours, theirs: self.theirs, in: .documents, ties: <,
      survives: { !base.contains($0) || ours.contains($0) && theirs.contains($0) },
      later: { token in
        // The same side whichever it is called, and sometimes nobody knows.
        let (ours, theirs) = (self.ours.byToken[token] ?? 0, self.theirs.byToken[token] ?? 0)
        return ours == theirs || token % 3 == 0 ? nil : ours < theirs ? .theirs : .ours
      }, ancestors: { [] })
  }

  private mutating func edit(
    _ side: WritableKeyPath<ListCase, PositionedList>, from first: Int, _ edits: [ListEdit],
    _ range: PositionRange, _ random: inout SeededGenerator
  ) {
    let edit = edits[random.below(edits.count)]
    let index = random.below(self[keyPath: side].tokens.count + 1)
    if edit == .insert || self[keyPath: side].tokens.isEmpty {
      let token = first + self[keyPath: side].tokens.count { (first..<first + 20).contains($0) }
      self[keyPath: side].insert(
        token, at: index, in: range, renumbering: edits.contains(.renumber), &random)
    } else {
      var list = self[keyPath: side]
      change(&list, at: max(0, index - 1), by: edit, range, &random)
      self[keyPath: side] = list
    }
  }

  private mutating func change(
    _ list: inout PositionedList, at place: Int, by edit: ListEdit, _ range: PositionRange,
    _ random: inout SeededGenerator
  ) {
    switch edit {
    case .insert: break
    case .delete: _ = list.remove(at: place)
    case .move, .moveByHand:
      let (token, position) = list.remove(at: place)
      touched.insert(token)
      let target = random.below(list.tokens.count + 1)
      list.tokens.insert(token, at: target)
      list.positions.insert(edit == .move ? nil : position, at: target)
      if edit == .move { list.positions = range.arranged(list.positions, using: &random) }
    case .renumber:
      var numbers = list.positions.map { $0 ?? 0 }
      _ = range.renumber(at: place, in: &numbers)
      if list.isSorted { list.positions = numbers }
    case .dropPosition: list.positions[place] = nil
    }
    if !list.isSorted { touched.formUnion(list.tokens) }
  }
}

extension PositionedList {
  /// Nil if no position is free.
  fileprivate mutating func insert(
    _ token: Int, at index: Int, in range: PositionRange, renumbering: Bool,
    _ random: inout SeededGenerator
  ) {
    var wanted = positions
    wanted.insert(nil, at: index)
    let arranged = range.arranged(wanted, using: &random)
    let changed = zip(wanted, arranged).count { $0 != nil && $0 != $1 }
    guard zip(arranged, arranged.dropFirst()).allSatisfy(<), renumbering || changed == 0 else {
      return
    }
    tokens.insert(token, at: index)
    positions = arranged
  }

  fileprivate mutating func remove(at place: Int) -> (token: Int, position: Int?) {
    (tokens.remove(at: place), positions.remove(at: place))
  }

  var byToken: [Int: Int] {
    zip(tokens, positions).reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// By position, then by token.
  var isSorted: Bool {
    let known = zip(positions, tokens).compactMap { position, token in
      position.map { ($0, token) }
    }
    return known.count == tokens.count && zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }
}
