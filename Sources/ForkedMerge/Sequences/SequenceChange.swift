/// The change of one side at one place of base.
struct SequenceChange: Sendable {
  /// The elements of base, and what the side has in their place.
  var hunk: Hunk
  /// True if it is not certain which of the elements were changed, but that all changes are within.
  var isOpen = false

  /// Returns the insertions, and the deletions and replacements, in the order of base; those within an open stretch are
  /// one change.
  /// - Parameter changes: the deletions and replacements.
  /// - Complexity: O(hunks).
  static func list(_ changes: [Hunk], insertions: [Hunk], open: [Hunk]) -> [SequenceChange] {
    var hunks = changes[...]
    var (stretches, result) = (open[...], [SequenceChange]())
    var inserted = insertions[...]
    while let next = earlier(inserted.first, hunks.first, stretches.first) {
      if let stretch = stretches.first, next == stretch || stretch.covers(next) {
        result.append(SequenceChange(hunk: stretch, isOpen: true))
        stretches.removeFirst()
        while let hunk = hunks.first, stretch.covers(hunk) { hunks.removeFirst() }
        while let hunk = inserted.first, stretch.covers(hunk) { inserted.removeFirst() }
      } else if next == inserted.first {
        result.append(SequenceChange(hunk: next))
        inserted.removeFirst()
      } else {
        result.append(SequenceChange(hunk: next))
        hunks.removeFirst()
      }
    }
    return result
  }

  private static func earlier(_ hunks: Hunk?...) -> Hunk? {
    hunks.compactMap { $0 }.min {
      ($0.old.lowerBound, $0.new.lowerBound, $0.old.count)
        < ($1.old.lowerBound, $1.new.lowerBound, $1.old.count)
    }
  }
}

extension Hunk {
  /// Returns true if a hunk of the same script is within this one.
  func covers(_ other: Hunk) -> Bool {
    other.new.isEmpty
      ? old.lowerBound <= other.old.lowerBound && other.old.upperBound <= old.upperBound
        && !other.old.isEmpty
      : new.lowerBound <= other.new.lowerBound && other.new.upperBound <= new.upperBound
  }
}
