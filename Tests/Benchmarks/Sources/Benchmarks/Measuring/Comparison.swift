/// Two ways to do one work, measured in turns so that a noisy machine is noisy for both.
struct Comparison {
  var runs: Int
  var ours: () throws -> Cost
  var peer: () throws -> Cost

  /// The medians of both, after one run of each that doesn't count.
  func medians() throws -> (ours: Cost, peer: Cost) {
    var costs: (ours: [Cost], peer: [Cost]) = ([], [])
    for run in 0...runs {
      let pair = (try ours(), try peer())
      if run == 0 { continue }
      costs.ours.append(pair.0)
      costs.peer.append(pair.1)
    }
    return (costs.ours.median, costs.peer.median)
  }
}

/// The median of several runs' processor seconds, after one run that doesn't count. The work is single-threaded and
/// waits for nothing, so on an idle machine it is the wall clock's.
func median(of runs: Int, _ work: () throws -> Void) rethrows -> Double {
  try work()
  var costs: [Cost] = []
  for _ in 0..<runs { costs.append(try cost(of: work)) }
  return costs.median.processor
}
