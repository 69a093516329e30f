#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

public import Forked

/// Where a program's changes take place: its clock, and its source of identities and random positions.
///
/// Replicated types ask the ``current`` one where no other is given, so a test can fix both:
///
/// ```swift
/// Replica.$current.withValue(Replica(clock: { HybridTime(nanoseconds: 1) }, random: { 7 })) { tags.insert("a") }
/// ```
public struct Replica: Sendable {
  /// The present time.
  public var clock: @Sendable () -> HybridTime
  /// 64 random bits, never the same twice.
  public var random: @Sendable () -> UInt64

  /// The wall clock and the system's randomness, unless a task says otherwise.
  @TaskLocal public static var current = Replica()

  /// - Parameters:
  ///   - clock: the present time; the wall clock by default.
  ///   - random: 64 random bits; the system's by default. Two replicas must not draw the same ones.
  public init(
    clock: @escaping @Sendable () -> HybridTime = Replica.wallClock,
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.clock = clock
    self.random = random
  }

  /// The replica's randomness.
  var generator: some RandomNumberGenerator { Generator(random: random) }

  /// The system's time. The corresponding C function is `clock_gettime` with `CLOCK_REALTIME`.
  public static let wallClock: @Sendable () -> HybridTime = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return HybridTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  private struct Generator: RandomNumberGenerator {
    let random: @Sendable () -> UInt64
    mutating func next() -> UInt64 { random() }
  }
}
