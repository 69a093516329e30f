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
  static func places(of count: Int, after hunks: [Hunk]) -> [Int] {
    var places = [Int](repeating: -1, count: count)
    for run in Hunk.runs(between: hunks, oldCount: count) {
      for offset in 0..<run.count { places[run.old + offset] = run.new + offset }
    }
    return places
  }
}
