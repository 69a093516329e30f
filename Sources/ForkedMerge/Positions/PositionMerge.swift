public import Forked

/// Three-way merge of ordered lists: elements by token, each with the later position, in the order of positions.
///
/// A version whose order disagrees with its positions means what its order says. A change of position that keeps an
/// element's order among those of base (making room) is no move: it never swaps two elements, and what the other side
/// inserted beside it stands after its left neighbour there. Positions are drawn anew only where a version had none that
/// said so, or room was made; never by chance, so that everybody who merges merges alike.
public enum PositionMerge {
  /// A merged list.
  public struct Result: Sendable {
    /// Exactly the elements that survive, in order. A version that alone was changed stands as it is, in order or not.
    public var list: PositionedList
    /// Elements to which both sides gave different positions by moving or inserting them, and whose stands.
    public var disputed: [(token: Int, side: MergeSide)] = []
    /// Those of them that stand where they do for what stands beside them, whichever position is the later one.
    public var placedByOrder: Set<Int> = []
  }

  /// The merged list of the surviving elements. Swapping the sides changes nothing, if `later` answers alike.
  ///
  /// - Parameters:
  ///   - base, ours, theirs: the versions; tokens are dense, from 0 on.
  ///   - range: what new positions are drawn from; those beyond it count as none where both sides changed the list.
  ///   - ties: whether the first of two tokens precedes the other at one position.
  ///   - survives: whether an element is in the merged result.
  ///   - later: whose position of an element is the later one, nil where that is not known: then the smaller one stands.
  ///     Asked only where both changed it.
  ///   - ancestors: the orders of the versions that base was merged from, where histories crossed; else none. Asked only
  ///     where the sides have what they share in an order that is not that of base.
  /// - Throws: what `later` and `ancestors` throw.
  /// - Complexity: O(n log n).
  public static func merge(
    base: PositionedList, ours: PositionedList, theirs: PositionedList, in range: PositionRange,
    ties: @escaping (Int, Int) -> Bool, survives: (Int) -> Bool,
    later: (Int) throws -> MergeSide?, ancestors: () throws -> [[Int]]
  ) rethrows -> Result {
    let lists = [base, ours, theirs]
    let count = 1 + (lists.compactMap { $0.tokens.max() }.max() ?? -1)
    var survivors = [Bool](repeating: false, count: count)
    for list in lists {
      for token in list.tokens where !survivors[token] { survivors[token] = survives(token) }
    }
    if let alone = changedAlone(base, ours, theirs), alone.holdsAll(survivors) {
      return Result(list: alone.keeping(survivors))
    }
    let versions = try PositionedVersions(base: base, ours: ours, theirs: theirs)
      .settled(count: count, ties: ties, later: later, ancestors: ancestors)
    let mended = versions.base.mended(in: range, ties: ties)
    let former = PlacedTokens(mended, count: count)
    let sides = [versions.ours, versions.theirs].map { side in
      PlacedTokens(
        side.mended(in: range, preferring: { former.positions[$0] }, ties: ties), count: count)
    }
    let settled = Set(versions.disputed.map(\.token))
    var weaver = PositionWeaver(former, sides[0], sides[1], survivors, ties: ties)
    try weaver.settlePositions(later: later)
    return Result(
      list: weaver.woven(in: range),
      disputed: versions.disputed + weaver.disputed.filter { !settled.contains($0.token) },
      placedByOrder: settled)
  }

  /// The version that one side alone made of base, or both alike.
  private static func changedAlone(
    _ base: PositionedList, _ ours: PositionedList, _ theirs: PositionedList
  ) -> PositionedList? {
    if theirs == base || theirs == ours { return ours }
    return ours == base ? theirs : nil
  }
}

/// Three versions of an ordered list.
struct PositionedVersions {
  var base: PositionedList
  var ours: PositionedList
  var theirs: PositionedList
  /// Elements that the sides put to different places, and whose place these versions have.
  var disputed: [(token: Int, side: MergeSide)] = []

  /// The versions without orders that nobody wanted: histories that cross make them.
  func settled(
    count: Int, ties: @escaping (Int, Int) -> Bool, later: (Int) throws -> MergeSide?,
    ancestors: () throws -> [[Int]]
  ) rethrows -> PositionedVersions {
    let orders = CrossedOrders(ours, theirs, count: count, ties: ties)
    guard !orders.agree(with: base) else { return self }
    let ancestors = try ancestors()
    guard ancestors.count > 1 else { return self }
    return try orders.settled(base, since: ancestors, later: later)
  }
}

extension PositionedList {
  fileprivate func holdsAll(_ survivors: [Bool]) -> Bool {
    tokens.count { survivors[$0] } == survivors.count { $0 }
  }

  fileprivate func keeping(_ survivors: [Bool]) -> PositionedList {
    let kept = tokens.indices.filter { survivors[tokens[$0]] }
    if kept.count == tokens.count { return self }
    return PositionedList(tokens: kept.map { tokens[$0] }, positions: kept.map { positions[$0] })
  }
}
