/// Three sequences with the edit scripts from base to either side.
struct ThreeWayAlignment: Sendable {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let ourHunks: [Hunk]
  let theirHunks: [Hunk]

  /// By shortest edit scripts.
  init(base: [Int], ours: [Int], theirs: [Int]) {
    self.init(
      base: base, ours: ours, theirs: theirs, ourHunks: SequenceDiff.hunks(old: base, new: ours),
      theirHunks: SequenceDiff.hunks(old: base, new: theirs))
  }

  /// By scripts that are known.
  init(base: [Int], ours: [Int], theirs: [Int], ourHunks: [Hunk], theirHunks: [Hunk]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.ourHunks = ourHunks
    self.theirHunks = theirHunks
  }

  /// Where a side has an element of base, for all elements in order; -1 where it deleted it.
  static func places(of count: Int, after hunks: [Hunk]) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { places, initialized in
      var (old, new) = (0, 0)
      for hunk in hunks {
        while old < hunk.old.lowerBound {
          places.initializeElement(at: old, to: Int32(truncatingIfNeeded: new))
          (old, new) = (old + 1, new + 1)
        }
        while old < hunk.old.upperBound {
          places.initializeElement(at: old, to: -1)
          old += 1
        }
        new = hunk.new.upperBound
      }
      while old < count {
        places.initializeElement(at: old, to: Int32(truncatingIfNeeded: new))
        (old, new) = (old + 1, new + 1)
      }
      initialized = count
    }
  }
}

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

/// What both sides inserted at one place, what they have in common there left out.
public struct MeetingRuns: Sendable, Hashable {
  /// What ours inserted: places in ours where sequences merge, tokens where orders do.
  public var ours: [Int]
  /// What theirs inserted, likewise.
  public var theirs: [Int]
  /// True if base ends here.
  public var isAtEnd: Bool
}
