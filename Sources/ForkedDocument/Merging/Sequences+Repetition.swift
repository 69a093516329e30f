import ForkedMerge

extension Sequences {
  /// The items without what both sides inserted, each at a place of its own: it stands at the first of the two.
  ///
  /// A list in which no version has a value twice says that it is in it, so a merge must not make it say so twice.
  /// A value that stands twice in one version may do so here. O(insertions), and O(n) where one is repeated.
  func withoutNewRepetitions(_ items: [SequenceItem]) -> [SequenceItem] {
    var inserted: Set<Int> = []
    var repeated: Set<Int> = []
    for item in items {
      if let token = insertedToken(item), !inserted.insert(token).inserted {
        repeated.insert(token)
      }
    }
    guard !repeated.isEmpty else { return items }
    let most = repetitions
    var seen: Set<Int> = []
    return items.filter { item in
      guard let token = insertedToken(item), repeated.contains(token), most[token] == 1 else {
        return true
      }
      return seen.insert(token).inserted
    }
  }
}
