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
  /// Whether both stand at one place.
  public static func == (left: Version, right: Version) -> Bool { left.count == right.count }

  /// Whether one stands before the other.
  public static func < (left: Version, right: Version) -> Bool { left.count < right.count }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
