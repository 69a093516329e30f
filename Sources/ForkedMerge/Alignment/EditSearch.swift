/// The search for a shortest edit script: divide and conquer with an explicit stack instead of recursion.
struct EditSearch {
  /// A part of the edit graph that is still to be searched.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>
    /// The greatest number of elements of a box in which unique elements are searched.
    ///
    /// Each search reads the whole box. The bound is halved each time, so all searches together take O(n log n).
    var anchorBound = Int.max

    var size: Int { old.count + new.count }
  }

  let old: [Int32]
  let new: [Int32]
  private let bound: Int
  private let limit: Int
  private var anchors: UniqueAnchors?
  private var match: [Int32]
  private var pending: [Box]

  /// Creates a search over tokens in `0..<bound` that accepts a longer script after `limit` edits from either end.
  init(old: [Int32], new: [Int32], bound: Int, limit: Int) {
    self.old = old
    self.new = new
    self.bound = bound
    self.limit = limit
    match = [Int32](repeating: -1, count: old.count)
    pending = [Box(old: old.indices, new: new.indices)]
  }

  /// Returns for each old element the index of the new element that it is kept as, or -1.
  mutating func matches() -> [Int32] {
    let frontiers = Frontiers(oldCount: old.count, newCount: new.count)
    while let box = pending.popLast() {
      let rest = matchEnds(of: box)
      guard !rest.old.isEmpty, !rest.new.isEmpty else { continue }
      divide(rest, with: frontiers)
    }
    return match
  }

  private mutating func divide(_ box: Box, with frontiers: Frontiers) {
    let split = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        frontiers.split(old: old, new: new, box: box, limit: limit)
      }
    }
    var box = box
    if !split.isShortest, box.size <= box.anchorBound {
      box.anchorBound = box.size / 2
      if divideAtAnchors(box) { return }
    }
    guard split.old + split.new > box.old.lowerBound + box.new.lowerBound,
      split.old + split.new < box.old.upperBound + box.new.upperBound
    else { return }
    var (before, after) = (box, box)
    before.old = box.old.lowerBound..<split.old
    before.new = box.new.lowerBound..<split.new
    after.old = split.old..<box.old.upperBound
    after.new = split.new..<box.new.upperBound
    pending += [after, before]
  }

  private mutating func divideAtAnchors(_ box: Box) -> Bool {
    var anchors = anchors.take() ?? UniqueAnchors(bound: bound)
    let found = anchors.pairs(old: old, box.old, new: new, box.new)
    self.anchors = anchors
    guard !found.isEmpty else { return false }
    var rest = box
    for (oldIndex, newIndex) in found {
      match[oldIndex] = Int32(truncatingIfNeeded: newIndex)
      rest.old = rest.old.lowerBound..<oldIndex
      rest.new = rest.new.lowerBound..<newIndex
      pending.append(rest)
      rest.old = oldIndex + 1..<box.old.upperBound
      rest.new = newIndex + 1..<box.new.upperBound
    }
    pending.append(rest)
    return true
  }

  /// Matches the common prefix and suffix of a box and returns the rest.
  private mutating func matchEnds(of box: Box) -> Box {
    var (oldStart, oldEnd) = (box.old.lowerBound, box.old.upperBound)
    var (newStart, newEnd) = (box.new.lowerBound, box.new.upperBound)
    while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
      match[oldStart] = Int32(truncatingIfNeeded: newStart)
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      match[oldEnd] = Int32(truncatingIfNeeded: newEnd)
    }
    return Box(
      old: oldStart..<oldEnd, new: newStart..<newEnd, anchorBound: box.anchorBound)
  }
}

/// The furthest points of paths with equally many edits on each diagonal of the edit graph, from its start and its end.
final class Frontiers {
  /// A point on an edit script through a box.
  struct Split {
    var old: Int
    var new: Int
    /// True if a shortest script runs through it.
    var isShortest: Bool
  }

  /// The diagonals `lowest...highest`, which have been reached with the current number of edits.
  private struct Span {
    var lowest: Int
    var highest: Int

    /// Adds one edit. The diagonals just outside get `outside`, from which no path continues.
    @inline(__always)
    mutating func grow(
      within bounds: ClosedRange<Int>, table: UnsafeMutablePointer<Int>, outside: Int
    ) {
      if lowest > bounds.lowerBound {
        lowest -= 1
        table[lowest - 1] = outside
      } else {
        lowest += 1
      }
      if highest < bounds.upperBound {
        highest += 1
        table[highest + 1] = outside
      } else {
        highest -= 1
      }
    }

    @inline(__always)
    func contains(_ diagonal: Int) -> Bool { lowest <= diagonal && diagonal <= highest }
  }

  private let storage: UnsafeMutablePointer<Int>
  /// The old index reached from the start, by diagonal (old index - new index).
  private let forward: UnsafeMutablePointer<Int>
  /// The old index reached from the end, by diagonal.
  private let backward: UnsafeMutablePointer<Int>

  /// Allocates the tables for boxes within sequences of these lengths.
  init(oldCount: Int, newCount: Int) {
    // One extra entry at each end is a sentinel. A search writes every entry before it reads it, and needs few entries
    // of long sequences. So nothing is initialized here.
    let diagonals = oldCount + newCount + 5
    storage = UnsafeMutablePointer<Int>.allocate(capacity: diagonals * 2)
    forward = storage + newCount + 2
    backward = storage + diagonals + newCount + 2
  }

  deinit { storage.deallocate() }

  /// Returns the middle of a shortest edit script through a box. After `limit` edits from either end, it returns the
  /// point that the furthest path has reached.
  ///
  /// The box must not be empty in either direction, and neither its first nor its last elements may be equal.
  func split(
    old: UnsafeBufferPointer<Int32>, new: UnsafeBufferPointer<Int32>, box: EditSearch.Box,
    limit: Int
  ) -> Split {
    let (oldStart, oldEnd) = (box.old.lowerBound, box.old.upperBound)
    let (newStart, newEnd) = (box.new.lowerBound, box.new.upperBound)
    let bounds = oldStart - newEnd...oldEnd - newStart
    var ahead = Span(lowest: oldStart - newStart, highest: oldStart - newStart)
    var behind = Span(lowest: oldEnd - newEnd, highest: oldEnd - newEnd)
    let meetsForward = (ahead.lowest - behind.lowest) & 1 != 0
    forward[ahead.lowest] = oldStart
    backward[behind.lowest] = oldEnd
    for _ in 0..<limit {
      ahead.grow(within: bounds, table: forward, outside: -1)
      for diagonal in stride(from: ahead.highest, through: ahead.lowest, by: -2) {
        let (below, above) = (forward[diagonal - 1], forward[diagonal + 1])
        var x = below >= above ? below + 1 : above
        while x < oldEnd, x - diagonal < newEnd, old[x] == new[x - diagonal] { x += 1 }
        forward[diagonal] = x
        if meetsForward, behind.contains(diagonal), backward[diagonal] <= x {
          return Split(old: x, new: x - diagonal, isShortest: true)
        }
      }
      behind.grow(within: bounds, table: backward, outside: Int.max)
      for diagonal in stride(from: behind.highest, through: behind.lowest, by: -2) {
        let (below, above) = (backward[diagonal - 1], backward[diagonal + 1])
        var x = below < above ? below : above - 1
        while x > oldStart, x - diagonal > newStart, old[x - 1] == new[x - 1 - diagonal] { x -= 1 }
        backward[diagonal] = x
        if !meetsForward, ahead.contains(diagonal), x <= forward[diagonal] {
          return Split(old: x, new: x - diagonal, isShortest: true)
        }
      }
    }
    return furthest(ahead, behind, in: box)
  }

  /// Returns the better of the point furthest from the start and the point furthest from the end.
  private func furthest(_ ahead: Span, _ behind: Span, in box: EditSearch.Box) -> Split {
    var best = Split(old: box.old.lowerBound, new: box.new.lowerBound, isShortest: false)
    var bestDistance = 0
    for diagonal in stride(from: ahead.lowest, through: ahead.highest, by: 2) {
      let x = min(forward[diagonal], box.old.upperBound, box.new.upperBound + diagonal)
      let distance = 2 * x - diagonal - box.old.lowerBound - box.new.lowerBound
      guard distance > bestDistance, x - diagonal >= box.new.lowerBound else { continue }
      bestDistance = distance
      best.old = x
      best.new = x - diagonal
    }
    for diagonal in stride(from: behind.lowest, through: behind.highest, by: 2) {
      let x = max(backward[diagonal], box.old.lowerBound, box.new.lowerBound + diagonal)
      let distance = box.old.upperBound + box.new.upperBound - 2 * x + diagonal
      guard distance > bestDistance, x <= box.old.upperBound, x - diagonal <= box.new.upperBound
      else { continue }
      bestDistance = distance
      best.old = x
      best.new = x - diagonal
    }
    return best
  }
}
