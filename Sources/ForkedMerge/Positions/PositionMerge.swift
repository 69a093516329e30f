public import Forked

/// The three-way merge of ordered lists: elements by token, each with the later position, in the order of positions.
///
/// If the order of a version disagrees with its positions, the order counts. A change of position that keeps an
/// element's order among those of base is a renumbering and no move: it never swaps two elements, and elements that the
/// other side inserted beside it come after their left neighbour. New positions are made only if those of a
/// version were missing or did not match its order, or if elements were renumbered. They are not random, so that all
/// merges of the same versions are equal.
public enum PositionMerge {
  /// A merged list.
  public struct Result: Sendable {
    /// The surviving elements, in order. If only one side changed the list, its version is kept, sorted or not.
    public var list: PositionedList
    /// Elements to which both sides gave different positions by a move or an insertion, with the side whose one is
    /// kept.
    public var changedByBoth: [(token: Int, side: MergeSide)] = []
    /// Those of them whose place was decided by their neighbours, whichever position is the later one.
    public var placedByOrder: Set<Int> = []
    /// Elements of base that one side moved and that are not in the result, in the order of base.
    public var movedAndDeleted: [Int] = []
  }

  /// Merges the lists. Swapping the sides changes nothing, if `later` answers accordingly.
  ///
  /// - Parameters:
  ///   - base, ours, theirs: the versions; tokens are dense, from 0 on.
  ///   - range: the range of new positions; positions outside it are not valid if both sides changed the list.
  ///   - ties: returns true if the first of two tokens precedes the other at one position.
  ///   - survives: returns true if an element is in the merged result.
  ///   - later: returns the side with the later position of an element; nil if that is not known: then the smaller
  ///     position is kept. Called only if both sides changed it.
  ///   - ancestors: returns the orders of the versions that base was merged from in a criss-cross history; else none.
  ///     Called only if the sides have their shared elements in an order that is not that of base.
  /// - Throws: the errors of `later` and `ancestors`.
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
      .decided(count: count, ties: ties, later: later, ancestors: ancestors)
    let repaired = versions.base.repaired(in: range, ties: ties)
    let former = PlacedTokens(repaired, count: count)
    let sides = [versions.ours, versions.theirs].map { side in
      PlacedTokens(
        side.repaired(in: range, preferring: { former.positions[$0] }, ties: ties), count: count)
    }
    let decided = Set(versions.changedByBoth.map(\.token))
    var weaver = PositionWeaver(former, sides[0], sides[1], survivors, ties: ties)
    try weaver.decidePositions(later: later)
    return Result(
      list: weaver.woven(in: range),
      changedByBoth: versions.changedByBoth
        + weaver.changedByBoth.filter { !decided.contains($0.token) },
      placedByOrder: decided, movedAndDeleted: weaver.movedAndDeleted)
  }

  /// Returns the version that one side alone, or both equally, made of base.
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
  /// Elements that the sides put to different places, with the side whose place these versions have.
  var changedByBoth: [(token: Int, side: MergeSide)] = []

  /// Returns the versions without orders that only a criss-cross history made and no side chose.
  func decided(
    count: Int, ties: @escaping (Int, Int) -> Bool, later: (Int) throws -> MergeSide?,
    ancestors: () throws -> [[Int]]
  ) rethrows -> PositionedVersions {
    let orders = CrossedOrders(ours, theirs, count: count, ties: ties)
    guard !orders.agree(with: base) else { return self }
    let ancestors = try ancestors()
    guard ancestors.count > 1 else { return self }
    return try orders.decided(base, since: ancestors, later: later)
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
