import ForkedJSON

/// Equal integers for equal values.
struct ValueTokens {
  private var numbers = JSONValueNumbers()

  /// The elements' tokens. O(bytes of the elements).
  mutating func of(_ elements: some Sequence<JSONNode>) -> [Int] {
    elements.map { numbers.number(of: $0) }
  }

  /// The tokens of an array's elements; none for anything else.
  mutating func of(_ array: JSONNode?) -> [Int] {
    array.map { of(JSONElementList($0)) } ?? []
  }
}

/// How often each token occurs in four sequences.
struct TokenCounts {
  struct Count {
    var base = 0
    var ours = 0
    var theirs = 0
    var merged = 0

    /// What must stand at least: what each side inserted for sure.
    var least: Int { max(ours - base, theirs - base, 0) }

    /// The numbers that may stand: what both deleted, or both inserted, may be one or two. What one side deleted is gone, whatever
    /// the other inserted.
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
