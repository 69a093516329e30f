/// The search for a shortest edit script: divide and conquer with an explicit stack, so that depth never matters.
struct EditSearch {
  /// A part of the edit graph that is still to be searched.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>
    /// Unique elements are looked for only in boxes of at most so many elements.
    ///
    /// Each look reads a box whole; halving the bound each time keeps all looks together at O(n log n).
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

  /// A search over tokens in `0..<bound` that settles for less than the best after `limit` edits from either end.
  init(old: [Int32], new: [Int32], bound: Int, limit: Int) {
    self.old = old
    self.new = new
    self.bound = bound
    self.limit = limit
    match = [Int32](repeating: -1, count: old.count)
    pending = [Box(old: old.indices, new: new.indices)]
  }

  /// For each old element the index of the new element it is kept as, or -1.
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

  /// Matches the common prefix and suffix of a box and returns what is between.
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
