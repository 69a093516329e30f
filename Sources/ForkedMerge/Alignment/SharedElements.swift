/// The elements of two sequences that occur in both: all that a common subsequence can be made of.
///
/// Tables of long sequences are as small as can be: what doesn't fit the processor's caches, or is fresh memory from
/// the system, costs more than the search.
struct SharedElements {
  let old: [Int32]
  let new: [Int32]
  /// Where each element of `old` stood.
  let oldIndices: [Int32]
  /// Where each element of `new` stood.
  let newIndices: [Int32]

  /// Tokens are in `0..<bound`, which is below 2^31. O(old + new + bound).
  init(old: ArraySlice<Int>, new: ArraySlice<Int>, bound: Int) {
    let inOld = Self.presence(of: old, bound: bound)
    let inNew = Self.presence(of: new, bound: bound)
    (self.old, oldIndices) = Self.filter(old, by: inNew)
    (self.new, newIndices) = Self.filter(new, by: inOld)
  }

  private static func presence(of tokens: ArraySlice<Int>, bound: Int) -> [Bool] {
    var present = [Bool](repeating: false, count: bound)
    for token in tokens { present[token] = true }
    return present
  }

  private static func filter(
    _ tokens: ArraySlice<Int>, by present: [Bool]
  ) -> (tokens: [Int32], indices: [Int32]) {
    var kept: [Int32] = []
    var indices: [Int32] = []
    kept.reserveCapacity(tokens.count)
    indices.reserveCapacity(tokens.count)
    for (index, token) in tokens.enumerated() where present[token] {
      kept.append(Int32(truncatingIfNeeded: token))
      indices.append(Int32(truncatingIfNeeded: index))
    }
    return (kept, indices)
  }
}
