public import FoundationEssentials

/// One state in the history of a resource.
///
/// Within one resource a later version has a greater count, on whichever fork it was made. Two
/// versions are equal where their counts are: the timestamp is for people, and nothing is decided
/// by it.
public struct Version: Codable, Sendable {
  /// The place in the history, from 0.
  ///
  /// Resources in memory and in files count their versions; in git it is the time of the version,
  /// in nanoseconds since 1970.
  public let count: UInt64
  /// When the version was made, as the clock of the resource said.
  public let timestamp: Date

  /// The version that stands before every other, made in a distant past.
  public static let initialVersion = Version(count: 0, timestamp: .distantPast)

  /// The version at that place.
  public init(count: UInt64, timestamp: Date) {
    self.count = count
    self.timestamp = timestamp
  }

  /// The version after this one; after the last that there can be, that one again.
  ///
  /// - Parameter timestamp: When it is made.
  public func next(at timestamp: Date = .now) -> Version {
    Version(count: count == .max ? count : count + 1, timestamp: timestamp)
  }
}

extension Version: Hashable, Comparable {
  /// True if both stand at one place.
  public static func == (left: Version, right: Version) -> Bool { left.count == right.count }

  /// True if one stands before the other.
  public static func < (left: Version, right: Version) -> Bool { left.count < right.count }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// When a version was made: wall clock in nanoseconds, greater than that of every parent.
///
/// Source: Kulkarni et al., "Logical Physical Clocks", 2014; here the logical part is the
/// nanoseconds themselves.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// Nanoseconds since 1970-01-01T00:00:00Z, negative before.
  public let nanoseconds: Int64

  /// That many nanoseconds since 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// That many whole seconds since 1970, held at the ends of the range (about the years 1678 to
  /// 2262) where they pass it.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// That many seconds and nanoseconds since 1970, held at the ends of the range.
  public init(seconds: Int64, nanoseconds: Int64) {
    let (sum, overflow) = HybridTime(seconds: seconds).nanoseconds
      .addingReportingOverflow(nanoseconds)
    self.nanoseconds = overflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The time of a new version: at least `now`, and greater than every parent's.
  ///
  /// - Returns: The least such time; `Int64.max` nanoseconds where a parent already stands there.
  /// - Complexity: O(parents).
  public static func next(after parents: [HybridTime], now: HybridTime) -> HybridTime {
    guard let latest = parents.max(), latest >= now else { return now }
    let (following, overflow) = latest.nanoseconds.addingReportingOverflow(1)
    return HybridTime(nanoseconds: overflow ? .max : following)
  }

  /// True if one time is earlier than the other.
  public static func < (left: HybridTime, right: HybridTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
