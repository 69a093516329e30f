#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One state in the history of a resource.
///
/// Within one resource, a later version has a greater count, on whichever fork it was made. Two
/// versions are equal if their counts are. The timestamp is only for display and decides nothing.
public struct Version: Codable, Sendable {
  /// The position in the history, from 0.
  ///
  /// Resources in memory and in files count their versions. In git, it is the time of the version,
  /// in nanoseconds since 1970.
  public let count: UInt64
  /// The time of the version, by the clock of the resource.
  public let timestamp: Date

  /// The version before every other one, with a time in the distant past.
  public static let initialVersion = Version(count: 0, timestamp: .distantPast)

  /// Creates a version.
  public init(count: UInt64, timestamp: Date = .now) {
    self.count = count
    self.timestamp = timestamp
  }

  /// The version after this one. The last possible version is followed by itself.
  ///
  /// - Parameter timestamp: The time of the new version.
  public func next(at timestamp: Date = .now) -> Version {
    Version(count: count == .max ? count : count + 1, timestamp: timestamp)
  }
}

extension Version: Hashable, Comparable {
  /// True if both have the same count.
  public static func == (left: Version, right: Version) -> Bool { left.count == right.count }

  /// True if one has a smaller count than the other.
  public static func < (left: Version, right: Version) -> Bool { left.count < right.count }

  /// Hashes the count.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// The time of a version: the wall clock in nanoseconds, but greater than the time of every parent.
///
/// Source: Kulkarni et al., "Logical Physical Clocks", 2014; the logical part here is the
/// nanoseconds themselves.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// The nanoseconds since 1970-01-01T00:00:00Z, negative before that.
  public let nanoseconds: Int64

  /// Creates a time from nanoseconds since 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Creates a time from whole seconds since 1970. Times outside the range (about the years 1678 to
  /// 2262) become its nearest end.
  public init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Creates a time from seconds and nanoseconds since 1970. Times outside the range become its
  /// nearest end.
  public init(seconds: Int64, nanoseconds: Int64) {
    let (sum, overflow) = HybridTime(seconds: seconds).nanoseconds
      .addingReportingOverflow(nanoseconds)
    self.nanoseconds = overflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// The whole seconds since 1970, rounded down.
  public var seconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The time of a new version: at least `now`, and greater than the time of every parent.
  ///
  /// - Returns: The least such time; `Int64.max` nanoseconds if a parent has that time already.
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
