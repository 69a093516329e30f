public import Forked

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source of changes: its clock, and its source of identities and random positions.
///
/// Replicated types use the ``current`` one if no other is given, so a test can fix both:
///
/// ```swift
/// Replica.$current.withValue(Replica(clock: { HybridTime(nanoseconds: 1) }, random: { 7 })) { tags.insert("a") }
/// ```
public struct Replica: Sendable {
  /// Returns the current time.
  public var clock: @Sendable () -> HybridTime
  /// Returns 64 random bits, never the same ones twice.
  public var random: @Sendable () -> UInt64

  /// The replica of the current task; by default it uses the wall clock and the system's randomness.
  @TaskLocal public static var current = Replica()

  /// Creates a replica.
  /// - Parameters:
  ///   - clock: returns the current time; the wall clock by default.
  ///   - random: returns 64 random bits; the system's by default. Two replicas must not get the same ones.
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

/// A value that carries its own history, so that two versions merge without a common ancestor.
///
/// Merging is commutative, associative and idempotent: all replicas that have received the same changes hold equal
/// values, whatever the order of the changes and however often they were received.
public protocol Replicated: Mergeable {
  /// Combines the changes of both.
  func merged(with other: Self) -> Self
}

extension Replicated {
  /// Combines the changes of both; the ancestor is not used.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    merged(with: other)
  }

  /// Combines the changes of both.
  public func salvaging(from other: Self) throws -> Self { merged(with: other) }
}

/// The time and identity of a change, which order all changes in the same way on every replica.
///
/// A change of a value is later than all earlier changes that its replica knew, whatever the clocks tell.
public struct ChangeStamp: Hashable, Sendable {
  /// The time of the change, in nanoseconds since 1970.
  public let time: Int64
  /// Random bits that no other change has.
  public let identity: UInt64

  /// Creates a stamp.
  public init(time: Int64, identity: UInt64) {
    self.time = time
    self.identity = identity
  }

  /// Returns the stamp of a new change, later than the one before it.
  static func next(after seen: ChangeStamp? = nil, on replica: Replica) -> ChangeStamp {
    let parents = seen.map { [HybridTime(nanoseconds: $0.time)] } ?? []
    let time = HybridTime.next(after: parents, now: replica.clock())
    return ChangeStamp(time: time.nanoseconds, identity: replica.random())
  }

  /// Returns the stamp of a merge of two changes: later than both, and equal on every replica that makes the merge.
  static func joining(_ one: ChangeStamp, _ other: ChangeStamp) -> ChangeStamp {
    let (earlier, later) = one < other ? (one, other) : (other, one)
    let time = HybridTime.next(
      after: [HybridTime(nanoseconds: later.time)], now: HybridTime(nanoseconds: .min))
    return ChangeStamp(
      time: time.nanoseconds, identity: earlier.identity &* 0x9E37_79B9_7F4A_7C15 ^ later.identity)
  }
}

extension ChangeStamp: Comparable {
  /// Returns true if one change is earlier than the other.
  public static func < (left: ChangeStamp, right: ChangeStamp) -> Bool {
    (left.time, left.identity) < (right.time, right.identity)
  }
}

extension ChangeStamp: Codable {
  /// Reads time and identity.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    time = try container.decode(Int64.self)
    identity = try container.decode(UInt64.self)
  }

  /// Writes time and identity, as an array of two numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time)
    try container.encode(identity)
  }
}
