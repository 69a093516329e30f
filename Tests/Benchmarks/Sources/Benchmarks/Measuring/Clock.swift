import Glibc

/// Seconds that a piece of work took on the wall clock.
func seconds(of work: () throws -> Void) rethrows -> Double {
  let start = now()
  try work()
  return now() - start
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Keeps the compiler from leaving out work whose result nobody reads.
@inline(never)
func keep<Value>(_ value: Value) {}

extension [Double] {
  /// The middle one of the sorted values.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
