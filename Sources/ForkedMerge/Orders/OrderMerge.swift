public import Forked

/// Three-way merge of the order of elements that each have an identity.
///
/// A side moved the elements outside a longest increasing subsequence of base indices, the fewest that explain
/// its order. What a side moved or inserted belongs to the gap of base after its nearest unmoved neighbour to
/// the left. Everything else stands where base has it.
public enum OrderMerge {
  /// A merged order, and what could not be as both wanted it.
  public struct Result: Sendable, Hashable {
    /// Tokens in merged order: exactly those for which `survives` holds among all of base, ours, theirs.
    public var order: [Int]
    /// Surviving tokens that both sides moved to different places, in the order of base: `first`'s place was taken.
    public var movedByBoth: [Int]
    /// Whether both sides put something into one gap, or one element into two: only then can the other side's being
    /// `first` make a difference.
    public var dependsOnFirst: Bool
  }

  /// The order of the surviving elements.
  ///
  /// An element that one side moved goes where that side put it; moved by both to different places, or inserted
  /// by both at different places, where `first` put it; inserted by both it appears once. In one gap
  /// `first`'s run comes before the other's, and what both put there keeps them together. Elements that neither
  /// moved keep the order of base. A deletion is no move: an element that survives one stands where the side that has
  /// it put it, or where base has it. Depends on the arguments only; swapping the sides with `first` changes nothing.
  ///
  /// - Parameters:
  ///   - base, ours, theirs: tokens, unique within each sequence; of a repeated token only the first counts.
  ///   - first: whose place and whose run is preferred.
  ///   - firstOf: whose run comes first in one gap into which both inserted, and nothing alike; nil there: `first`'s.
  ///   - survives: whether an element is in the merged result; called once for each token.
  /// - Complexity: O(n log n).
  public static func merge(
    base: [Int], ours: [Int], theirs: [Int], first: MergeSide,
    firstOf: (MeetingRuns) -> MergeSide? = { _ in nil }, survives: (Int) -> Bool
  ) -> Result {
    var input = OrderInput(base: base, ours: ours, theirs: theirs)
    input.keepOnly(survives)
    return OrderWeaver(input, first: first).woven(firstOf: firstOf)
  }

  /// The elements that stand elsewhere in `order` than in `base`: the fewest that explain it, in the order of `order`.
  ///
  /// Elements that only one of the two has are not moved. Tokens are unique within each. O(n log n).
  public static func moved(base: [Int], order: [Int]) -> [Int] {
    let input = OrderInput(base: base, ours: order, theirs: [])
    return SideOrder(input.ours, basePlaces: input.basePlaces).placed
      .filter { input.basePlaces[$0.token] >= 0 }.map { input.names[$0.token] }
  }
}
