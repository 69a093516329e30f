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
