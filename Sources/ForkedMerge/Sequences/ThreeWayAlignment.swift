/// Three sequences with the edit scripts from base to either side.
struct ThreeWayAlignment: Sendable {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let ourHunks: [Hunk]
  let theirHunks: [Hunk]

  init(base: [Int], ours: [Int], theirs: [Int]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    ourHunks = SequenceDiff.hunks(old: base, new: ours)
    theirHunks =
      ours == theirs ? ourHunks : SequenceDiff.hunks(old: base, new: theirs)
  }

  /// Where a side has an element of base, for all elements in order; -1 where it deleted it.
  static func places(of count: Int, after hunks: [Hunk]) -> [Int] {
    var places = [Int](repeating: -1, count: count)
    for run in Hunk.runs(between: hunks, oldCount: count) {
      for offset in 0..<run.count { places[run.old + offset] = run.new + offset }
    }
    return places
  }
}
