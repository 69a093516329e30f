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
    gaps = [Int](repeating: -1, count: basePlaces.count)
    let unmoved = Self.unmoved(tokens, basePlaces: basePlaces)
    var gap = 0
    for (token, isUnmoved) in zip(tokens, unmoved) {
      if isUnmoved {
        gap = basePlaces[token] + 1
      } else {
        gaps[token] = gap
        placed.append(Placed(token: token, gap: gap))
      }
    }
  }

  private static func unmoved(_ tokens: [Int], basePlaces: [Int]) -> [Bool] {
    let indices = tokens.indices.filter { basePlaces[tokens[$0]] >= 0 }
    var unmoved = [Bool](repeating: false, count: tokens.count)
    for index in LongestIncreasing.indices(of: indices.map { basePlaces[tokens[$0]] }) {
      unmoved[indices[index]] = true
    }
    return unmoved
  }
}
