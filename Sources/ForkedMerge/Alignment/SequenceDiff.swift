/// The common elements of two sequences, in order.
public enum SequenceDiff {
  /// Returns the runs that a shortest edit script from `old` to `new` keeps, in order; no two runs touch.
  ///
  /// The result depends on the two sequences only. Of scripts of equal length, insertions and deletions are as late as
  /// possible. Elements are tokens: equal integers for equal elements.
  ///
  /// The script is a shortest one if it, or the part still to be found, has at most twice as many edits as are searched
  /// from either end. That limit is 512 for up to 32 thousand elements, less for more, and at least 16. Elements of the
  /// common prefix and suffix, and elements that only one sequence has, are removed before and don't count. Beyond the
  /// limit, elements that occur once in each sequence are aligned first (patience diff). Then the furthest-reaching
  /// path found so far is taken: the script is still correct, but may not be a shortest one.
  ///
  /// - Parameters:
  ///   - old: the tokens before.
  ///   - new: the tokens after.
  /// - Complexity: O(n + d²) time for n elements and d edits, and at most O(n · limit), which for large n is bounded by
  ///   a constant number of steps plus O(n); O(n) space.
  ///   Source: E. Myers, "An O(ND) difference algorithm and its variations", 1986, the linear-space form.
  public static func commonRuns(old: [Int], new: [Int]) -> [CommonRun] {
    Hunk.runs(between: hunks(old: old, new: new), oldCount: old.count)
  }

  /// Returns the hunks of the same script.
  ///
  /// - Parameter whole: the number of elements of the sequences that these are a part of; all parts share one bound.
  static func hunks(old: [Int], new: [Int], whole: Int = 0) -> [Hunk] {
    let (prefix, suffix) = old.commonEnds(with: new, by: ==)
    let oldMiddle = prefix..<old.count - suffix
    let newMiddle = prefix..<new.count - suffix
    guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return [] }
    guard !oldMiddle.isEmpty, !newMiddle.isEmpty else {
      return Hunk.slidDown([Hunk(old: oldMiddle, new: newMiddle)], old: old, new: new)
    }
    let runs = middleRuns(old: old, oldMiddle, new: new, newMiddle, whole: whole)
    return Hunk.slidDown(
      Hunk.between(
        (prefix > 0 ? [CommonRun(old: 0, new: 0, count: prefix)] : []) + runs
          + (suffix > 0
            ? [CommonRun(old: oldMiddle.upperBound, new: newMiddle.upperBound, count: suffix)]
            : []),
        oldCount: old.count, newCount: new.count),
      old: old, new: new)
  }

  /// Returns the number of edits from each end after which the search accepts a longer script.
  private static func searchLimit(elements: Int, whole: Int) -> Int {
    let affordable = (1 << 24) / max(1, elements, whole)
    return max(elements < whole ? 32 : 16, min(512, affordable))
  }

  private static func middleRuns(
    old: [Int], _ oldMiddle: Range<Int>, new: [Int], _ newMiddle: Range<Int>,
    whole: Int
  ) -> [CommonRun] {
    let tokens = DenseTokens(old[oldMiddle], new[newMiddle])
    let shared = SharedElements(
      old: tokens.sequences[0], new: tokens.sequences[1], bound: tokens.bound)
    var search = EditSearch(
      old: shared.old, new: shared.new, bound: tokens.bound,
      limit: searchLimit(elements: shared.old.count + shared.new.count, whole: whole))
    let matches = search.matches()
    var runs: [CommonRun] = []
    for (index, match) in matches.enumerated() where match >= 0 {
      let oldIndex = Int(shared.oldIndices[index]) + oldMiddle.lowerBound
      let newIndex = Int(shared.newIndices[Int(match)]) + newMiddle.lowerBound
      if let last = runs.last, last.old + last.count == oldIndex, last.new + last.count == newIndex
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(CommonRun(old: oldIndex, new: newIndex, count: 1))
      }
    }
    return runs
  }
}

/// The elements that occur once in each of two ranges, in an order that both share (patience diff, B. Cohen).
struct UniqueAnchors {
  private var oldCounts: [UInt8]
  private var newCounts: [UInt8]
  private var newPlaces: [Int32]

  /// Creates the tables for tokens in `0..<bound`.
  init(bound: Int) {
    oldCounts = [UInt8](repeating: 0, count: bound)
    newCounts = oldCounts
    newPlaces = [Int32](repeating: 0, count: bound)
  }

  /// Returns the anchors as pairs of indices, ascending in both.
  /// - Complexity: O(n log n) in the lengths of the ranges.
  mutating func pairs(
    old: [Int32], _ oldRange: Range<Int>, new: [Int32], _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    for token in old[oldRange] { oldCounts[Int(token)] = min(2, oldCounts[Int(token)] + 1) }
    for index in newRange {
      let token = Int(new[index])
      newCounts[token] = min(2, newCounts[token] + 1)
      newPlaces[token] = Int32(truncatingIfNeeded: index)
    }
    let unique = oldRange.filter { oldCounts[Int(old[$0])] == 1 && newCounts[Int(old[$0])] == 1 }
    let places = unique.map { Int(newPlaces[Int(old[$0])]) }
    for token in old[oldRange] { oldCounts[Int(token)] = 0 }
    for token in new[newRange] { newCounts[Int(token)] = 0 }
    return LongestIncreasing.indices(of: places).map { (unique[$0], places[$0]) }
  }
}

/// The elements of two sequences that occur in both, of which every common subsequence consists.
///
/// Tables of long sequences are as small as possible: data beyond the processor's caches, or memory that is new from
/// the system, costs more time than the search.
struct SharedElements {
  let old: [Int32]
  let new: [Int32]
  /// The index that each element of `old` had.
  let oldIndices: [Int32]
  /// The index that each element of `new` had.
  let newIndices: [Int32]

  /// Filters tokens in `0..<bound`, which is below 2^31.
  /// - Complexity: O(old + new + bound).
  init(old: ArraySlice<Int>, new: ArraySlice<Int>, bound: Int) {
    let inOld = Self.presence(of: old, bound: bound)
    let inNew = Self.presence(of: new, bound: bound)
    (self.old, oldIndices) = Self.filter(old, by: inNew)
    (self.new, newIndices) = Self.filter(new, by: inOld)
  }

  private static func presence(of tokens: ArraySlice<Int>, bound: Int) -> [Bool] {
    var present = [Bool](repeating: false, count: bound)
    for token in tokens { present[token] = true }
    return present
  }

  private static func filter(
    _ tokens: ArraySlice<Int>, by present: [Bool]
  ) -> (tokens: [Int32], indices: [Int32]) {
    var kept: [Int32] = []
    var indices: [Int32] = []
    kept.reserveCapacity(tokens.count)
    indices.reserveCapacity(tokens.count)
    for (index, token) in tokens.enumerated() where present[token] {
      kept.append(Int32(truncatingIfNeeded: token))
      indices.append(Int32(truncatingIfNeeded: index))
    }
    return (kept, indices)
  }
}
