extension Hunk {
  /// The same script with each pure insertion or deletion moved to the last place where it says the same.
  ///
  /// `a b` to `a b b` can be read as an insertion before or after `b`; two sides that made the same change must
  /// be read alike, whatever else they changed. Hunks that meet become one. O(old + new).
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
    return result
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
