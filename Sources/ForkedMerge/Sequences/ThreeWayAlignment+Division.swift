extension ThreeWayAlignment {
  /// The hunks with each replacement cut in two where the other side inserted within it.
  ///
  /// An edit script says that three elements gave way to three others, not which to which. For the place of an insertion
  /// the first stands for the first; where they are not equally many, both parts are counted from the nearer end.
  /// Complexity: O(hunks, and the runs compared).
  func dividedAtInsertions(
    ourHunks: [Hunk], theirHunks: [Hunk]
  ) -> (ours: [Hunk], theirs: [Hunk]) {
    (
      Self.divided(ourHunks, of: ours, at: theirHunks, of: theirs),
      Self.divided(theirHunks, of: theirs, at: ourHunks, of: ours)
    )
  }

  private static func divided(
    _ hunks: [Hunk], of side: [Int], at otherHunks: [Hunk], of otherSide: [Int]
  ) -> [Hunk] {
    var next = 0
    return hunks.flatMap { hunk -> [Hunk] in
      while next < otherHunks.count, otherHunks[next].old.upperBound <= hunk.old.lowerBound {
        next += 1
      }
      guard hunk.isReplacement else { return [hunk] }
      var parts: [Hunk] = []
      var rest = hunk
      while next < otherHunks.count, otherHunks[next].old.lowerBound < hunk.old.upperBound {
        let other = otherHunks[next]
        guard other.isInsertion else { return [hunk] }
        if side[hunk.new] == otherSide[other.new] { return [hunk] }
        let (before, behind) = rest.divided(at: other.old.lowerBound)
        parts.append(before)
        rest = behind
        next += 1
      }
      return parts + [rest]
    }
  }
}

extension Hunk {
  /// Both parts of a hunk, cut at that element of the old sequence.
  fileprivate func divided(at element: Int) -> (before: Hunk, behind: Hunk) {
    let (before, behind) = (element - old.lowerBound, old.upperBound - element)
    let count = before <= behind ? min(before, new.count) : max(new.count - behind, 0)
    let place = new.lowerBound + count
    return (
      Hunk(old: old.lowerBound..<element, new: new.lowerBound..<place),
      Hunk(old: element..<old.upperBound, new: place..<new.upperBound)
    )
  }
}
