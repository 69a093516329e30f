/// Two ways to do one work, measured in turns so that a noisy machine is noisy for both.
struct Comparison {
  var runs: Int
  var ours: () throws -> Double
  var peer: () throws -> Double

  /// The medians of both, after one run of each that doesn't count.
  func medians() throws -> (ours: Double, peer: Double) {
    var times: (ours: [Double], peer: [Double]) = ([], [])
    for run in 0...runs {
      let pair = (try ours(), try peer())
      if run == 0 { continue }
      times.ours.append(pair.0)
      times.peer.append(pair.1)
    }
    return (times.ours.median, times.peer.median)
  }
}

/// The median of several runs, after one that doesn't count.
func median(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
  try work()
  var times: [Double] = []
  for _ in 0..<runs { times.append(try seconds(of: work)) }
  return times.median
}
