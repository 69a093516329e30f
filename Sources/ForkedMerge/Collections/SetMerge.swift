public import Forked

/// Three-way merge of sets, written as sequences of tokens so that order can be kept.
public enum SetMerge {
  /// The additions of both without the removals of both.
  ///
  /// What base had stands in the order of base, then come the additions of `first` in its order, then the other's. The
  /// members are the same whatever `first` is. A repeated token counts once.
  ///
  /// - Parameter first: whose additions come first.
  /// - Complexity: O(n).
  public static func merge(
    base: [Int], ours: [Int], theirs: [Int], first: MergeSide
  ) -> [Int] {
    let alignment = KeyAlignment(base: base, ours: ours, theirs: theirs, first: first)
    return alignment.entries.compactMap { entry in
      if let place = entry.base {
        return entry.ours != nil && entry.theirs != nil ? base[place] : nil
      }
      return entry.ours.map { ours[$0] } ?? entry.theirs.map { theirs[$0] }
    }
  }
}
