import ForkedJSON

/// Equal integers for equal values.
struct ValueTokens {
  private var numbers = JSONValueNumbers()

  /// Returns the elements' tokens.
  /// - Complexity: O(bytes of the elements).
  mutating func of(_ elements: some Sequence<JSONNode>) -> [Int] {
    elements.map { numbers.number(of: $0) }
  }

  /// Returns the tokens of an array's elements; none for any other value.
  mutating func of(_ array: JSONNode?) -> [Int] {
    array.map { of(JSONElementList($0)) } ?? []
  }
}

/// The number of occurrences of each token in four sequences.
struct TokenCounts {
  struct Count {
    var base = 0
    var ours = 0
    var theirs = 0
    var merged = 0

    /// The least number required: the occurrences that one side certainly inserted.
    var least: Int { max(ours - base, theirs - base, 0) }

    /// The numbers allowed: occurrences that both sides deleted, or both inserted, may be the same or different ones.
    /// One that a side deleted is gone, whatever the other inserted.
    var possible: ClosedRange<Int> {
      let both = ours + theirs - base
      if ours < base, theirs < base { return max(0, both)...min(ours, theirs) }
      return ours > base && theirs > base ? max(ours, theirs)...both : both...both
    }
  }

  private(set) var all: [Count]

  init(base: [Int], ours: [Int], theirs: [Int], merged: [Int]) {
    let most = [base, ours, theirs, merged].compactMap { $0.max() }.max() ?? -1
    all = Array(repeating: Count(), count: most + 1)
    for token in base { all[token].base += 1 }
    for token in ours { all[token].ours += 1 }
    for token in theirs { all[token].theirs += 1 }
    for token in merged { all[token].merged += 1 }
  }

  subscript(token: Int) -> Count { all[token] }
}
