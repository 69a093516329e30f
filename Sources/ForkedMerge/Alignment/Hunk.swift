/// What stands between two common runs: the elements of `old` gave way to those of `new`.
struct Hunk: Sendable, Hashable {
  var old: Range<Int>
  var new: Range<Int>

  var isInsertion: Bool { old.isEmpty }
  var isDeletion: Bool { new.isEmpty }
  var isReplacement: Bool { !old.isEmpty && !new.isEmpty }

  /// The same hunk of sequences that have so many more elements before it.
  func moved(old oldDistance: Int, new newDistance: Int) -> Hunk {
    Hunk(
      old: old.lowerBound + oldDistance..<old.upperBound + oldDistance,
      new: new.lowerBound + newDistance..<new.upperBound + newDistance)
  }

  /// The complement of common runs in sequences of the given lengths.
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

  /// The complement of hunks in an old sequence of the given length.
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
