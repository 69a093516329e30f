/// The elements of two sequences that occur in both: all that a common subsequence can be made of.
struct SharedElements {
  var old: [Int] = []
  var new: [Int] = []
  /// Where each element of `old` stood.
  var oldIndices: [Int] = []
  /// Where each element of `new` stood.
  var newIndices: [Int] = []

  /// Tokens are in `0..<bound`. O(old + new + bound).
  init(old: [Int], new: [Int], bound: Int) {
    let inOld = Self.presence(of: old, bound: bound)
    let inNew = Self.presence(of: new, bound: bound)
    (self.old, oldIndices) = Self.filter(old, by: inNew)
    (self.new, newIndices) = Self.filter(new, by: inOld)
  }

  private static func presence(of tokens: [Int], bound: Int) -> [Bool] {
    var present = [Bool](repeating: false, count: bound)
    for token in tokens { present[token] = true }
    return present
  }

  private static func filter(_ tokens: [Int], by present: [Bool]) -> (tokens: [Int], indices: [Int])
  {
    var kept: [Int] = []
    var indices: [Int] = []
    kept.reserveCapacity(tokens.count)
    indices.reserveCapacity(tokens.count)
    for (index, token) in tokens.enumerated() where present[token] {
      kept.append(token)
      indices.append(index)
    }
    return (kept, indices)
  }
}
