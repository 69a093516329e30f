/// A change between two common runs: the elements of `old` were replaced by those of `new`.
struct Hunk: Sendable, Hashable {
  var old: Range<Int>
  var new: Range<Int>

  var isInsertion: Bool { old.isEmpty }
  var isDeletion: Bool { new.isEmpty }
  var isReplacement: Bool { !old.isEmpty && !new.isEmpty }

  /// Returns the same hunk in sequences with that many more elements before it.
  func moved(old oldDistance: Int, new newDistance: Int) -> Hunk {
    Hunk(
      old: old.lowerBound + oldDistance..<old.upperBound + oldDistance,
      new: new.lowerBound + newDistance..<new.upperBound + newDistance)
  }

  /// Returns the complement of common runs in sequences of the given lengths.
  static func between(_ runs: [CommonRun], oldCount: Int, newCount: Int) -> [Hunk] {
    var hunks: [Hunk] = []
    var old = 0
    var new = 0
    for run in runs {
      if old < run.old || new < run.new {
        hunks.append(Hunk(old: old..<run.old, new: new..<run.new))
      }
      old = run.old + run.count
      new = run.new + run.count
    }
    if old < oldCount || new < newCount {
      hunks.append(Hunk(old: old..<oldCount, new: new..<newCount))
    }
    return hunks
  }

  /// Returns the complement of hunks in an old sequence of the given length.
  static func runs(between hunks: [Hunk], oldCount: Int) -> [CommonRun] {
    var runs: [CommonRun] = []
    var old = 0
    var new = 0
    for hunk in hunks {
      if old < hunk.old.lowerBound {
        runs.append(CommonRun(old: old, new: new, count: hunk.old.lowerBound - old))
      }
      old = hunk.old.upperBound
      new = hunk.new.upperBound
    }
    if old < oldCount { runs.append(CommonRun(old: old, new: new, count: oldCount - old)) }
    return runs
  }
}

extension Hunk {
  /// Returns the numbers of the first hunks of both sides that overlap each other, or a range of base.
  /// - Parameters:
  ///   - ours: the hunks of one side that begin in the range or behind it.
  ///   - theirs: those of the other side.
  ///   - end: the end of the range; becomes that of the hunks.
  static func overlapping(
    _ ours: some RandomAccessCollection<Hunk>, _ theirs: some RandomAccessCollection<Hunk>,
    _ end: inout Int
  ) -> (ours: Int, theirs: Int) {
    func take(_ hunks: some Sequence<Hunk>) -> Int {
      var count = 0
      for hunk in hunks {
        guard hunk.old.lowerBound < end else { break }
        end = max(end, hunk.old.upperBound)
        count += 1
      }
      return count
    }
    var taken = (ours: take(ours), theirs: 0)
    while true {
      let more = take(theirs.dropFirst(taken.theirs))
      taken.theirs += more
      guard more > 0 else { return taken }
      let others = take(ours.dropFirst(taken.ours))
      taken.ours += others
      guard others > 0 else { return taken }
    }
  }

  /// Returns the same script with each pure insertion or deletion moved to the last equivalent place.
  ///
  /// The change of `a b` to `a b b` is an insertion before or after `b`. Two sides that made the same change must get
  /// the same script, whatever else they changed. Hunks that touch become one.
  /// - Complexity: O(old + new).
  static func slidDown(_ hunks: [Hunk], old: [Int], new: [Int]) -> [Hunk] {
    guard let first = hunks.first else { return [] }
    var result: [Hunk] = []
    result.reserveCapacity(hunks.count)
    var current = first
    for next in hunks.dropFirst() {
      current.slide(old: old, new: new, end: next.old.lowerBound)
      if current.old.upperBound == next.old.lowerBound {
        current.old = current.old.lowerBound..<next.old.upperBound
        current.new = current.new.lowerBound..<next.new.upperBound
      } else {
        result.append(current)
        current = next
      }
    }
    current.slide(old: old, new: new, end: old.count)
    result.append(current)
    return balanced(result, old: old, new: new)
  }

  /// Returns the same script with kept elements exchanged for equal ones, if an insertion and a deletion around them
  /// thereby become replacements.
  ///
  /// The change of `a a b` to `c a d` keeps the second `a`, as that of `a a b` to `c a b` does: see `slidDown`.
  /// - Complexity: O(old + new).
  private static func balanced(_ hunks: [Hunk], old: [Int], new: [Int]) -> [Hunk] {
    guard hunks.count > 1 else { return hunks }
    var hunks = hunks
    for index in hunks.indices.dropFirst() {
      let (before, behind) = (hunks[index - 1], hunks[index])
      let surplus = before.new.count - before.old.count
      let kept = (old: before.old.upperBound, new: before.new.upperBound)
      let count = behind.old.lowerBound - kept.old
      if surplus > 0, behind.old.count - behind.new.count >= surplus,
        old[kept.old + surplus..<kept.old + surplus + count]
          .elementsEqual(new[kept.new..<kept.new + count])
      {
        hunks[index - 1].old = before.old.lowerBound..<kept.old + surplus
        hunks[index].old = behind.old.lowerBound + surplus..<behind.old.upperBound
      } else if surplus < 0, behind.new.count - behind.old.count >= -surplus,
        old[kept.old..<kept.old + count]
          .elementsEqual(new[kept.new - surplus..<kept.new - surplus + count])
      {
        hunks[index - 1].new = before.new.lowerBound..<kept.new - surplus
        hunks[index].new = behind.new.lowerBound - surplus..<behind.new.upperBound
      }
    }
    return hunks.filter { !$0.old.isEmpty || !$0.new.isEmpty }
  }

  private mutating func slide(old: [Int], new: [Int], end: Int) {
    guard !isReplacement else { return }
    let limit = end - self.old.upperBound
    var distance = 0
    if isDeletion {
      let (lower, upper) = (self.old.lowerBound, self.old.upperBound)
      while distance < limit, old[lower + distance] == old[upper + distance] { distance += 1 }
    } else {
      let (lower, upper) = (self.new.lowerBound, self.new.upperBound)
      while distance < limit, new[lower + distance] == new[upper + distance] { distance += 1 }
    }
    self.old = self.old.lowerBound + distance..<self.old.upperBound + distance
    self.new = self.new.lowerBound + distance..<self.new.upperBound + distance
  }
}

/// A run of elements that two sequences share: `count` elements from `old` in the one and `new` in the other.
public struct CommonRun: Sendable, Hashable {
  /// The index of the first element in the old sequence.
  public var old: Int
  /// The index of the first element in the new sequence.
  public var new: Int
  /// The number of elements; never zero in the result of a diff.
  public var count: Int

  /// Creates a run of `count` elements.
  public init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }
}
