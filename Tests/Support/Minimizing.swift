extension Array {
  /// The elements without those that don't matter.
  ///
  /// Source: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002).
  ///
  /// - Parameters:
  ///   - tries: The greatest number of calls of `isWanted`.
  ///   - isWanted: Returns true if what is left is enough.
  public func minimized(tries: Int = .max, _ isWanted: ([Element]) -> Bool) -> [Element] {
    var (smallest, left, length) = (self, tries, count / 2)
    while length > 0 {
      var start = 0
      while start < smallest.count, left > 0 {
        var smaller = smallest
        smaller.removeSubrange(start..<Swift.min(start + length, smaller.count))
        left -= 1
        if isWanted(smaller) { smallest = smaller } else { start += length }
      }
      length /= 2
    }
    return smallest
  }
}
