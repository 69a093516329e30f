import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Three versions of an array of values as tokens: equal integers for equal ones.
struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  private(set) var baseTokens: [Int] = []
  private(set) var oursTokens: [Int] = []
  private(set) var theirsTokens: [Int] = []
  /// True if a value that no version has twice may occur twice in the result, because both sides inserted it.
  let mayRepeat: Bool
  /// True if the elements are lines. Each added line is one of its own, as in a log, unless it has an id.
  let isLines: Bool
  /// The sort order of the list; nil if the strategy is declared, and the order therefore doesn't count.
  let order: ListOrder?
  /// True if no version has a value twice, so that each value is its own id.
  private(set) var isSet = false

  init(_ versions: Versions, mayRepeat: Bool) {
    self.mayRepeat = mayRepeat
    isLines = versions.ours?.isListOfLines ?? false
    base = versions.base.withoutNull.map { Array($0.elements) } ?? []
    ours = versions.ours.map { Array($0.elements) } ?? []
    theirs = versions.theirs.map { Array($0.elements) } ?? []
    order = mayRepeat ? nil : ListOrder(base, ours: ours, theirs: theirs)
    var numbers = JSONValueNumbers(capacity: base.count)
    baseTokens = base.map { numbers.number(of: $0) }
    oursTokens = ours.map { numbers.number(of: $0) }
    theirsTokens = theirs.map { numbers.number(of: $0) }
    isSet =
      !mayRepeat && !isLines
      && [baseTokens, oursTokens, theirsTokens].allSatisfy { Set($0).count == $0.count }
  }

  /// The merge of the tokens.
  /// - Complexity: that of `SequenceMerge`.
  var merge: SequenceMerge {
    SequenceMerge(
      base: baseTokens, ours: oursTokens, theirs: theirsTokens,
      strictly: !mayRepeat && !isSet)
  }

  /// Returns the side whose elements come first by the order of the list when both inserted some at one place; nil if
  /// that doesn't decide.
  func first(of runs: MeetingRuns) -> MergeSide? {
    order?.first(ours: runs.ours.map { ours[$0] }, theirs: runs.theirs.map { theirs[$0] })
  }

  /// Returns the side whose elements come first where the order of the list doesn't decide; nil: the usual order.
  func first(of runs: MeetingRuns, _ precedence: Precedence) -> MergeSide? {
    let first = precedence.first(
      ours: runs.ours.map { ours[$0] }, theirs: runs.theirs.map { theirs[$0] })
    if let first { return first }
    let areRecordsAtEnd =
      runs.isAtEnd && runs.ours.allSatisfy { ours[$0].kind == .object }
      && runs.theirs.allSatisfy { theirs[$0].kind == .object }
    return areRecordsAtEnd ? precedence.atEnd : nil
  }

  /// Returns the merged items with the elements that both sides inserted at one place of a sorted list in its order.
  func sorted(_ items: [SequenceItem]) -> [SequenceItem] {
    guard let order else { return items }
    return items.sortingRuns(where: { inserted($0) != nil }) { run in
      order.sorted(run, element: inserted)
    }
  }

  /// The element that one side alone inserted; nil for any other item.
  private func inserted(_ item: SequenceItem) -> JSONNode? {
    switch item {
    case .insertedByOurs(let place): ours[place]
    case .insertedByTheirs(let place): theirs[place]
    case .kept, .insertedByBoth, .conflict, .movedByOurs, .movedByTheirs: nil
    }
  }
}

/// The comparison of arrays without a merge base.
extension Sequences {
  /// The side that has all elements of the other in the same order; nil if neither has.
  var sideWithAll: MergeSide? {
    if oursTokens.contains(inOrder: theirsTokens) { return .ours }
    return theirsTokens.contains(inOrder: oursTokens) ? .theirs : nil
  }

  /// True if the sides share no element.
  var areDisjoint: Bool { Set(oursTokens).isDisjoint(with: theirsTokens) }
}

extension Sequence where Element: Equatable {
  /// Returns true if the elements occur in this order, possibly with others between them.
  func contains(inOrder elements: some Sequence<Element>) -> Bool {
    var rest = elements.makeIterator()
    var next = rest.next()
    for element in self where element == next { next = rest.next() }
    return next == nil
  }
}
