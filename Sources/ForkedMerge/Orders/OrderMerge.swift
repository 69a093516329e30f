public import Forked

/// The three-way merge of the order of elements with ids.
///
/// A side moved the elements outside a longest increasing subsequence of base indices, the smallest possible set. An
/// element that a side moved or inserted belongs to the gap of base after its nearest unmoved neighbour to the left.
/// All other elements keep their place of base.
public enum OrderMerge {
  /// A merged order, with the elements that the two sides put to different places.
  public struct Result: Sendable, Hashable {
    /// The tokens in merged order: exactly those of base, ours and theirs for which `survives` returns true.
    public var order: [Int]
    /// Surviving tokens that both sides moved to different places, in the order of base: `first`'s place was taken.
    public var movedByBoth: [Int]
    /// True if both sides put elements into one gap, or one element into two: only then the choice of `first` can
    /// matter.
    public var dependsOnFirst: Bool
  }

  /// Returns the order of the surviving elements.
  ///
  /// - An element that one side moved goes where that side put it.
  /// - An element that both moved, or inserted, at different places goes where `first` put it. One that both inserted
  ///   appears once.
  /// - In one gap, `first`'s run comes before the other's, and elements that both put there keep the runs together.
  /// - Elements that neither side moved keep the order of base. A deletion is no move: an element that survives it goes
  ///   where the side that has it put it, or where base has it.
  ///
  /// The result depends on the arguments only. Swapping the sides together with `first` changes nothing.
  ///
  /// - Parameters:
  ///   - base, ours, theirs: tokens, unique within each sequence; of a repeated token only the first counts.
  ///   - first: the side whose places and runs are preferred.
  ///   - firstOf: returns the side whose run comes first in a gap into which both inserted different elements; nil:
  ///     `first`.
  ///   - survives: returns true if an element is in the merged result; called once for each token.
  /// - Complexity: O(n log n).
  public static func merge(
    base: [Int], ours: [Int], theirs: [Int], first: MergeSide,
    firstOf: (MeetingRuns) -> MergeSide? = { _ in nil }, survives: (Int) -> Bool
  ) -> Result {
    var input = OrderInput(base: base, ours: ours, theirs: theirs)
    input.keepOnly(survives)
    return OrderWeaver(input, first: first).woven(firstOf: firstOf)
  }

  /// Returns the elements whose place in `order` differs from `base`: the smallest possible set, in the order of
  /// `order`.
  ///
  /// Elements that only one of the two has are not moved. Tokens must be unique within each.
  /// - Complexity: O(n log n).
  public static func moved(base: [Int], order: [Int]) -> [Int] {
    let input = OrderInput(base: base, ours: order, theirs: [])
    return SideOrder(input.ours, basePlaces: input.basePlaces).placed
      .filter { input.basePlaces[$0.token] >= 0 }.map { input.names[$0.token] }
  }
}

/// The three orders with dense tokens, each once.
struct OrderInput {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  /// The caller's token for each dense one.
  let names: [Int]
  /// The index in base of each token, or -1.
  let basePlaces: [Int]
  private(set) var survives: [Bool]

  init(base: [Int], ours: [Int], theirs: [Int]) {
    let dense = DenseTokens(base[...], ours[...], theirs[...])
    let unique = dense.sequences.map { Self.firstOccurrences(in: $0, bound: dense.bound) }
    self.base = unique[0]
    self.ours = unique[1]
    self.theirs = unique[2]
    var names = [Int](repeating: 0, count: dense.bound)
    for (tokens, originals) in zip(dense.sequences, [base, ours, theirs]) {
      for (token, original) in zip(tokens, originals) { names[token] = original }
    }
    self.names = names
    basePlaces = unique[0].places(count: dense.bound)
    survives = [Bool](repeating: true, count: dense.bound)
  }

  private static func firstOccurrences(in tokens: ArraySlice<Int>, bound: Int) -> [Int] {
    var seen = [Bool](repeating: false, count: bound)
    return tokens.filter { token in
      defer { seen[token] = true }
      return !seen[token]
    }
  }

  /// Removes the elements that don't survive; asks once for each token.
  mutating func keepOnly(_ survives: (Int) -> Bool) {
    var asked = [Bool](repeating: false, count: names.count)
    for tokens in [base, ours, theirs] {
      for token in tokens where !asked[token] {
        asked[token] = true
        self.survives[token] = survives(names[token])
      }
    }
  }
}

/// The changes of one side to the order of base: the elements that it moved or inserted, with their gaps.
///
/// Tokens are dense (`0..<bound`) and unique within each sequence.
struct SideOrder {
  /// An element that the side moved or inserted.
  struct Placed {
    var token: Int
    /// The index in base of the element after the gap.
    var gap: Int
  }

  /// The moved and inserted elements in the side's order; their gaps never descend.
  private(set) var placed: [Placed] = []
  /// For each token the gap into which the side moved or inserted it, else -1.
  private(set) var gaps: [Int]

  /// - Parameter basePlaces: the index in base of each token, or -1.
  /// - Complexity: O(n log n), for the longest run of elements that keep their order.
  init(_ tokens: [Int], basePlaces: [Int]) {
    self.init(
      tokens, basePlaces: basePlaces,
      candidates: tokens.indices.filter { basePlaces[tokens[$0]] >= 0 })
  }

  /// - Parameters:
  ///   - basePlaces: the index in base of each token, or -1.
  ///   - candidates: the indices of the elements of base that may be unmoved; the others are moved.
  init(_ tokens: [Int], basePlaces: [Int], candidates: [Int]) {
    gaps = [Int](repeating: -1, count: basePlaces.count)
    var isUnmoved = [Bool](repeating: false, count: tokens.count)
    for index in LongestIncreasing.indices(of: candidates.map { basePlaces[tokens[$0]] }) {
      isUnmoved[candidates[index]] = true
    }
    var gap = 0
    for (token, isUnmoved) in zip(tokens, isUnmoved) {
      if isUnmoved {
        gap = basePlaces[token] + 1
      } else {
        gaps[token] = gap
        placed.append(Placed(token: token, gap: gap))
      }
    }
  }
}
