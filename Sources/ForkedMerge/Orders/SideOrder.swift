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
