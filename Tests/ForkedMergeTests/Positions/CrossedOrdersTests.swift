import Forked
import ForkedTestSupport
import Testing

@testable import ForkedMerge

/// Two sides that brought the same two ancestors together in orders of their own.
@Suite struct CrossedOrdersTests {
  /// Whoever inserts between elements that the sides have in different orders put it into one of these orders.
  @Test func insertionsOfOneSideStayInTheirPlace() {
    forAll { lists in
      let inserted = lists.insert(4)
      let merged = lists.merged()
      let theirs = lists.theirs.filter(merged.contains)
      return inserted.allSatisfy { token in
        merged.before(token).isSuperset(of: theirs.before(token))
          && merged.after(token).isSuperset(of: theirs.after(token))
      }
    }
  }

  /// An ancestor that has both elements shows who put one of them to the other side of the other.
  @Test func elementsMovedPastANeighbourStayThere() {
    forAll { lists in
      lists.ours = lists.theirs
      let ancestor = lists.ancestors[0]
      guard ancestor.count > 1 else { return true }
      let pair = (ancestor[0], ancestor[1])
      lists.ours.removeAll { $0 == pair.0 }
      lists.ours.insert(pair.0, at: (lists.ours.firstIndex(of: pair.1) ?? 0) + 1)
      _ = lists.insert(2)
      return lists.merged().before(pair.0).contains(pair.1)
    }
  }

  @Test func bothSidesMergeAlike() {
    forAll { lists in
      _ = lists.insert(3)
      let merged = lists.merged()
      swap(&lists.ours, &lists.theirs)
      return lists.merged() == merged
    }
  }

  private func forAll(_ law: (inout CrossedLists) -> Bool) {
    for seed in LawCases.seeds {
      var lists = CrossedLists(seed: seed)
      let start = lists
      guard law(&lists) else {
        Issue.record("seed \(seed): \(start) became \(lists), merged \(lists.merged())")
        return
      }
    }
  }
}

/// A list to which two ancestors added, what became of both, and how two sides have it.
private struct CrossedLists {
  var random: SeededGenerator
  let ancestors: [[Int]]
  let base: [Int]
  var ours: [Int]
  var theirs: [Int]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let first = Array(0..<random.below(4))
    var next = first.count
    ancestors = (0..<2).map { [random] _ in
      var (list, random) = (first, random)
      for _ in 0..<1 + random.below(3) {
        list.insert(next, at: random.below(list.count + 1))
        next += 1
      }
      return list
    }
    base = random.joined(ancestors, since: first)
    ours = random.joined(ancestors, since: first)
    theirs = random.joined(ancestors, since: first)
  }

  /// Lets theirs insert some new elements.
  mutating func insert(_ most: Int) -> [Int] {
    let inserted = (0..<1 + random.below(most)).map { 100 + $0 }
    for token in inserted { theirs.insert(token, at: random.below(theirs.count + 1)) }
    return inserted
  }

  /// The merged order with free positions everywhere, and with positions of its own in each version.
  func merged() -> [Int] {
    func list(_ tokens: [Int], _ offset: Int) -> PositionedList {
      PositionedList(
        tokens: tokens, positions: tokens.indices.map { ($0 + 1) * 1_000_000 + offset })
    }
    let there = (Set(ours), Set(theirs))
    return PositionMerge.merge(
      base: list(base, 0), ours: list(ours, 1), theirs: list(theirs, 1), in: .documents, ties: <,
      survives: { there.0.contains($0) || there.1.contains($0) }, later: { _ in nil },
      ancestors: { ancestors }
    ).list.tokens
  }
}

extension SeededGenerator {
  /// Both lists in one, each in its order.
  fileprivate mutating func joined(_ lists: [[Int]], since first: [Int]) -> [Int] {
    var rest = lists.map { $0[...] }
    var joined: [Int] = []
    for stop in first + [-1] {
      var runs = rest.map { list in list.prefix { $0 != stop } }
      while !(runs[0].isEmpty && runs[1].isEmpty) {
        let side = runs[0].isEmpty ? 1 : runs[1].isEmpty ? 0 : below(2)
        joined.append(runs[side].removeFirst())
      }
      if stop >= 0 { joined.append(stop) }
      rest = rest.map { list in list.drop { $0 != stop }.dropFirst() }
    }
    return joined
  }
}

extension [Int] {
  fileprivate func before(_ token: Int) -> Set<Int> { Set(prefix { $0 != token }) }
  fileprivate func after(_ token: Int) -> Set<Int> { Set(drop { $0 != token }.dropFirst()) }
}
