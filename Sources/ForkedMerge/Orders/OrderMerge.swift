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
    /// True if both sides put something into one gap, or one element into two: only then can the other side's being
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

/// The three orders with dense tokens, each once.
struct OrderInput {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  /// The caller's token for each dense one.
  let names: [Int]
  /// For each token its index in base, or -1.
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
    var places = [Int](repeating: -1, count: dense.bound)
    for (index, token) in unique[0].enumerated() { places[token] = index }
    basePlaces = places
    survives = [Bool](repeating: true, count: dense.bound)
  }

  private static func firstOccurrences(in tokens: ArraySlice<Int>, bound: Int) -> [Int] {
    var seen = [Bool](repeating: false, count: bound)
    return tokens.filter { token in
      defer { seen[token] = true }
      return !seen[token]
    }
  }

  /// Asks once for each token.
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

/// What one side did to the order of base: which elements it moved or inserted, and into which gap.
///
/// Tokens are dense (`0..<bound`) and unique within each sequence.
struct SideOrder {
  /// An element that the side put somewhere itself.
  struct Placed {
    var token: Int
    /// The index in base of the element after the gap.
    var gap: Int
  }

  /// Moved and inserted elements in the side's order; gaps never descend.
  private(set) var placed: [Placed] = []
  /// For each token its gap if the side moved or inserted it, else -1.
  private(set) var gaps: [Int]

  /// - Parameter basePlaces: for each token its index in base, or -1.
  /// - Complexity: O(n log n), for the longest run of elements that keep their order.
  init(_ tokens: [Int], basePlaces: [Int]) {
    self.init(
      tokens, basePlaces: basePlaces,
      candidates: tokens.indices.filter { basePlaces[tokens[$0]] >= 0 })
  }

  /// - Parameters:
  ///   - basePlaces: for each token its index in base, or -1.
  ///   - candidates: the indices of the elements of base that may not have moved; the others have.
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
