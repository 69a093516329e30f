import Forked

/// A history that forgets nothing, written apart from the resources and simpler than they are: a
/// graph of versions, and a fork that stands at each.
struct WholeHistory {
  struct Node {
    var content: Int?
    /// Every version before this one, and this one.
    var past: Set<Int>
    /// The index in the order of changes.
    var recency: Int
  }

  private(set) var nodes = [Node(content: nil, past: [0], recency: 0)]
  private(set) var tips: [Fork: Int] = [.main: 0]

  func content(of fork: Fork) -> Int? { tips[fork].flatMap { nodes[$0].content } }

  mutating func create(_ fork: Fork) { tips[fork] = tips[.main] }

  mutating func delete(_ fork: Fork) { tips[fork] = nil }

  mutating func update(_ fork: Fork, to content: Int?) {
    tips[fork] = add(content, after: [tip(of: fork)])
  }

  mutating func restart(_ fork: Fork, with content: Int) { tips[fork] = add(content, after: []) }

  mutating func merge(_ fork: Fork, into other: Fork) -> MergeAction {
    let (theirs, ours) = (tip(of: fork), tip(of: other))
    if nodes[ours].past.contains(theirs) { return .none }
    if nodes[theirs].past.contains(ours) {
      tips[other] = theirs
      return .fastForward
    }
    tips[other] = add(merged(ours, theirs), after: [ours, theirs])
    return .resolveConflict
  }

  /// True if each of a fork and main has what the other has not.
  func divergence(of fork: Fork) -> Divergence {
    let (own, main) = (nodes[tip(of: fork)].past, nodes[tip(of: .main)].past)
    return Divergence(isAhead: !own.isSubset(of: main), isBehind: !main.isSubset(of: own))
  }

  func ancestorContent(of fork: Fork) -> Int? {
    ancestor(tip(of: fork), tip(of: .main)).flatMap { nodes[$0].content }
  }

  private func tip(of fork: Fork) -> Int { tips[fork] ?? 0 }

  private mutating func add(_ content: Int?, after parents: [Int]) -> Int {
    let past = parents.reduce(into: Set<Int>()) { $0.formUnion(nodes[$1].past) }
    nodes.append(Node(content: content, past: past.union([nodes.count]), recency: nodes.count))
    return nodes.count - 1
  }

  private func merged(_ first: Int, _ second: Int) -> Int? {
    let ancestor = ancestor(first, second).flatMap { nodes[$0].content }
    let (later, earlier) = first > second ? (first, second) : (second, first)
    switch (nodes[later].content, nodes[earlier].content, ancestor) {
    case (let mine?, let theirs?, let base?): return mine + theirs - base
    case (let mine?, _?, nil): return mine
    case (let mine, let theirs, let base): return mine == base ? theirs : mine
    }
  }

  /// The last version that is before both. With one hub there is no second that is not before it.
  private func ancestor(_ first: Int, _ second: Int) -> Int? {
    nodes[first].past.intersection(nodes[second].past).max()
  }
}
