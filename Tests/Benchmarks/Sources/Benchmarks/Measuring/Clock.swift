import Glibc

/// The cost of a piece of work.
struct Cost {
  /// Seconds on the wall clock: with all that it waited for.
  var wall: Double
  /// Seconds of the processor, user and system: on a busy machine the steadier figure.
  var processor: Double

  static func + (left: Cost, right: Cost) -> Cost {
    Cost(wall: left.wall + right.wall, processor: left.processor + right.processor)
  }
}

/// The cost of a piece of work in this process.
func cost(of work: () throws -> Void) rethrows -> Cost {
  let (wall, processor) = (time(of: CLOCK_MONOTONIC), time(of: CLOCK_PROCESS_CPUTIME_ID))
  try work()
  return Cost(
    wall: time(of: CLOCK_MONOTONIC) - wall,
    processor: time(of: CLOCK_PROCESS_CPUTIME_ID) - processor)
}

/// Seconds on the wall clock.
func now() -> Double { time(of: CLOCK_MONOTONIC) }

private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Keeps the compiler from leaving out work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {}

extension [Double] {
  /// The middle one of the sorted values.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension [Cost] {
  /// The median of each.
  var median: Cost { Cost(wall: map(\.wall).median, processor: map(\.processor).median) }
}
