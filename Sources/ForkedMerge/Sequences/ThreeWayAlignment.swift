/// Three sequences with the edit scripts from base to either side.
struct ThreeWayAlignment: Sendable {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let ourHunks: [Hunk]
  let theirHunks: [Hunk]

  /// Returns the index in a side of each element of base; -1 if it was deleted.
  static func places(of count: Int, after hunks: [Hunk]) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { places, initialized in
      var (old, new) = (0, 0)
      for hunk in hunks {
        while old < hunk.old.lowerBound {
          places.initializeElement(at: old, to: Int32(truncatingIfNeeded: new))
          old += 1
          new += 1
        }
        while old < hunk.old.upperBound {
          places.initializeElement(at: old, to: -1)
          old += 1
        }
        new = hunk.new.upperBound
      }
      while old < count {
        places.initializeElement(at: old, to: Int32(truncatingIfNeeded: new))
        old += 1
        new += 1
      }
      initialized = count
    }
  }
}

extension ThreeWayAlignment {
  /// Returns the hunks with each replacement divided where the other side inserted within it.
  ///
  /// An edit script shows that three elements were replaced by three others, but not which by which. For the place of
  /// an insertion, the first element counts as replaced by the first. If there are not equally many, both parts are
  /// counted from the nearer end.
  /// - Complexity: O(hunks).
  func dividedAtInsertions(
    ourHunks: [Hunk], theirHunks: [Hunk]
  ) -> (ours: [Hunk], theirs: [Hunk]) {
    (
      Self.divided(ourHunks, at: theirHunks), Self.divided(theirHunks, at: ourHunks)
    )
  }

  private static func divided(_ hunks: [Hunk], at otherHunks: [Hunk]) -> [Hunk] {
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
  /// Returns both parts of a hunk, divided at that element of the old sequence.
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

/// The elements that both sides inserted at one place, without common ones at their ends.
public struct MeetingRuns: Sendable, Hashable {
  /// The elements that ours inserted: indices in ours for sequences, tokens for orders.
  public var ours: [Int]
  /// The elements that theirs inserted, in the same form.
  public var theirs: [Int]
  /// True if the place is at the end of base.
  public var isAtEnd: Bool
}
