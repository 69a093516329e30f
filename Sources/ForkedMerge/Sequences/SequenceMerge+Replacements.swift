public import Forked

extension SequenceMerge {
  /// True if the side put something in the place of an element of base that it doesn't have there any more.
  /// - Complexity: O(log hunks).
  public func isReplaced(_ element: Int, by side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: element, \.old)?.isReplacement ?? false
  }

  /// True if what stands at a place of the side came in place of elements of base.
  /// - Complexity: O(log hunks).
  public func isReplacement(_ place: Int, of side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: place, \.new)?.isReplacement ?? false
  }

  private func hunks(of side: MergeSide) -> [Hunk] {
    side == .ours ? alignment.ourHunks : alignment.theirHunks
  }
}

extension [Hunk] {
  /// The hunk one of whose ranges holds a place.
  fileprivate func hunk(containing place: Int, _ range: KeyPath<Hunk, Range<Int>>) -> Hunk? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: range].upperBound <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && self[low][keyPath: range].contains(place) ? self[low] : nil
  }
}
